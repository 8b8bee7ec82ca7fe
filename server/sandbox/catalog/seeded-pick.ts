/** Variety without chance: the same seed always picks the same choice. */
import { createHash } from 'node:crypto';

export function seededPick<T>(choices: readonly [T, ...T[]], seed: string): T {
  const draw = createHash('sha256').update(seed).digest().readUInt32BE(0);
  return choices[draw % choices.length] ?? choices[0];
}
