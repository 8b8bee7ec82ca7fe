/** The opaque name by which a page recognizes its user (`subject_key` in contract/token-api.ts). */
import { hash } from 'node:crypto';
import type { Role } from '../contract/token-api.ts';

/**
 * Names a user without key material, so that every process and every version of the signing keys gives the same name.
 *
 * @returns base64url SHA-256 over an unambiguous encoding of the three
 */
export function subjectKeyOf(user: { issuer: string; role: Role; subject: string }): string {
  const text = JSON.stringify(['dx-booking subject key 1', user.issuer, user.role, user.subject]);
  return hash('sha256', text, 'base64url');
}
