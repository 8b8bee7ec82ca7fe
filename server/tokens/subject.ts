/**
 * Who the partner says its user is (AUTH-13, IDN-08): from a signed token of its own, or from the partner's own check.
 *
 * A signed token always names a customer, whatever it claims beside the subject; a physician is named by the partner's
 * own check alone (T97). Every failure looks the same from outside, and the operator is told a code.
 */
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { jwtTokenType, type Role, roles, type TokenRequest } from '../contract/token-api.ts';
import { OAuthError } from './oauth-error.ts';
import type { SubjectIssuer, TokenOptions } from './token-options.ts';

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

const partnersUser = z.object({
  subject: z.string().min(1).max(255),
  role: z.enum(roles).default('customer'),
});

export interface PartnersUser {
  subject: string;
  role: Role;
}

export type SubjectCheck = (request: TokenRequest) => Promise<PartnersUser>;

export function createSubjectCheck(options: TokenOptions): SubjectCheck {
  const check = checkOf(options);
  return async (request) => {
    try {
      return partnersUser.parse(await check(request));
    } catch (error) {
      options.onSubjectRefused?.(reasonOf(error));
      throw new OAuthError('invalid_grant', 'the subject token was not accepted');
    }
  };
}

function checkOf(options: TokenOptions): (request: TokenRequest) => Promise<unknown> {
  const { subject, verifySubject } = options;
  if (verifySubject) return (request) => verifySubject(request.subject_token, request.subject_token_type);
  if (subject) return signedTokenCheck(subject, options.now ?? Date.now);
  throw new Error('either the issuer of the subject tokens or verifySubject is required');
}

function signedTokenCheck({ issuer, audience, jwksUrl }: SubjectIssuer, now: () => number) {
  const keys = createRemoteJWKSet(new URL(jwksUrl));
  return async (request: TokenRequest) => {
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

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return 'no_subject';
  if (error instanceof errors.JWTClaimValidationFailed) return `${error.code} ${error.claim}`;
  return error instanceof errors.JOSEError ? error.code : 'check_failed';
}
