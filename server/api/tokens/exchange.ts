/**
 * Exchanges the partner's own user token for a widget token (RFC 8693; AUTH-13, GAP-104), bound to the key whose proof
 * is in the request (RFC 9449). Each check refuses for one reason; cheap checks run first.
 */
import { hash } from 'node:crypto';
import type { Context } from 'koa';
import {
  accessTokenType,
  type Role,
  type Session,
  type SubjectTokenReason,
  type TokenResponse,
} from '../../contract/token-api.ts';
import type { UserLimit } from '../http/limit-requests.ts';
import type { AccessTokens } from './access-token.ts';
import type { Nonces } from './nonce.ts';
import { OAuthError } from './oauth-error.ts';
import { type ProofCheck, ProofRefused } from './proof.ts';
import type { PublicUrl } from './public-url.ts';
import { originOfPage } from './public-url.ts';
import type { Revocations } from './revocations.ts';
import type { AskedSubject, PartnersUser, SubjectCheck } from './subject.ts';
import type { SubjectTokenUses } from './subject-token-uses.ts';

/** How long the use of a subject token is remembered if its end is not known. */
const endlessTokenSeconds = 86_400;

/** The parameters of an exchange. */
interface AskedExchange {
  subject: AskedSubject;
  /** The DPoP proof: a JWT for this request. */
  proof: string;
}

/** A widget token, and its user. */
interface Exchanged {
  response: TokenResponse;
  session: Session;
}

/**
 * Exchanges the user token of a request, and sets the headers of its response.
 * @param read reads the request; its errors are passed on
 * @throws OAuthError for a refusal; Problem 429 beyond the limit of the user; StoreUnavailable
 */
export type ExchangeToken = (ctx: Context, read: () => Promise<AskedExchange>) => Promise<Exchanged>;

/**
 * Creates the exchange.
 * @param deps.now milliseconds since the epoch
 */
export function createExchange(deps: {
  publicUrl: PublicUrl;
  origins: ReadonlySet<string>;
  nonces: Nonces;
  checkProof: ProofCheck;
  checkSubject: SubjectCheck;
  accessTokens: AccessTokens;
  uses: SubjectTokenUses;
  revocations: Revocations;
  limitUser: UserLimit['spend'];
  lifetimeSeconds: number;
  /** Milliseconds since the epoch. */
  now: () => number;
}): ExchangeToken {
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

  return async (ctx, read) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.set('DPoP-Nonce', deps.nonces.current());
    try {
      const asked = await read();
      const origin = listedOrigin(originOfPage(ctx, publicUrl), deps.origins);
      const url = publicUrl.urlOf(ctx.originalUrl);
      const proof = deps.checkProof(asked.proof, { method: ctx.method, url });
      const user = await deps.checkSubject(asked.subject);
      deps.limitUser(user);
      proof.spend();
      await checkUse(user, proof.jkt);
      const { subject, role } = user;
      const issuedAt = issuedAtFor(user);
      const expiresAt = Math.min(issuedAt + lifetimeSeconds, user.expiresAt ?? Number.POSITIVE_INFINITY);
      if (expiresAt <= issuedAt) throw refused('the subject token has expired', 'token_expired');
      const session = { subject, origin, role, issuedAt, expiresAt };
      const response: TokenResponse = {
        access_token: await accessTokens.issue(session, proof.jkt),
        issued_token_type: accessTokenType,
        token_type: 'DPoP',
        expires_in: expiresAt - issuedAt,
        subject_key: subjectKeyOf({ issuer: publicUrl.issuer, role, subject }),
      };
      return { response, session };
    } catch (error) {
      if (!(error instanceof ProofRefused)) throw error;
      if (error.reason === 'nonce') throw new OAuthError('use_dpop_nonce', error.message);
      const reason = error.reason === 'address' ? 'public_url_differs' : undefined;
      throw new OAuthError('invalid_dpop_proof', error.message, 400, reason);
    }
  };
}

const refused = (description: string, reason: SubjectTokenReason) =>
  new OAuthError('invalid_grant', description, 400, reason);

function listedOrigin(origin: string | null, origins: ReadonlySet<string>): string {
  if (origin === null || !origins.has(origin)) {
    throw new OAuthError('invalid_request', 'this web origin may not hold a token', 400, 'origin_not_listed');
  }
  return origin;
}

/**
 * Names a user without key material, so that every process and every version of the signing keys gives the same name.
 *
 * @returns base64url SHA-256 over an unambiguous encoding of the three
 */
function subjectKeyOf(user: { issuer: string; role: Role; subject: string }): string {
  const text = JSON.stringify(['dx-booking subject key 1', user.issuer, user.role, user.subject]);
  return hash('sha256', text, 'base64url');
}
