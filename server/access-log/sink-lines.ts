/** The lines that the sink gets: the beginning of a chain, and records with the MAC before them. */
import type { AccessLogChainRow, AccessLogRow } from '../store/access-log-tables.ts';
import type { SinkLine } from './sink.ts';

/** The beginning of a chain as a line. */
export interface ChainLine {
  type: 'chain';
  chain: string;
  number: number;
  /** Milliseconds since the epoch. */
  created_at: number;
  mac: string;
}

/** A record as a line. Each can be verified by itself. */
export interface RecordLine extends AccessLogRow {
  type: 'record';
  /** The MAC of the record before it, or of the chain. */
  previous: string;
}

/**
 * Makes the lines of consecutive records of a chain. The line of the chain comes before its first record.
 * @param previous the MAC of the record before the first one, or of the chain
 * @returns one JSON text per line; none without records
 */
export function linesOf(
  chain: AccessLogChainRow,
  records: readonly AccessLogRow[],
  previous: string,
): SinkLine[] {
  const macs = [previous, ...records.map(({ mac }) => mac)];
  const lines = records.map((record, at) =>
    JSON.stringify({ type: 'record', ...record, previous: macs[at] ?? '' } satisfies RecordLine),
  );
  if (records[0]?.seq !== 1) return lines;
  const { id, number, created_at, mac } = chain;
  return [
    JSON.stringify({ type: 'chain', chain: id, number, created_at, mac } satisfies ChainLine),
    ...lines,
  ];
}
