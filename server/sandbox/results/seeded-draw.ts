/** Reproducible measurements: an appointment always has the same results. */
import { createHash } from 'node:crypto';

/** Draws a number between two bounds, rounded to a number of decimals. */
export type Draw = (name: string, low: number, high: number, decimals?: number) => number;

/** Creates the draws for a seed. The same seed and name always give the same number. */
export function drawFor(seed: string): Draw {
  return (name, low, high, decimals = 0) => {
    const share = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE(0) / 0xffffffff;
    return rounded(low + share * (high - low), decimals);
  };
}

/** Rounds a value to a number of decimals. */
export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
