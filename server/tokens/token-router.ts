/** The routes of the token API, as server/contract/token-api.ts lists them. */
import Router from '@koa/router';
import type { Middleware } from 'koa';
import { exactPaths } from '../http/exact-paths.ts';
import { type AccessTokens, createAccessTokens } from './access-token.ts';
import { exchangeToken } from './exchange.ts';
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

const wellKnown = '/.well-known/oauth-authorization-server';
const publicDocument = 'public, max-age=300';

/**
 * Creates the routes of the token API.
 * @param limitExchange refuses an exchange before its body is read. @default no limit
 * @param accessTokens the issuer of widget tokens. @default one of its own
 */
export function tokenRouter(
  options: TokenOptions,
  limitExchange: Middleware = (_, next) => next(),
  accessTokens: AccessTokens = createAccessTokens(options),
): Router {
  const { lifetimeSeconds, now = Date.now } = options;
  const publicUrl = readPublicUrl(options.publicUrl);
  const keys = readSigningKeys(options.signingKeys);
  const nonces = createNonces(keys.nonceSecrets, now);
  const metadata = metadataOf(publicUrl.issuer);
  const router = new Router(exactPaths);

  router.post(
    '/token',
    limitExchange,
    answerOAuthErrors,
    exchangeToken({
      publicUrl,
      origins: readOrigins(options.origins),
      nonces,
      checkProof: createProofCheck({ nonces, replays: createReplayMemory(now), now }),
      checkSubject: createSubjectCheck(options),
      accessTokens,
      uses: options.uses,
      revocations: options.revocations,
      lifetimeSeconds,
      now,
    }),
  );
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
