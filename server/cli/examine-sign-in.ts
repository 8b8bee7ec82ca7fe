/** Whether users can sign in: the keys of the partner's issuer can be read, and a proxy is known as one (AUTH-13). */
import { request } from 'undici';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const timeoutMs = 10_000;
const publishedKeys = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) });
/** Shared secrets: a token signed with one is never accepted. */
const isUsable = ({ kty }: { kty: string }) => kty !== 'oct';

/** Reads SUBJECT_JWKS_URL as the server does for each new key. */
export async function examineSubjectKeys(jwksUrl: string): Promise<Finding> {
  const consequence = 'nobody can sign in';
  try {
    const { statusCode, body } = await request(jwksUrl, { signal: AbortSignal.timeout(timeoutMs) });
    const read = publishedKeys.safeParse(await body.json().catch(() => null));
    if (statusCode !== 200) return fault(`SUBJECT_JWKS_URL answers ${statusCode}: ${consequence}.`);
    if (!read.success) return fault(`SUBJECT_JWKS_URL answers with no JSON Web Key Set: ${consequence}.`);
    const count = read.data.keys.filter(isUsable).length;
    return count > 0
      ? ok(`SUBJECT_JWKS_URL publishes ${count} public key${count === 1 ? '' : 's'}.`)
      : fault(`SUBJECT_JWKS_URL publishes no public key: ${consequence}.`);
  } catch {
    return fault(`SUBJECT_JWKS_URL cannot be reached from here: ${consequence}.`);
  }
}

/** Without a secret of the backend a sign-out reaches only the pages that are told of it. */
export function examineSignOut({ backendSecrets }: Config): Finding {
  return backendSecrets.length > 0
    ? ok('BACKEND_SECRETS is set: your backend can end the tokens of a user (POST /revoke).')
    : warning(
        'BACKEND_SECRETS is empty, so your backend cannot end the tokens of a user who signs out (POST /revoke): they end by themselves.',
      );
}

/** The server speaks plain http, so an https PUBLIC_URL means that a proxy stands before it. */
export function examineProxy({ publicUrl, trustedProxies }: Config): Finding[] {
  if (!publicUrl.startsWith('https:') || trustedProxies.length > 0) return [];
  return [
    warning(
      'PUBLIC_URL is https, so a proxy stands before this server, and TRUSTED_PROXIES is empty: the proxy is recorded as the address of every signer, and all users share one rate limit.',
    ),
  ];
}
