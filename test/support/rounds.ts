/** Runs several rounds at the same time. The draws of each depend only on the seed. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The outcome of a round. */
export interface Found {
  faults: string[];
  /** Measured times in milliseconds, by name. */
  ms: Record<string, number[]>;
}

const soonMs = 20_000;

export type Round = (random: () => number, round: number) => Promise<Found>;

/** A round that throws is a fault of that round. */
export async function inRounds(
  random: () => number,
  rounds: number,
  atOnce: number,
  work: Round,
): Promise<Found> {
  const seeds = Array.from({ length: rounds }, () => Math.floor(random() * 2 ** 32));
  const found: Found = { faults: [], ms: {} };
  let next = 0;
  async function workOff(): Promise<void> {
    while (next < rounds) {
      const round = next++;
      const { faults, ms } = await work(seeded(seeds[round] ?? 0), round).catch((error: unknown) => ({
        faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
        ms: {},
      }));
      found.faults.push(...faults.map((fault) => `round ${round}: ${fault}`));
      for (const [name, each] of Object.entries(ms)) found.ms[name] = [...(found.ms[name] ?? []), ...each];
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, rounds) }, workOff));
  return found;
}

/** Waits until `holds` is true, which it must be soon after the end of a booking. @throws Error if it is not */
export async function soon<T>(coming: Promise<T>, what: string, withinMs = soonMs): Promise<T> {
  const late = new AbortController();
  const lateness = sleep(withinMs, null, { signal: late.signal }).then(() => {
    throw new Error(`${what} did not happen in time`);
  });
  lateness.catch(() => {});
  return Promise.race([coming, lateness]).finally(() => late.abort());
}

/** Shuffles a list by the seed. */
export function shuffled<T>(random: () => number, deck: readonly T[]): T[] {
  const rest = [...deck];
  return deck.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0] as T);
}

/** `1227 ms, at most 2164 ms` */
export function spread(ms: readonly number[] = []): string {
  if (ms.length === 0) return 'never';
  const sorted = ms.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${median.toFixed(0)} ms, at most ${sorted.at(-1)?.toFixed(0)} ms`;
}

/** One line of the torture's table. */
export interface Verdict {
  what: string;
  rounds: number;
  /** Empty if the part passed. */
  faults: string[];
  /** Measurements as text. */
  figures: string;
}

/** The verdicts of a part, at its end or as each is reached. */
export type Verdicts = Promise<Verdict[]> | AsyncGenerator<Verdict>;

/** Creates numbers from 0 to 1 that a seed decides (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Runs the work `count` times, with at most `lanes` at a time. */
export async function atOnce(
  lanes: number,
  count: number,
  work: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane));
}
