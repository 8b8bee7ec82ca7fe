/**
 * The setup of the token tests: a partner that signs its users' tokens, and the server behind a proxy that removes the
 * public path, both real and on loopback. A test can replace each part of a request.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Router from '@koa/router';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Koa from 'koa';
import { problems } from '../../server/api/http/problems.ts';
import type { SessionState } from '../../server/api/http/session-state.ts';
import { requireRole } from '../../server/api/tokens/require-session.ts';
import { createRevocations } from '../../server/api/tokens/revocations.ts';
import { generateSigningKeys } from '../../server/api/tokens/signing-keys.ts';
import { createSubjectTokenUses } from '../../server/api/tokens/subject-token-uses.ts';
import type { TokenOptions } from '../../server/api/tokens/token-options.ts';
import { createTokenApi } from '../../server/api/tokens/tokens.ts';
import { silentLog } from '../../server/core/observability/log.ts';
import { openStore } from '../../server/core/store/store.ts';
import { serve } from './serve.ts';

/** An origin that may hold tokens. */
export const clinic = 'https://clinic.example';
/** A second origin that may hold tokens. */
export const otherClinic = 'https://other-clinic.example';
/** The `aud` of the partner's user tokens. */
export const audience = 'widget-exchange';
/** The path of the server behind the partner's proxy. */
export const prefix = '/booking';
const backendSecret = 'the secret of the backend in these tests';

/**
 * Starts a partner: an issuer with one published key.
 * @param now the time of its site, and of its users' devices, in milliseconds
 */
export async function startPartner(now: () => number = Date.now) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const published = { ...(await exportJWK(publicKey)), kid: 'partner-1', alg: 'ES256' };
  const { url: issuer, close: stop } = await serve((_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ keys: [published] }));
  });
  const claims = () => ({
    iss: issuer,
    aud: audience,
    sub: 'customer-7',
    jti: randomUUID(),
    iat: Math.floor(now() / 1000),
    exp: Math.floor(now() / 1000) + 300,
  });
  return {
    issuer,
    published,
    privateKey,
    now,
    claims,
    /** Signs a token of a user; an undefined claim is left out. */
    token: (
      changes: Record<string, unknown> = {},
      key: CryptoKey = privateKey,
      header: { typ?: string } = {},
    ) =>
      new SignJWT({ ...claims(), ...changes })
        .setProtectedHeader({ alg: 'ES256', kid: 'partner-1', ...header })
        .sign(key),
    stop,
  };
}
/** A partner, as {@link startPartner} creates it. */
export type Partner = Awaited<ReturnType<typeof startPartner>>;

/**
 * Starts the server for a partner. The caller stops it.
 * @param changes token options in place of the defaults
 */
export async function startServer(partner: Partner, changes: Partial<TokenOptions> = {}) {
  const app = new Koa();
  const { url, close } = await serve((request, response) => {
    // The partner's reverse proxy: only paths under the prefix and RFC 8414's document belong to the server.
    const target = request.url ?? '';
    const here = target.startsWith(`${prefix}/`);
    request.url = here ? target.slice(prefix.length) : target;
    if (here || target.startsWith('/.well-known/')) app.callback()(request, response);
    else response.writeHead(404).end();
  });
  const address = url + prefix;
  const folder = await mkdtemp(join(tmpdir(), 'dx-tokens-'));
  const store = await openStore({ sqliteFile: join(folder, 'dx.sqlite') });
  let offsetMs = 0;
  const now = () => partner.now() + offsetMs;
  const publicUrl = changes.publicUrl ?? address;
  const revocations = createRevocations({
    store,
    channel: { publish() {}, subscribe() {} },
    every() {},
    onRevoked() {},
    log: silentLog,
    now,
  });
  const options: TokenOptions = {
    publicUrl,
    signingKeys: await generateSigningKeys(),
    lifetimeSeconds: 270,
    origins: [clinic, otherClinic],
    subject: { issuer: partner.issuer, jwksUrl: `${partner.issuer}/jwks`, audience },
    uses: createSubjectTokenUses(store, now),
    revocations,
    backendSecrets: [backendSecret],
    now,
    ...changes,
  };
  app.use(problems(silentLog));
  const { router, signedIn } = createTokenApi(options, {
    exchange: (_, next) => next(),
    user: { spend() {}, isReached: () => false },
  });
  app.use(router.routes());
  const resources = new Router<SessionState>();
  resources.all('/me', signedIn, (ctx) => {
    ctx.body = ctx.state.session;
  });
  resources.get('/physician', signedIn, requireRole('physician'), (ctx) => {
    ctx.body = ctx.state.session;
  });
  app.use(resources.routes());
  return {
    /** The address that a test uses; `options.publicUrl` is the one in the server's settings. */
    address,
    publicUrl: options.publicUrl,
    options,
    /** The time of the devices, in milliseconds. */
    deviceNow: partner.now,
    /** Moves the server's clock ahead. */
    advance: (byMs: number) => {
      offsetMs += byMs;
    },
    async stop() {
      await close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}
/** A running server, as {@link startServer} creates it. */
export type TokenServer = Awaited<ReturnType<typeof startServer>>;
