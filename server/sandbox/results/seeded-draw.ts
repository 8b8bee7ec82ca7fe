/** Measured values without chance: the same appointment always measures the same. */
import { createHash } from 'node:crypto';

/** A number between the bounds, to so many decimals. */
export type Draw = (name: string, low: number, high: number, decimals?: number) => number;

export function drawFor(seed: string): Draw {
  return (name, low, high, decimals = 0) => {
    const share = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE(0) / 0xffffffff;
    return rounded(low + share * (high - low), decimals);
  };
}

export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
