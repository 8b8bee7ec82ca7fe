/**
 * POST /token: the partner's own user token becomes a widget token (RFC 8693; AUTH-13, GAP-104), bound to the key whose
 * proof came with the request (RFC 9449). Each line refuses for one reason; what is cheap comes first.
 */
import type Koa from 'koa';
import { accessTokenType, type TokenResponse } from '../contract/token-api.ts';
import type { AccessTokens } from './access-token.ts';
import { readForm } from './form.ts';
import type { Nonces } from './nonce.ts';
import { OAuthError } from './oauth-error.ts';
import { originOfPage } from './origin.ts';
import { type ProofCheck, ProofRefused } from './proof.ts';
import type { PublicUrl } from './public-url.ts';
import type { SubjectCheck } from './subject.ts';
import { subjectKeyOf } from './subject-key.ts';
import { readTokenRequest } from './token-request.ts';

export function exchangeToken(needs: {
  publicUrl: PublicUrl;
  origins: ReadonlySet<string>;
  nonces: Nonces;
  checkProof: ProofCheck;
  checkSubject: SubjectCheck;
  accessTokens: AccessTokens;
  lifetimeSeconds: number;
}): Koa.Middleware {
  const { publicUrl, accessTokens, lifetimeSeconds } = needs;
  return async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.set('DPoP-Nonce', needs.nonces.current());
    try {
      const request = readTokenRequest(await readForm(ctx), publicUrl.issuer);
      const origin = listedOrigin(originOfPage(ctx, publicUrl), needs.origins);
      const url = publicUrl.urlOf(ctx.originalUrl);
      const proof = await needs.checkProof(ctx.get('DPoP'), { method: ctx.method, url });
      const { subject, role } = await needs.checkSubject(request);
      proof.spend();
      ctx.body = {
        access_token: await accessTokens.issue({ subject, origin, role }, proof.jkt),
        issued_token_type: accessTokenType,
        token_type: 'DPoP',
        expires_in: lifetimeSeconds,
        subject_key: subjectKeyOf({ issuer: publicUrl.issuer, role, subject }),
      } satisfies TokenResponse;
    } catch (error) {
      if (!(error instanceof ProofRefused)) throw error;
      throw new OAuthError(error.reason === 'nonce' ? 'use_dpop_nonce' : 'invalid_dpop_proof', error.message);
    }
  };
}

function listedOrigin(origin: string | null, origins: ReadonlySet<string>): string {
  if (origin === null || !origins.has(origin)) {
    throw new OAuthError('invalid_request', 'this web origin may not hold a token');
  }
  return origin;
}
