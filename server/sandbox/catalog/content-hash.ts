/** The content hash that pins templates and definitions (Consent bundle, Questionnaire definition; CONS-05, QST-05). */
import { hash } from 'node:crypto';

/**
 * Hashes the value's JSON with sorted keys, so that key order never changes the hash.
 * @returns lowercase hexadecimal SHA-256
 */
export function contentHash(value: unknown): string {
  return hash('sha256', JSON.stringify(value, sortKeys));
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
