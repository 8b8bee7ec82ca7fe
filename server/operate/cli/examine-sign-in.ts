/** Checks sign-in: the issuer's keys, sign-out by the backend, and trusted proxies (AUTH-13). */
import { request } from 'undici';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { counted } from './counted.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const timeoutMs = 10_000;
const publishedKeys = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) });
/** Tokens signed with a shared secret are never accepted. */
const isUsable = ({ kty }: { kty: string }) => kty !== 'oct';

/** Reads SUBJECT_JWKS_URL and counts its public keys. */
export async function examineSubjectKeys(jwksUrl: string): Promise<Finding> {
  const consequence = 'nobody can sign in';
  try {
    const { statusCode, body } = await request(jwksUrl, { signal: AbortSignal.timeout(timeoutMs) });
    const read = publishedKeys.safeParse(await body.json().catch(() => null));
    if (statusCode !== 200)
      return fault(`SUBJECT_JWKS_URL responds with status ${statusCode}: ${consequence}.`);
    if (!read.success) return fault(`SUBJECT_JWKS_URL does not return a JSON Web Key Set: ${consequence}.`);
    const count = read.data.keys.filter(isUsable).length;
    return count > 0
      ? ok(`SUBJECT_JWKS_URL publishes ${counted(count, 'public key')}.`)
      : fault(`SUBJECT_JWKS_URL publishes no public key: ${consequence}.`);
  } catch {
    return fault(`SUBJECT_JWKS_URL cannot be reached from here: ${consequence}.`);
  }
}

/** Checks that the partner's backend can revoke tokens. */
export function examineSignOut({ BACKEND_SECRETS }: Config): Finding {
  return BACKEND_SECRETS.length > 0
    ? ok('BACKEND_SECRETS is set: your backend can revoke the tokens of a user (POST /revoke).')
    : warning(
        'BACKEND_SECRETS is empty, so your backend cannot revoke the tokens of a user who signs out (POST /revoke): they remain valid until they expire.',
      );
}

/**
 * Checks that the settings name the proxies. The server uses plain HTTP, so an https PUBLIC_URL means that there is
 * one.
 */
export function examineProxy({ PUBLIC_URL, TRUSTED_PROXIES }: Config): Finding[] {
  if (!PUBLIC_URL.startsWith('https:') || TRUSTED_PROXIES.length > 0) return [];
  return [
    warning(
      'PUBLIC_URL is https, so there is a proxy in front of this server, but TRUSTED_PROXIES is empty: the address of the proxy is recorded for every signature, and all users share one rate limit.',
    ),
  ];
}
