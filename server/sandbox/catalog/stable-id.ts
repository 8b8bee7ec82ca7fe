/** Ids that are the same at every start. */
import { hash } from 'node:crypto';

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
