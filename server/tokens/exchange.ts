/**
 * POST /token: exchanges the partner's own user token for a widget token (RFC 8693; AUTH-13, GAP-104), bound to the key
 * whose proof is in the request (RFC 9449). Each check refuses for one reason; cheap checks run first.
 */
import type Koa from 'koa';
import { accessTokenType, type SubjectTokenReason, type TokenResponse } from '../contract/token-api.ts';
import type { AccessTokens } from './access-token.ts';
import { readForm } from './form.ts';
import type { Nonces } from './nonce.ts';
import { OAuthError } from './oauth-error.ts';
import { originOfPage } from './origin.ts';
import { type ProofCheck, ProofRefused } from './proof.ts';
import type { PublicUrl } from './public-url.ts';
import type { Revocations } from './revocations.ts';
import type { PartnersUser, SubjectCheck } from './subject.ts';
import { subjectKeyOf } from './subject-key.ts';
import type { SubjectTokenUses } from './subject-token-uses.ts';
import { readTokenRequest } from './token-request.ts';

/** How long the use of a subject token is remembered if its end is not known. */
const endlessTokenSeconds = 86_400;

/**
 * Creates the handler of POST /token. It throws OAuthError for a refusal.
 * @param deps.now milliseconds since the epoch
 */
export function exchangeToken(deps: {
  publicUrl: PublicUrl;
  origins: ReadonlySet<string>;
  nonces: Nonces;
  checkProof: ProofCheck;
  checkSubject: SubjectCheck;
  accessTokens: AccessTokens;
  uses: SubjectTokenUses;
  revocations: Revocations;
  lifetimeSeconds: number;
  /** Milliseconds since the epoch. */
  now: () => number;
}): Koa.Middleware {
  const { publicUrl, accessTokens, lifetimeSeconds, uses, revocations, now } = deps;

  /** Allows one key for each subject token, and no token from before the user's sign-out. */
  async function checkUse(user: PartnersUser, jkt: string): Promise<void> {
    const { tokenId, expiresAt = now() / 1000 + endlessTokenSeconds, issuedAt } = user;
    const usedAtMs =
      tokenId === undefined ? Number.POSITIVE_INFINITY : await uses.claim(tokenId, jkt, expiresAt);
    if (usedAtMs === null) throw refused('the subject token was used with another key', 'token_used');
    const revokedAtMs = revocations.revokedAtMs(user);
    const isFormer = issuedAt !== undefined && issuedAt < Math.floor(revokedAtMs / 1000);
    if (isFormer || usedAtMs <= revokedAtMs) throw refused('the user has signed out', 'token_expired');
  }

  /** A token that is issued in the second of a revocation must not count as one of the revoked tokens. */
  const issuedAtFor = (user: PartnersUser) =>
    Math.max(Math.floor(now() / 1000), Math.floor(revocations.revokedAtMs(user) / 1000) + 1);

  return async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.set('DPoP-Nonce', deps.nonces.current());
    try {
      const request = readTokenRequest(await readForm(ctx), publicUrl.issuer);
      const origin = listedOrigin(originOfPage(ctx, publicUrl), deps.origins);
      const url = publicUrl.urlOf(ctx.originalUrl);
      const proof = deps.checkProof(ctx.get('DPoP'), { method: ctx.method, url });
      const user = await deps.checkSubject(request);
      proof.spend();
      await checkUse(user, proof.jkt);
      const { subject, role } = user;
      const issuedAt = issuedAtFor(user);
      const expiresAt = Math.min(issuedAt + lifetimeSeconds, user.expiresAt ?? Number.POSITIVE_INFINITY);
      if (expiresAt <= issuedAt) throw refused('the subject token has expired', 'token_expired');
      const session = { subject, origin, role, issuedAt, expiresAt };
      ctx.body = {
        access_token: await accessTokens.issue(session, proof.jkt),
        issued_token_type: accessTokenType,
        token_type: 'DPoP',
        expires_in: expiresAt - issuedAt,
        subject_key: subjectKeyOf({ issuer: publicUrl.issuer, role, subject }),
      } satisfies TokenResponse;
    } catch (error) {
      if (!(error instanceof ProofRefused)) throw error;
      throw new OAuthError(error.reason === 'nonce' ? 'use_dpop_nonce' : 'invalid_dpop_proof', error.message);
    }
  };
}

const refused = (description: string, reason: SubjectTokenReason) =>
  new OAuthError('invalid_grant', description, 400, reason);

function listedOrigin(origin: string | null, origins: ReadonlySet<string>): string {
  if (origin === null || !origins.has(origin)) {
    throw new OAuthError('invalid_request', 'this web origin may not hold a token');
  }
  return origin;
}
