/**
 * Checks a subject token that the partner's issuer signed (AUTH-13): its issuer, its audience, its time and a key from the
 * issuer's published set, under asymmetric algorithms only. It names a customer, whatever it claims beside that (T97).
 */
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { jwtTokenType, type TokenRequest } from '../contract/token-api.ts';
import type { SubjectIssuer } from './token-options.ts';

/** Never a shared secret: with an HS algorithm on the list, a public key would pass for one. */
const algorithms = [
  'ES256',
  'ES384',
  'ES512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'EdDSA',
  'Ed25519',
];
const clockToleranceSeconds = 10;

/** The issuer's keys cannot be read: nothing was said about the token. */
export class KeysUnreachable extends Error {}

export function signedSubjectCheck({ issuer, audience, jwksUrl }: SubjectIssuer, now: () => number) {
  const keys = publishedKeys(jwksUrl);
  return async (request: TokenRequest): Promise<{ subject: unknown } | null> => {
    if (request.subject_token_type !== jwtTokenType) return null;
    const { payload } = await jwtVerify(request.subject_token, keys, {
      issuer,
      audience,
      algorithms,
      requiredClaims: ['sub', 'exp'],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now()),
    });
    return { subject: payload.sub };
  };
}

/** Tells a key that is not among the issuer's from an issuer that does not answer. */
function publishedKeys(jwksUrl: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(jwksUrl));
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const answered =
        error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
      throw answered ? error : new KeysUnreachable();
    }
  };
}
