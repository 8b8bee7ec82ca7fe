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
