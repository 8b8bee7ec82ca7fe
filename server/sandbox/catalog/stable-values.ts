/** Values that are the same at every start: ids, choices, hashes and draws. */
import { createHash, hash } from 'node:crypto';

/** Makes a UUID in the form of version 4 whose bits are a hash of the name. */
export function stableId(...name: (string | number)[]): string {
  const hex = hash('sha256', name.join('/'));
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Picks one of the choices; the same seed always gives the same choice. */
export function seededPick<T>(choices: readonly [T, ...T[]], seed: string): T {
  const draw = createHash('sha256').update(seed).digest().readUInt32BE(0);
  return choices[draw % choices.length] ?? choices[0];
}

/**
 * Hashes the value's JSON with sorted keys, so that key order never changes the hash. The hash pins templates and
 * definitions (Consent bundle, Questionnaire definition; CONS-05, QST-05).
 * @returns lowercase hexadecimal SHA-256
 */
export function contentHash(value: unknown): string {
  return hash('sha256', JSON.stringify(value, sortKeys));
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

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
