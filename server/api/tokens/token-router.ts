/** The routes of the token API, as server/contract/server-api lists them. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { tokenOperations } from '../../contract/server-api/server-operations.ts';
import {
  accessTokenType,
  grantType,
  roles,
  type TokenRequest,
  tokenRequest,
} from '../../contract/token-api.ts';
import { Problem } from '../../core/errors.ts';
import { routes } from '../http/route.ts';
import type { ExchangeToken } from './exchange.ts';
import { readForm } from './form.ts';
import { answerOAuthErrors, OAuthError, type OAuthErrorCode } from './oauth-error.ts';
import { proofAlgorithms } from './proof-signature.ts';
import type { TokenSetup } from './token-options.ts';

const wellKnown = '/.well-known/oauth-authorization-server';

/**
 * Creates the routes of the token API.
 * @param limitExchange refuses an exchange before its body is read
 * @param exchange the exchange of user tokens
 */
export function tokenRouter(
  { publicUrl, signingKeys, backendSecrets, revocations }: TokenSetup,
  limitExchange: Middleware,
  exchange: ExchangeToken,
): Router {
  const metadata = metadataOf(publicUrl.issuer);
  const keySet = JSON.stringify(signingKeys.published);
  const router = routes(
    tokenOperations,
    {
      page: [limitExchange, answerOAuthErrors],
      backend: [requireBackend(backendSecrets)],
      anyone: [publicDocument],
    },
    {
      'POST /token': async (ctx) => {
        const { response } = await exchange(ctx, async () => ({
          subject: readTokenRequest(await readForm(ctx), publicUrl.issuer),
          proof: ctx.get('DPoP'),
        }));
        return response;
      },
      'POST /revoke': async (_, { subject, role }) => {
        const ended = role === undefined ? roles : [role];
        for (const each of ended) await revocations.revoke({ subject, role: each });
      },
      'GET /.well-known/oauth-authorization-server': async () => metadata,
      'GET /jwks.json': async () => keySet,
    },
  );
  // RFC 8414 3.1 puts an issuer's path behind the well-known one. Behind a proxy that removes the path, the plain
  // address remains.
  if (publicUrl.path !== '')
    router.get(wellKnown + publicUrl.path, publicDocument, (ctx) => {
      ctx.body = metadata;
    });
  return router;
}

const publicDocument: Middleware = (ctx, next) => {
  ctx.set('Cache-Control', 'public, max-age=300');
  return next();
};

/**
 * Makes the metadata of this server.
 * @param issuer the public URL
 */
function metadataOf(issuer: string) {
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks.json`,
    grant_types_supported: [grantType],
    /** Required by RFC 8414. This server has no authorization endpoint. */
    response_types_supported: [],
    /** The page is a public client; the subject token and the proof authenticate the request. */
    token_endpoint_auth_methods_supported: ['none'],
    dpop_signing_alg_values_supported: proofAlgorithms,
  };
}

type Form = ReadonlyMap<string, string>;

const checks: readonly [
  holds: (form: Form, issuer: string) => boolean,
  code: OAuthErrorCode,
  description: string,
][] = [
  [(form) => form.has('grant_type'), 'invalid_request', 'grant_type is required'],
  [
    (form) => form.get('grant_type') === grantType,
    'unsupported_grant_type',
    `grant_type must be ${grantType}`,
  ],
  [
    (form) => !form.has('actor_token') && !form.has('actor_token_type'),
    'invalid_request',
    'acting for another is not supported',
  ],
  [
    (form) => (form.get('requested_token_type') ?? accessTokenType) === accessTokenType,
    'invalid_request',
    `requested_token_type must be ${accessTokenType}`,
  ],
  [(form) => !form.has('scope'), 'invalid_scope', 'there are no scopes to ask for'],
  [
    (form, issuer) => !form.has('resource') && (form.get('audience') ?? issuer) === issuer,
    'invalid_target',
    'tokens are for this server only',
  ],
];

/**
 * Validates the form of a token exchange and reads it (RFC 8693 2.1). No field can choose a customer, a role, an origin or a wider
 * token: the subject token and the `Origin` header decide (T93). A field that would is refused, not ignored.
 * @param form as `readForm` returns it
 * @param issuer this server's own
 * @throws OAuthError 400
 */
function readTokenRequest(form: Form, issuer: string): TokenRequest {
  for (const [holds, code, description] of checks) {
    if (!holds(form, issuer)) throw new OAuthError(code, description);
  }
  const read = tokenRequest.safeParse(Object.fromEntries(form));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join('.');
  throw new OAuthError(
    'invalid_request',
    field ? `${field} is missing or not valid` : 'a field is not known here',
  );
}

/**
 * Creates the middleware that accepts only the partner's backend. It throws Problem 401 `backend_secret_invalid`, and 501 `revocation_not_configured` if there
 * are no secrets.
 * @param secrets BACKEND_SECRETS
 */
function requireBackend(secrets: readonly string[]): Middleware {
  const digests = secrets.map(digestOf);
  return (ctx, next) => {
    if (digests.length === 0) throw new Problem('revocation_not_configured');
    if (!isBackend(ctx, digests))
      throw new Problem('backend_secret_invalid', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    return next();
  };
}

/** Compares in constant time, for every secret and every input. */
function isBackend(ctx: Context, digests: readonly Buffer[]): boolean {
  const shown = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization'))?.[1];
  if (shown === undefined) return false;
  const digest = digestOf(shown);
  return digests.filter((each) => timingSafeEqual(each, digest)).length > 0;
}

const digestOf = (secret: string) => createHash('sha256').update(secret).digest();
