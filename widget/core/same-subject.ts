/** Compares the users that two subject tokens name, as far as a page can read them. */
import type { SubjectToken } from '../session/credentials.ts';

/**
 * Whether both tokens are JWTs of the same issuer and subject. False means "unknown", not "another user": only the
 * server decides. Signatures are not checked, because the result only avoids a flicker on the page.
 */
export function namesSameSubject(one: SubjectToken | null, other: SubjectToken): boolean {
  if (one?.type !== other.type) return false;
  const [a, b] = [claimsOf(one.token), claimsOf(other.token)];
  return a !== null && b !== null && a.iss === b.iss && a.sub === b.sub;
}

function claimsOf(token: string): { iss: string; sub: string } | null {
  try {
    const [, payload = '', , ...rest] = token.split('.');
    if (rest.length > 0) return null;
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const { iss, sub } = JSON.parse(text) as Record<string, unknown>;
    return typeof iss === 'string' && typeof sub === 'string' ? { iss, sub } : null;
  } catch {
    return null;
  }
}
