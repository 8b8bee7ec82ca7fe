/** Reproducible variety. */
import { createHash } from 'node:crypto';

/** Picks one of the choices; the same seed always gives the same choice. */
export function seededPick<T>(choices: readonly [T, ...T[]], seed: string): T {
  const draw = createHash('sha256').update(seed).digest().readUInt32BE(0);
  return choices[draw % choices.length] ?? choices[0];
}
