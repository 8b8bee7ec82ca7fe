/**
 * Identifies the user of a subject token (AUTH-13, IDN-08): from a token that the partner's issuer signed, or by the
 * partner's own check. Only that check can name a physician (T97). The page gets a reason only if the token's signature
 * was verified; the operator's log gets a code in every case.
 */
import { errors } from 'jose';
import { z } from 'zod';
import { verifiedSubject } from '../../contract/hooks-api.ts';
import type { Role, SubjectTokenReason, TokenRequest } from '../../contract/token-api.ts';
import { HookFailure, readResult } from '../../partner/hooks-http/call-hook.ts';
import { describeHookFailure } from '../../partner/hooks-http/log-hook-failure.ts';
import { OAuthError } from './oauth-error.ts';
import { KeysUnreachable, signedSubjectCheck } from './signed-subject.ts';
import type { RefusedSubject, TokenSetup } from './token-options.ts';

/** The user of a subject token. */
export interface PartnersUser {
  /** The partner's own stable id of its user. */
  subject: string;
  role: Role;
  /** When the subject token ends, in seconds since the epoch; undefined if not known. */
  expiresAt?: number | undefined;
  /** When the token was issued at the earliest, in seconds since the epoch; undefined if not known. */
  issuedAt?: number | undefined;
  /** Names the subject token, which can then be exchanged under one key only. Without it the token is not bound. */
  tokenId?: string | undefined;
}

/** The user token of a request. */
export type AskedSubject = Pick<TokenRequest, 'subject_token' | 'subject_token_type'>;

/**
 * Identifies the user of a token request.
 * @throws OAuthError 400 `invalid_grant` if the subject token is refused; 503 `temporarily_unavailable` if it cannot be
 *   checked now
 */
export type SubjectCheck = (request: AskedSubject) => Promise<PartnersUser>;

/**
 * Creates the check of subject tokens from the operator's settings. The check throws OAuthError.
 * @throws Error if neither `subject` nor `verifySubject` is set
 */
export function createSubjectCheck(setup: TokenSetup): SubjectCheck {
  const check = checkOf(setup);
  return async (request) => {
    try {
      return verifiedSubject.parse(await check(request));
    } catch (error) {
      setup.onSubjectRefused?.(refusalOf(error));
      // Here the token may be valid, so the customer need not sign in again.
      if (error instanceof KeysUnreachable) {
        throw new OAuthError('temporarily_unavailable', 'the subject token cannot be checked now', 503);
      }
      throw new OAuthError('invalid_grant', 'the subject token was not accepted', 400, publicReasonOf(error));
    }
  };
}

/** The partner's own check first. A token that it does not know can still be one that the issuer signed. */
function checkOf({ subject, verifySubject, onSubjectRead, now }: TokenSetup) {
  const signed = subject ? signedSubjectCheck(subject, now) : undefined;
  if (!signed && !verifySubject)
    throw new Error('either the issuer of the subject tokens or verifySubject is required');
  return async (request: AskedSubject): Promise<unknown> => {
    const known = await verifySubject?.(request.subject_token, request.subject_token_type);
    if (known === undefined || known === null) return signed?.(request) ?? null;
    const read = readResult(verifiedSubject, known);
    onSubjectRead?.(known, read);
    return read;
  };
}

const reasonsByClaim: Partial<Record<string, SubjectTokenReason>> = {
  aud: 'token_audience',
  iss: 'token_issuer',
  exp: 'token_lifetime',
  iat: 'token_lifetime',
  typ: 'token_type',
};

/** The reason that the page may receive. jose checks claims only after it has verified the signature. */
function publicReasonOf(error: unknown): SubjectTokenReason | undefined {
  if (error instanceof errors.JWTExpired) return 'token_expired';
  if (error instanceof errors.JWTClaimValidationFailed) return reasonsByClaim[error.claim];
  return undefined;
}

function refusalOf(error: unknown): RefusedSubject {
  if (error instanceof KeysUnreachable) return { code: 'keys_unreachable' };
  if (error instanceof z.ZodError) return { code: 'no_subject' };
  if (error instanceof errors.JWTClaimValidationFailed) return { code: `${error.code} ${error.claim}` };
  if (error instanceof errors.JOSEError) return { code: error.code };
  const { at, host, paths } = describeHookFailure(error);
  return { code: error instanceof HookFailure ? error.code : 'check_failed', at, host, paths };
}
