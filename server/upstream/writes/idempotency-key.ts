/**
 * Idempotency keys that a server makes again after its database was restored to an earlier point. The service then
 * recognizes the write, although this database no longer has it, and repeats its first response.
 */
import { hash } from 'node:crypto';
import { uuidOf } from '../../core/uuid-of.ts';

/**
 * Derives the key of a write from what it is. The same texts always give the same key.
 * @param texts whose write it is, its kind, and how many such writes this owner has completed
 * @returns a UUID of version 8
 */
export function derivedKey(...texts: (string | number)[]): string {
  const digits = hash('sha256', JSON.stringify(['dx-booking', ...texts])).slice(0, 32);
  return uuidOf(digits);
}
