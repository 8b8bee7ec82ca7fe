/** One line of the torture's table. */
export interface Verdict {
  what: string;
  rounds: number;
  /** Empty where it held. */
  faults: string[];
  /** What was measured on the way, in words. */
  figures: string;
}

/** A part's, all at its end or each as it is reached. */
export type Verdicts = Promise<Verdict[]> | AsyncGenerator<Verdict>;

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
