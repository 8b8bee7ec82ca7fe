/**
 * Idempotency keys that a server makes again after its database was restored to an earlier point. The service then
 * recognizes the write, although this database no longer has it, and repeats its first response.
 */
import { hash } from 'node:crypto';

/**
 * Derives the key of a write from what it is. The same texts always give the same key.
 * @param texts whose write it is, its kind, and how many such writes this owner has completed
 * @returns a UUID of version 8
 */
export function derivedKey(...texts: (string | number)[]): string {
  const digits = hash('sha256', JSON.stringify(['dx-booking', ...texts])).slice(0, 32);
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  const uuid = `${digits.slice(0, 12)}8${digits.slice(13, 16)}${variant}${digits.slice(17)}`;
  return uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
