/**
 * The widget token (RFC 9068): names a customer or physician at one origin, bound to the key in that user's browser.
 */
import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { signingAlgorithm } from '../../config/kinds.ts';
import { roles, type Session } from '../../contract/token-api.ts';
import type { TokenSetup } from './token-options.ts';

const tokenType = 'at+jwt';

const claimsOfToken = z.object({
  sub: z.string().min(1),
  origin: z.string().min(1),
  role: z.enum(roles),
  iat: z.number(),
  exp: z.number(),
  cnf: z.object({ jkt: z.string().min(1) }),
});

/** Issues and verifies widget tokens. */
export interface AccessTokens {
  /** Signs a token with the times of the session, bound to the key with the RFC 7638 thumbprint `jkt`. */
  issue(session: Session, jkt: string): Promise<string>;
  /** Verifies a token. @throws TokenRefused `expired` or `invalid` */
  read(token: string): Promise<Verified>;
}

interface Verified {
  session: Session;
  /** Thumbprint of the key that the token is bound to. */
  jkt: string;
}

/** A page sends the same token with every request until the token ends. */
const cachedTokens = 10_000;

/** The widget token is missing, invalid, expired, revoked or of another server. */
export class TokenRefused extends Error {
  readonly reason: 'missing' | 'expired' | 'invalid' | 'revoked';

  constructor(reason: TokenRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Creates the issuer and the reader of widget tokens. The reader throws TokenRefused. One object for both need not
 * verify a token that it has just signed.
 */
export function createAccessTokens(setup: TokenSetup): AccessTokens {
  const { lifetimeSeconds, now, signingKeys: keys } = setup;
  const { issuer } = setup.publicUrl;

  /** Tokens that were signed here, or whose signature was verified. Each use checks their times again. */
  const known = new LRUCache<string, Verified>({ max: cachedTokens, ttl: lifetimeSeconds * 1000 });

  async function verify(token: string): Promise<Verified> {
    const { payload } = await jwtVerify(token, keys.resolve, {
      issuer,
      audience: issuer,
      typ: tokenType,
      algorithms: [signingAlgorithm],
      requiredClaims: ['iat', 'jti'],
      currentDate: new Date(now()),
    });
    const { sub, origin, role, iat, exp, cnf } = claimsOfToken.parse(payload);
    const verified = { session: { subject: sub, origin, role, issuedAt: iat, expiresAt: exp }, jkt: cnf.jkt };
    known.set(token, verified);
    return verified;
  }

  return {
    async issue(session, jkt) {
      const { subject, origin, role, issuedAt, expiresAt } = session;
      // The client is the page at its origin; a `client_id` in the form proves nothing and is not repeated here.
      const token = await new SignJWT({ origin, role, client_id: origin, cnf: { jkt } })
        .setProtectedHeader({ alg: signingAlgorithm, typ: tokenType, kid: keys.signer.kid })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .setJti(randomUUID())
        .sign(keys.signer);
      known.set(token, { session, jkt });
      return token;
    },

    async read(token) {
      const read =
        known.get(token) ??
        (await verify(token).catch((error: unknown) => {
          throw new TokenRefused(error instanceof errors.JWTExpired ? 'expired' : 'invalid');
        }));
      if (read.session.expiresAt <= Math.floor(now() / 1000)) throw new TokenRefused('expired');
      return read;
    },
  };
}
