/** Loads two servers in turns, so that other work of the machine slows both. */
import { drive, type Load } from './load.ts';

export type Side = Pick<Load, 'origin' | 'request'>;

export interface Compared {
  /** Responses per second, round by round. */
  ours: number[];
  theirs: number[];
  /** The ratio of ours to theirs. */
  times: number[];
}

export interface Rounds {
  rounds: number;
  durationMs: number;
  warmUpMs: number;
  connections: number;
}

export async function compare(ours: Side, theirs: Side, settings: Rounds): Promise<Compared> {
  const { rounds, durationMs, warmUpMs, connections } = settings;
  const run = (side: Side, forMs: number) => drive({ ...side, connections, durationMs: forMs });
  const found: Compared = { ours: [], theirs: [], times: [] };
  for (const side of [ours, theirs]) await run(side, warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = round % 2 === 0 ? [ours, theirs] : [theirs, ours];
    const one = await run(first, durationMs);
    const other = await run(second, durationMs);
    const [own, their] = round % 2 === 0 ? [one, other] : [other, one];
    found.ours.push(own);
    found.theirs.push(their);
    found.times.push(own / their);
  }
  return found;
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);

export const median = (values: number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0;

/** Formats the median with the lowest and the highest value. */
export function shown(values: number[], digits = 0): string {
  const [low = 0] = sorted(values);
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)} to ${sorted(values).at(-1)?.toFixed(digits)})`;
}
