/**
 * Accepts a request if a widget token, the proof of its key and the page's origin agree (AUTH-13, T93; RFC 9449 7).
 *
 * `originOfPage` describes how the server finds the origin, also of a same-origin GET without `Origin`. Removing an
 * origin from the list invalidates its tokens.
 */
import type { Context, Middleware } from 'koa';
import type { ProblemCode } from '../../contract/problem-codes.ts';
import type { Role, Session } from '../../contract/token-api.ts';
import { Problem } from '../../core/errors.ts';
import type { UserLimit } from '../http/limit-requests.ts';
import type { SessionState } from '../http/session-state.ts';
import { type AccessTokens, TokenRefused } from './access-token.ts';
import { createProofCheck, ProofRefused } from './proof.ts';
import { proofAlgorithms } from './proof-signature.ts';
import { originOfPage } from './public-url.ts';
import { createReplayMemory } from './replay.ts';
import type { TokenSetup } from './token-options.ts';

/**
 * Creates the middleware, which sets the session in Koa's state. Build it once and share it: it remembers the used
 * proofs. The middleware throws Problem 401 `token_missing`, `token_expired`, `token_invalid`, `token_revoked`,
 * `proof_invalid` or `proof_nonce_required`; and 429 `too_many_requests`.
 * @param accessTokens the reader of widget tokens
 * @param limit refuses a user over the limit, whose proofs are then not remembered
 */
export function requireSession(
  { publicUrl, origins, nonces, revocations, now }: TokenSetup,
  accessTokens: Pick<AccessTokens, 'read'>,
  limit: Pick<UserLimit, 'isReached' | 'spend'>,
): Middleware<SessionState> {
  const checkProof = createProofCheck({ nonces, replays: createReplayMemory(now), now });

  async function sessionOf(ctx: Context): Promise<Session> {
    const token = /^DPoP +(\S+)$/i.exec(ctx.get('Authorization'))?.[1];
    if (!token) throw new TokenRefused('missing');
    const { session, jkt } = await accessTokens.read(token);
    if (revocations.isRevoked(session)) throw new TokenRefused('revoked');
    const origin = originOfPage(ctx, publicUrl);
    if (origin !== session.origin || !origins.has(origin)) throw new TokenRefused('invalid');
    const call = { method: ctx.method, url: publicUrl.urlOf(ctx.originalUrl), bound: { token, jkt } };
    const proof = checkProof(ctx.get('DPoP'), call);
    if (limit.isReached(session)) {
      // The limit by address counts requests without a session.
      ctx.state.session = session;
      limit.spend(session);
    }
    proof.spend();
    return session;
  }

  return async (ctx, next) => {
    const nonce = { 'DPoP-Nonce': nonces.current() };
    ctx.set(nonce);
    ctx.state.session = await sessionOf(ctx).catch((error: unknown) => {
      if (error instanceof TokenRefused) throw refusals[error.reason](nonce);
      if (error instanceof ProofRefused) throw refusals[error.reason === 'nonce' ? 'nonce' : 'proof'](nonce);
      throw error;
    });
    ctx.state.requireStillSignedIn = () => {
      if (revocations.isRevoked(ctx.state.session)) throw refusals.revoked(nonce);
    };
    await next();
  };
}

/** The reason that a request has no session: the problem's code and the error that RFC 6750 or RFC 9449 names. */
const refusals = {
  missing: refusal('token_missing', null),
  expired: refusal('token_expired', 'invalid_token'),
  invalid: refusal('token_invalid', 'invalid_token'),
  revoked: refusal('token_revoked', 'invalid_token'),
  proof: refusal('proof_invalid', 'invalid_dpop_proof'),
  nonce: refusal('proof_nonce_required', 'use_dpop_nonce'),
};

function refusal(code: ProblemCode, error: string | null) {
  const challenge = `DPoP ${error ? `error="${error}", ` : ''}algs="${proofAlgorithms.join(' ')}"`;
  return (headers: Record<string, string>) =>
    new Problem(code, { headers: { ...headers, 'WWW-Authenticate': challenge } });
}

/**
 * Creates middleware that requires this role: a customer's token gives no access to physician routes, and the reverse
 * (T97). It goes after the sign-in. The middleware throws Problem 403 `role_not_allowed`.
 */
export function requireRole(role: Role): Middleware<SessionState> {
  return (ctx, next) => {
    if (ctx.state.session.role !== role) {
      throw new Problem('role_not_allowed');
    }
    return next();
  };
}
