/**
 * Verifies a subject token that the partner's issuer signed (AUTH-13): its issuer, its audience, its times and a key
 * from the issuer's published set, under asymmetric algorithms only. The token names a customer, whatever other claims
 * it has (T97).
 */
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { jwtTokenType, type TokenRequest } from '../../contract/token-api.ts';
import type { SubjectIssuer } from './token-options.ts';

/** Never a shared secret: with an HS algorithm in the list, a public key would be accepted as one. */
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

/** The issuer's keys cannot be read, so the token could not be checked. */
export class KeysUnreachable extends Error {}

/** The claims of a signed token about its user and itself. */
export interface SignedSubject {
  subject: string;
  /** Seconds since the epoch. */
  expiresAt: number;
  /**
   * When the token was issued, in seconds since the epoch. A token without `iat` may be as old as a token can be. An `iat` counts
   * as it is: with a tolerance, a user could not sign in again right after a sign-out.
   */
  issuedAt: number;
  /** Names the token uniquely among all tokens of its issuer. */
  tokenId: string;
}

/**
 * Creates a check for `verifySubject`, or for the settings SUBJECT_*.
 *
 * @param now milliseconds since the epoch
 * @returns the check, which returns null for another type of token, and throws a JOSEError for an invalid token and
 *   KeysUnreachable if the issuer's keys cannot be read
 */
export function signedSubjectCheck(settings: SubjectIssuer, now: () => number) {
  const { issuer, audience, jwksUrl, maxSeconds = 300, types = ['JWT'] } = settings;
  const keys = publishedKeys(jwksUrl);
  return async (
    request: Pick<TokenRequest, 'subject_token' | 'subject_token_type'>,
  ): Promise<SignedSubject | null> => {
    if (request.subject_token_type !== jwtTokenType) return null;
    const { payload, protectedHeader } = await jwtVerify(request.subject_token, keys, {
      issuer,
      audience,
      algorithms,
      requiredClaims: ['sub', 'exp'],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now()),
    });
    checkType(protectedHeader.typ, types, payload);
    checkLifetime(payload, maxSeconds, now());
    const { sub = '', exp = 0, iat, jti } = payload;
    const signed = request.subject_token.slice(0, request.subject_token.lastIndexOf('.'));
    return {
      subject: sub,
      expiresAt: exp,
      issuedAt: iat ?? now() / 1000 - maxSeconds - clockToleranceSeconds,
      tokenId: jti === undefined ? signed : JSON.stringify([issuer, sub, jti]),
    };
  };
}

/** Media types are compared case-insensitively and without `application/` (RFC 7515 4.1.9). */
const plainType = (type: string) => type.toLowerCase().replace(/^application\/(?!.*\/)/, '');

/** Refuses a token that was made for another purpose (RFC 8725 3.11). */
function checkType(type: string | undefined, types: readonly string[], payload: JWTPayload): void {
  if (!types.some((each) => plainType(each) === plainType(type ?? 'JWT')))
    throw new errors.JWTClaimValidationFailed('unexpected "typ"', payload, 'typ', 'check_failed');
  // A logout token or another event of the issuer (RFC 8417), which may have the type of a user token.
  if (payload.events !== undefined)
    throw new errors.JWTClaimValidationFailed('unexpected "events"', payload, 'typ', 'check_failed');
}

function checkLifetime(payload: JWTPayload, maxSeconds: number, nowMs: number): void {
  const { exp = 0, iat } = payload;
  const latest = nowMs / 1000 + clockToleranceSeconds;
  const refuse = (claim: 'exp' | 'iat') => {
    throw new errors.JWTClaimValidationFailed('lives too long', payload, claim, 'check_failed');
  };
  if (iat !== undefined && iat > latest) refuse('iat');
  if (iat === undefined ? exp > latest + maxSeconds : exp - iat > maxSeconds) refuse('exp');
}

/** Distinguishes a key that is not in the issuer's set from an issuer that does not respond. */
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
