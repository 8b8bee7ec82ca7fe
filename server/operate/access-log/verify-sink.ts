/** Compares what a sink has with the database, and verifies it by itself. */
import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { jsonOrNull } from '../../core/json.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Tables } from '../../core/store/tables.ts';
import { recordMac } from './chain.ts';
import { wasDropped } from './dropped-chains.ts';
import type { LogFault } from './log-fault.ts';

/** A record as a line of the sink. Each can be verified by itself. */
export const recordLine = z.object({
  type: z.literal('record'),
  chain: z.string(),
  seq: z.number(),
  at: z.number(),
  actor: z.string(),
  role: z.string(),
  subject: z.string().nullable(),
  record_kind: z.string(),
  record_id: z.string().nullable(),
  action: z.string(),
  outcome: z.string(),
  status: z.number().nullable(),
  request_id: z.string().nullable(),
  mac: z.string(),
  /** The MAC of the record before it, or of the chain. */
  previous: z.string(),
});

/** The beginning of a chain as a line of the sink. */
export const chainLine = z.object({
  type: z.literal('chain'),
  chain: z.string(),
  number: z.number(),
  /** Milliseconds since the epoch. */
  created_at: z.number(),
  mac: z.string(),
});

interface SinkChain {
  /** The last record in order. */
  seq: number;
  mac: string;
  fault: LogFault | null;
}

/**
 * Verifies the lines of a sink, in the order in which it got them. It ignores what is before the JSON of a line, lines
 * that are no records, and records that come twice.
 * @returns the first fault of each chain, and how many records there are
 */
export async function verifySink(
  db: Kysely<Tables>,
  { accessLog: key }: Pick<ServerKeys, 'accessLog'>,
  lines: AsyncIterable<string>,
): Promise<{ faults: LogFault[]; records: number }> {
  const chains = new Map<string, SinkChain>();
  const numbers = new Map<string, number>();
  let records = 0;
  for await (const text of lines) {
    const json = jsonOrNull(text.slice(Math.max(0, text.indexOf('{'))));
    const begun = chainLine.safeParse(json).data;
    if (begun) numbers.set(begun.chain, begun.number);
    const { data } = recordLine.safeParse(json);
    if (!data) continue;
    records += 1;
    const chain = chains.get(data.chain);
    if (!chain?.fault) chains.set(data.chain, follow(key, chain, data));
  }
  const faults: LogFault[] = [];
  for (const [id, chain] of chains) {
    const number = numbers.get(id);
    const isDropped = number !== undefined && (await wasDropped(db, { accessLog: key }, number));
    const fault = chain.fault ?? (isDropped ? null : await databaseFault(db, id, chain));
    if (fault) faults.push(fault);
  }
  return { faults, records };
}

function follow(
  key: KeyObject,
  chain: SinkChain | undefined,
  { type: _, mac, previous, ...record }: z.infer<typeof recordLine>,
): SinkChain {
  const { chain: id, seq } = record;
  const at = chain ?? { seq: seq - 1, mac: previous, fault: null };
  const withFault = (fault: LogFault['fault'], badSeq: number) => ({
    ...at,
    fault: { fault, chain: id, seq: badSeq },
  });
  if (recordMac(key, record, previous) !== mac) return withFault('sink_changed', seq);
  // The sink may get a batch twice.
  if (seq <= at.seq) return at;
  if (seq > at.seq + 1) return withFault('sink_missing', at.seq + 1);
  return previous === at.mac ? { seq, mac, fault: null } : withFault('sink_changed', seq);
}

/** Compares the end of a chain in the sink with the database. */
async function databaseFault(db: Kysely<Tables>, id: string, end: SinkChain): Promise<LogFault | null> {
  const row = await db
    .selectFrom('access_log_chains')
    .select(['last_seq', 'purged_seq', 'delivered_seq'])
    .where('id', '=', id)
    .executeTakeFirst();
  const fault = (what: LogFault['fault'], seq: number | null) => ({ fault: what, chain: id, seq });
  if (!row) return fault('removed', null);
  if (row.last_seq < end.seq) return fault('removed', row.last_seq + 1);
  if (row.delivered_seq > end.seq) return fault('sink_missing', end.seq + 1);
  if (row.purged_seq >= end.seq) return null;
  const same = await db
    .selectFrom('access_log')
    .select('mac')
    .where('chain', '=', id)
    .where('seq', '=', end.seq)
    .executeTakeFirst();
  return same?.mac === end.mac ? null : fault('replaced', end.seq);
}
