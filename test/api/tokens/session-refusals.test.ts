/** What a widget token opens and for whom, and everything that must not pass for one. */
import { decodeJwt, exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateSigningKeys } from '../../../server/api/tokens/signing-keys.ts';
import { hashOf, type ProofChanges, refusalOf } from '../../support/token-client.ts';
import { clinic, otherClinic } from '../../support/token-harness.ts';
import { browser, partner, seconds, server, withServer } from './token-servers.ts';

withServer();
let token: string;
beforeAll(async () => {
  token = await browser.signIn(await partner.token());
});

/** A token signed by the server's own key, with one thing changed. */
async function forged(
  changes: { claims?: Record<string, unknown>; header?: Record<string, string> } = {},
): Promise<string> {
  const [key] = server.options.signingKeys.keys;
  if (!key?.kid) throw new Error('no key');
  const header = { alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...changes.header };
  return new SignJWT({ ...decodeJwt(token), ...changes.claims })
    .setProtectedHeader(header)
    .sign(await importJWK(key));
}

it('gives the handler the customer, the origin and the role the token names [AUTH-13]', async () => {
  const answer = await browser.call(token);

  expect(answer.status).toBe(200);
  expect(answer.headers.get('DPoP-Nonce')).toBeTruthy();
  expect(await answer.json()).toEqual({
    subject: 'customer-7',
    origin: clinic,
    role: 'customer',
    issuedAt: decodeJwt(token).iat,
    expiresAt: decodeJwt(token).exp,
  });
  expect((await browser.call(await forged())).status).toBe(200);
});

describe('a token is refused as token_invalid', () => {
  const cases: [name: string, made: () => string | Promise<string>][] = [
    ['of another issuer', () => forged({ claims: { iss: 'https://issuer.example' } })],
    ['of another audience', () => forged({ claims: { aud: 'https://elsewhere.example' } })],
    ['of another type', () => forged({ header: { typ: 'JWT' } })],
    ['bound to no key', () => forged({ claims: { cnf: undefined } })],
    ['of a role that does not exist', () => forged({ claims: { role: 'operator' } })],
    ['without an expiry', () => forged({ claims: { exp: undefined } })],
    ['without a subject', () => forged({ claims: { sub: undefined } })],
    ['of an unknown key', () => forged({ header: { kid: 'unknown' } })],
    ['with no signature', () => new UnsecuredJWT(decodeJwt(token)).encode()],
    [
      'signed with the public key as a secret',
      async () => {
        const published = await (await fetch(`${server.publicUrl}/jwks.json`)).text();
        return new SignJWT(decodeJwt(token))
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
          .sign(new TextEncoder().encode(published));
      },
    ],
    [
      'signed by somebody else',
      async () => {
        const [key] = (await generateSigningKeys()).keys;
        if (!key?.kid) throw new Error('no key');
        const header = { alg: 'ES256', typ: 'at+jwt', kid: server.options.signingKeys.keys[0]?.kid ?? '' };
        return new SignJWT(decodeJwt(token)).setProtectedHeader(header).sign(await importJWK(key));
      },
    ],
    ["that is the partner's own", () => partner.token()],
    ['that is no JWT', () => 'nonsense'],
  ];

  it.each(cases)('%s', async (_name, made) => {
    const answer = await browser.call(await made());

    expect(answer.headers.get('WWW-Authenticate')).toBe('DPoP error="invalid_token", algs="ES256 Ed25519"');
    expect(await refusalOf(answer)).toMatchObject({ status: 401, code: 'token_invalid' });
  });

  it.each([
    ['that is not listed', { Origin: 'https://elsewhere.example' }],
    ['that is listed but is not its own', { Origin: otherClinic }],
    ['that is not named', { Origin: '' }],
    ['that is not named by a cross-site request', { Origin: '', 'Sec-Fetch-Site': 'cross-site' }],
    [
      'that is not named by its own site, which is another than the token',
      { Origin: '', 'Sec-Fetch-Site': 'same-origin' },
    ],
  ])('at an origin %s [T93]', async (_name, headers) => {
    expect(await refusalOf(await browser.call(token, { headers }))).toMatchObject({
      status: 401,
      code: 'token_invalid',
    });
  });
});

it('answers a request without a token, or with a bearer token, as token_missing', async () => {
  for (const Authorization of ['', `Bearer ${token}`, 'DPoP', `DPoP ${token} ${token}`]) {
    const answer = await browser.call(token, { headers: { Authorization } });

    expect(answer.headers.get('WWW-Authenticate')).toBe('DPoP algs="ES256 Ed25519"');
    expect(await refusalOf(answer)).toMatchObject({ status: 401, code: 'token_missing' });
  }
});

it('answers an expired token as token_expired', async () => {
  expect(await refusalOf(await browser.call(await forged({ claims: { exp: seconds(-1) } })))).toMatchObject({
    status: 401,
    code: 'token_expired',
  });
});

describe('a proof is refused as proof_invalid', () => {
  const cases: [name: string, changes: () => ProofChanges | Promise<ProofChanges>][] = [
    ['without the hash of the token', () => ({ claims: { ath: undefined } })],
    ['with the hash of another token', async () => ({ claims: { ath: hashOf(await forged()) } })],
    [
      'by another key than the token is bound to',
      async () => {
        const pair = await generateKeyPair('ES256');
        return { header: { jwk: await exportJWK(pair.publicKey) }, key: pair.privateKey };
      },
    ],
    ['for another method', () => ({ claims: { htm: 'POST' } })],
    ['for another route', () => ({ claims: { htu: `${server.publicUrl}/physician` } })],
    [
      'for the route without the public prefix',
      () => ({ claims: { htu: new URL('/me', server.publicUrl).href } }),
    ],
    ['for another host', () => ({ claims: { htu: 'https://elsewhere.example/booking/me' } })],
    ['that carries its private key', async () => ({ header: { jwk: await exportJWK(browser.privateKey) } })],
    ['of another type', () => ({ header: { typ: 'at+jwt' } })],
  ];

  it.each(cases)('%s', async (_name, changes) => {
    const answer = await browser.call(token, await changes());

    expect(answer.headers.get('WWW-Authenticate')).toContain('error="invalid_dpop_proof"');
    expect(await refusalOf(answer)).toMatchObject({ status: 401, code: 'proof_invalid' });
  });

  it('that is not there', async () => {
    expect(await refusalOf(await browser.call(token, { headers: { DPoP: '' } }))).toMatchObject({
      status: 401,
      code: 'proof_invalid',
    });
  });

  it('that was used before', async () => {
    const DPoP = await browser.proof('GET', `${server.publicUrl}/me`, { claims: { ath: hashOf(token) } });
    const first = await browser.call(token, { headers: { DPoP } });
    const again = await browser.call(token, { headers: { DPoP } });

    expect(first.status).toBe(200);
    expect(await refusalOf(again)).toMatchObject({ status: 401, code: 'proof_invalid' });
  });
});

it('answers a proof without a nonce as proof_nonce_required, with the nonce to use', async () => {
  const answer = await browser.call(token, { claims: { nonce: undefined } });
  const nonce = answer.headers.get('DPoP-Nonce');

  expect(answer.headers.get('WWW-Authenticate')).toContain('error="use_dpop_nonce"');
  expect(await refusalOf(answer)).toMatchObject({ status: 401, code: 'proof_nonce_required' });
  expect((await browser.call(token, { claims: { nonce } })).status).toBe(200);
});

it('covers no query: the same route with any query is the same address', async () => {
  const url = `${server.publicUrl}/me`;
  const answer = await browser.call(token, { path: '/me?places=3', claims: { htu: url } });

  expect(answer.status).toBe(200);
});

it('accepts the address in another spelling of the same URL', async () => {
  const { origin, pathname } = new URL(`${server.publicUrl}/me`);
  const answer = await browser.call(token, {
    claims: { htu: `${origin.toUpperCase()}/x/..${pathname}#top` },
  });

  expect(answer.status).toBe(200);
});

it('gives a customer no access to routes of the physician [T97]', async () => {
  expect(await refusalOf(await browser.call(token, { path: '/physician' }))).toMatchObject({
    status: 403,
    code: 'role_not_allowed',
  });
});
