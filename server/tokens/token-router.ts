/** The routes of the token API, as server/contract/token-api.ts lists them. */
import Router from '@koa/router';
import type { Middleware } from 'koa';
import { exactPaths } from '../http/exact-paths.ts';
import { type AccessTokens, createAccessTokens } from './access-token.ts';
import { createExchange, type ExchangeToken } from './exchange.ts';
import { readForm } from './form.ts';
import { metadataOf } from './metadata.ts';
import { createNonces } from './nonce.ts';
import { answerOAuthErrors } from './oauth-error.ts';
import { readOrigins } from './origin.ts';
import { createProofCheck } from './proof.ts';
import { readPublicUrl } from './public-url.ts';
import { createReplayMemory } from './replay.ts';
import { revoke } from './revoke.ts';
import { readSigningKeys } from './signing-keys.ts';
import { createSubjectCheck } from './subject.ts';
import type { TokenOptions } from './token-options.ts';
import { readTokenRequest } from './token-request.ts';

const wellKnown = '/.well-known/oauth-authorization-server';
const publicDocument = 'public, max-age=300';

/**
 * Creates the exchange of user tokens. All routes that exchange share it: it remembers the used proofs.
 * @param accessTokens the issuer of widget tokens
 * @throws Error if a setting is not valid, or neither `subject` nor `verifySubject` is set
 */
export function exchangeOf(options: TokenOptions, accessTokens: AccessTokens): ExchangeToken {
  const { lifetimeSeconds, now = Date.now } = options;
  const nonces = createNonces(readSigningKeys(options.signingKeys).nonceSecrets, now);
  return createExchange({
    publicUrl: readPublicUrl(options.publicUrl),
    origins: readOrigins(options.origins),
    nonces,
    checkProof: createProofCheck({ nonces, replays: createReplayMemory(now), now }),
    checkSubject: createSubjectCheck(options),
    accessTokens,
    uses: options.uses,
    revocations: options.revocations,
    lifetimeSeconds,
    now,
  });
}

/**
 * Creates the routes of the token API.
 * @param limitExchange refuses an exchange before its body is read. @default no limit
 * @param exchange the exchange of user tokens. @default one of its own
 * @throws Error if the public URL, an origin or a signing key is not valid
 */
export function tokenRouter(
  options: TokenOptions,
  limitExchange: Middleware = (_, next) => next(),
  exchange: ExchangeToken = exchangeOf(options, createAccessTokens(options)),
): Router {
  const publicUrl = readPublicUrl(options.publicUrl);
  const keys = readSigningKeys(options.signingKeys);
  const metadata = metadataOf(publicUrl.issuer);
  const router = new Router(exactPaths);

  router.post('/token', limitExchange, answerOAuthErrors, async (ctx) => {
    const { response } = await exchange(ctx, async () => ({
      subject: readTokenRequest(await readForm(ctx), publicUrl.issuer),
      proof: ctx.get('DPoP'),
    }));
    ctx.body = response;
  });
  router.post('/revoke', revoke(options.backendSecrets, options.revocations));

  // RFC 8414 3.1 puts an issuer's path behind the well-known one. Behind a proxy that removes the path, the plain
  // address remains.
  for (const path of new Set([wellKnown, wellKnown + publicUrl.path])) {
    router.get(path, (ctx) => {
      ctx.set('Cache-Control', publicDocument);
      ctx.body = metadata;
    });
  }

  router.get('/jwks.json', (ctx) => {
    ctx.set('Cache-Control', publicDocument);
    ctx.body = keys.published;
    ctx.type = 'application/jwk-set+json';
  });

  return router;
}
