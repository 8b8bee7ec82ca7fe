/** How tokens, keys, nonces and proofs age, and what the partner's own check decides. */
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { generateSigningKeys } from '../../../server/api/tokens/signing-keys.ts';
import type { RefusedSubject, TokenOptions } from '../../../server/api/tokens/token-options.ts';
import { createTokenApi } from '../../../server/api/tokens/tokens.ts';
import { entries } from '../../../server/config/entries.ts';
import { hashOf, refusalOf } from '../../support/token-client.ts';
import { audience, clinic, otherClinic } from '../../support/token-harness.ts';
import { partner, seconds, start, withPartner } from './token-servers.ts';

const minuteMs = 60_000;
withPartner();

it('accepts a token until its end and no longer [AUTH-13]', async () => {
  const { server, browser } = await start({ lifetimeSeconds: 60 });
  const token = await browser.signIn(await partner.token());
  server.advance(59_000);
  expect((await browser.call(token)).status).toBe(200);
  server.advance(2000);

  expect(await refusalOf(await browser.call(token))).toMatchObject({ code: 'token_expired' });
});

it('accepts a nonce for minutes and then asks for the new one', async () => {
  const { server, browser } = await start();
  const token = await browser.signIn(await partner.token());
  server.advance(2 * minuteMs);
  expect((await browser.call(token)).status).toBe(200);
  server.advance(2 * minuteMs);
  expect(await refusalOf(await browser.call(token))).toMatchObject({ code: 'proof_nonce_required' });
  await browser.fetchNonce();

  expect((await browser.call(token)).status).toBe(200);
});

it('serves a customer whose device has the wrong time, because the nonce carries the time', async () => {
  const { browser } = await start();
  const iat = seconds(-86_400);
  const DPoP = await browser.proof('POST', browser.tokenUrl, { claims: { iat } });

  expect((await browser.exchange(await partner.token(), {}, { DPoP })).status).toBe(200);
});

it('signs with the first key and accepts the tokens and nonces of every published one', async () => {
  const [older, newer] = [await generateSigningKeys(), await generateSigningKeys()];
  const { browser, server } = await start({ signingKeys: { keys: [...older.keys, ...newer.keys] } });
  const token = await browser.signIn(await partner.token());
  expect(decodeProtectedHeader(token).kid).toBe(older.keys[0]?.kid);
  const { publicUrl } = server;
  const rotated = await start({ publicUrl, signingKeys: { keys: [...newer.keys, ...older.keys] } });
  const published = (await (await fetch(`${rotated.server.address}/jwks.json`)).json()) as {
    keys: unknown[];
  };
  const DPoP = await browser.proof('GET', `${publicUrl}/me`, {
    claims: { ath: hashOf(token) },
  });
  const answer = await fetch(`${rotated.server.address}/me`, {
    headers: { Origin: clinic, Authorization: `DPoP ${token}`, DPoP },
  });

  expect(published.keys).toHaveLength(2);
  expect(answer.status).toBe(200);
});

it('refuses the tokens of a key that is no longer published', async () => {
  const { server, browser } = await start();
  const token = await browser.signIn(await partner.token());
  const { publicUrl } = server;
  const without = await start({ publicUrl, signingKeys: await generateSigningKeys() });
  const answer = await fetch(`${without.server.address}/me`, {
    headers: { Origin: clinic, Authorization: `DPoP ${token}` },
  });

  expect(await refusalOf(answer)).toMatchObject({ status: 401, code: 'token_invalid' });
});

it('refuses the tokens of an origin after the origin leaves the list [T93]', async () => {
  const { server, browser } = await start();
  const token = await browser.signIn(await partner.token());
  const { publicUrl, options } = server;
  const after = await start({ publicUrl, signingKeys: options.signingKeys, origins: [otherClinic] });
  const DPoP = await browser.proof('GET', `${publicUrl}/me`, { claims: { ath: hashOf(token) } });
  const answer = await fetch(`${after.server.address}/me`, {
    headers: { Origin: clinic, Authorization: `DPoP ${token}`, DPoP },
  });

  expect(await refusalOf(answer)).toMatchObject({ status: 401, code: 'token_invalid' });
});

it('treats a GET without Origin as the same origin only if the browser says so and the token agrees [T93]', async () => {
  // The partner's site and this server share an origin: the browser leaves `Origin` out of a GET, never out of a POST.
  const publicUrl = 'https://clinic.example/booking';
  const { browser } = await start({ publicUrl });
  const token = await browser.signIn(await partner.token());
  const call = (method: string, headers: Record<string, string>) =>
    browser.call(token, { method, headers: { Origin: '', ...headers } });

  expect((await call('GET', { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
  for (const [method, site] of [
    ['GET', 'same-site'],
    ['GET', 'none'],
    ['GET', ''],
    ['POST', 'same-origin'],
  ] as const) {
    expect(await refusalOf(await call(method, { 'Sec-Fetch-Site': site }))).toMatchObject({
      code: 'token_invalid',
    });
  }
});

describe("the partner's own check", () => {
  const ownType = 'urn:clinic:session';

  it('names the user, also a physician, and receives the token and its type [AUTH-13] [T97]', async () => {
    const asked: string[][] = [];
    const { browser } = await start({
      subject: null,
      verifySubject: async (...given) => {
        asked.push(given);
        return { subject: 'physician-3', role: 'physician' };
      },
    });
    const token = await browser.signIn('session-of-the-site', { subject_token_type: ownType });

    expect(asked).toEqual([['session-of-the-site', ownType]]);
    expect(decodeJwt(token)).toMatchObject({ sub: 'physician-3', role: 'physician', origin: clinic });
    expect((await browser.call(token, { path: '/physician' })).status).toBe(200);
  });

  it.each<[string, NonNullable<TokenOptions['verifySubject']>, string]>([
    ['names nobody any more', async () => null, 'no_subject'],
    ['names an empty user', async () => ({ subject: '' }), 'hook_response_invalid subject'],
    [
      'throws',
      () => Promise.reject(new Error('session customer-7 at db.internal')),
      expect.stringMatching(/^check_failed .*token-life\.test\.ts:\d+:\d+/),
    ],
  ])('refuses when it %s, and logs why without a value', async (_name, verifySubject, reason) => {
    const reasons: string[] = [];
    const onSubjectRefused = ({ code, paths, at }: RefusedSubject) =>
      void reasons.push([code, paths ?? at].filter(Boolean).join(' '));
    const { browser } = await start({ subject: null, verifySubject, onSubjectRefused });

    expect(await refusalOf(await browser.exchange('session'))).toMatchObject({
      status: 400,
      code: 'invalid_grant',
    });
    expect(reasons).toEqual([reason]);
  });
});

it('reads no role from the claims of a signed token [T97]', async () => {
  const { browser } = await start();
  const token = await browser.signIn(await partner.token({ role: 'physician', roles: ['physician'] }));

  expect(decodeJwt(token).role).toBe('customer');
});

it('logs why a signed token was refused for the operator, without its contents', async () => {
  const reasons: string[] = [];
  const { browser } = await start({ onSubjectRefused: ({ code }) => void reasons.push(code) });
  await browser.exchange(await partner.token({ aud: 'elsewhere' }));
  await browser.exchange(await partner.token({ exp: 1 }));

  expect(reasons).toEqual(['ERR_JWT_CLAIM_VALIDATION_FAILED aud', 'ERR_JWT_EXPIRED']);
});

it('asks the page to try again while the keys of the issuer cannot be read', async () => {
  const reasons: string[] = [];
  const subject = { issuer: partner.issuer, audience, jwksUrl: 'http://127.0.0.1:9/jwks' };
  const { browser } = await start({ subject, onSubjectRefused: ({ code }) => void reasons.push(code) });
  const answer = await browser.exchange(await partner.token());

  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' });
  expect(reasons).toEqual(['keys_unreachable']);
});

it('stops the start without an issuer and a check', async () => {
  const { options } = (await start()).server;
  const wrong = { ...options, subject: null };
  expect(() =>
    createTokenApi(wrong, { exchange: (_, next) => next(), user: { spend() {}, isReached: () => false } }),
  ).toThrow('verifySubject');
});

it('generates keys that the server accepts', async () => {
  const made = await generateSigningKeys();

  expect(made.keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }]);
  const TOKEN_KEYS = entries.shape.TOKEN_KEYS.parse(JSON.stringify(made));
  expect(TOKEN_KEYS).toEqual(made.keys);
});
