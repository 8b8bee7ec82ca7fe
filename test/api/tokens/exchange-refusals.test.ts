/** Subject tokens and proofs that must not become a widget token, as tables. */
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { SubjectTokenReason } from '../../../server/contract/token-api.ts';
import { type ProofChanges, refusalOf } from '../../support/token-client.ts';
import { browser, partner, seconds, server, withServer } from './token-servers.ts';

withServer();

const publicKeyAsSecret = () => new TextEncoder().encode(JSON.stringify(partner.published));

it('answers the right request with a token, so that each case below differs in one thing [AUTH-13]', async () => {
  const answer = await browser.exchange(await partner.token());

  expect(answer.status).toBe(200);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(await answer.json()).toMatchObject({ token_type: 'DPoP', expires_in: 270 });
});

describe('a subject token with a good signature is refused with the reason [AUTH-13]', () => {
  it.each<[name: string, reason: SubjectTokenReason, token: () => Promise<string>]>([
    ['of another audience', 'token_audience', () => partner.token({ aud: 'elsewhere' })],
    ['without an audience', 'token_audience', () => partner.token({ aud: undefined })],
    ['of another issuer', 'token_issuer', () => partner.token({ iss: 'https://issuer.example' })],
    ['without an expiry', 'token_lifetime', () => partner.token({ exp: undefined })],
    ['that has expired', 'token_expired', () => partner.token({ exp: seconds(-60) })],
    ['that has expired a moment ago', 'token_expired', () => partner.token({ exp: seconds(-2) })],
    ['that lives for ten years', 'token_lifetime', () => partner.token({ exp: seconds(315_360_000) })],
    ['that lives a second too long', 'token_lifetime', () => partner.token({ exp: seconds(302) })],
    [
      'without its time of issue that lives too long',
      'token_lifetime',
      () => partner.token({ iat: undefined, exp: seconds(330) }),
    ],
    ['issued in an hour', 'token_lifetime', () => partner.token({ iat: seconds(3600), exp: seconds(3700) })],
    ...['logout+jwt', 'at+jwt', 'dpop+jwt', 'secevent+jwt', 'application/at+jwt', 'invented'].map(
      (typ): [string, SubjectTokenReason, () => Promise<string>] => [
        `of the type ${typ}`,
        'token_type',
        () => partner.token({}, partner.privateKey, { typ }),
      ],
    ),
    [
      'that is a logout token',
      'token_type',
      () => partner.token({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }),
    ],
  ])('%s: %s', async (_name, reason, token) => {
    const refusal = await refusalOf(await browser.exchange(await token()));

    expect(refusal).toMatchObject({ status: 400, code: 'invalid_grant' });
    expect(JSON.parse(refusal.text)).toMatchObject({ reason });
  });
});

it.each(['JWT', 'jwt', 'application/jwt'])('accepts a subject token of the type %s', async (typ) => {
  const token = await partner.token({}, partner.privateKey, { typ });
  expect((await browser.exchange(token)).status).toBe(200);
});

describe('a subject token is refused as invalid_grant without a reason, and no case differs from another [AUTH-13]', () => {
  const cases: [name: string, token: () => string | Promise<string>][] = [
    ['that is not valid yet', () => partner.token({ nbf: seconds(60) })],
    ['without a subject', () => partner.token({ sub: undefined })],
    ['with an empty subject', () => partner.token({ sub: '' })],
    ['signed by another key', async () => partner.token({}, (await generateKeyPair('ES256')).privateKey)],
    [
      'of another audience, signed by another key',
      async () => partner.token({ aud: 'elsewhere' }, (await generateKeyPair('ES256')).privateKey),
    ],
    [
      'that has expired, signed by another key',
      async () => partner.token({ exp: 1 }, (await generateKeyPair('ES256')).privateKey),
    ],
    ['with no signature', () => new UnsecuredJWT(partner.claims()).encode()],
    [
      'signed with the public key as a secret',
      () =>
        new SignJWT(partner.claims())
          .setProtectedHeader({ alg: 'HS256', kid: 'partner-1' })
          .sign(publicKeyAsSecret()),
    ],
    ['that is no JWT', () => 'not-a-token'],
    ['with its payload changed', async () => withSubject(await partner.token(), 'customer-8')],
  ];

  it.each(cases)('%s', async (_name, token) => {
    const refusal = await refusalOf(await browser.exchange(await token()));

    expect(refusal).toEqual({
      status: 400,
      code: 'invalid_grant',
      text: '{"error":"invalid_grant","error_description":"the subject token was not accepted"}',
    });
  });

  it('of a type the issuer does not make', async () => {
    const fields = { subject_token_type: 'urn:ietf:params:oauth:token-type:saml2' };
    const refusal = await refusalOf(await browser.exchange(await partner.token(), fields));

    expect(refusal).toMatchObject({ status: 400, code: 'invalid_grant' });
  });
});

describe('a proof is refused as invalid_dpop_proof', () => {
  const ed25519Jwk = async () =>
    exportJWK((await generateKeyPair('Ed25519', { extractable: true })).publicKey);
  const cases: [name: string, changes: () => ProofChanges | Promise<ProofChanges>][] = [
    ['of another type', () => ({ header: { typ: 'jwt' } })],
    ['without a type', () => ({ header: { typ: undefined } })],
    [
      'under a symmetric algorithm',
      () => ({
        header: { alg: 'HS256', jwk: { kty: 'oct', k: 'c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0MTI' } },
        key: new TextEncoder().encode('secretsecretsecretsecretsecret12'),
      }),
    ],
    [
      'under an algorithm that is not on the list',
      async () => {
        const pair = await generateKeyPair('ES384');
        return { header: { alg: 'ES384', jwk: await exportJWK(pair.publicKey) }, key: pair.privateKey };
      },
    ],
    ['that carries its private key', async () => ({ header: { jwk: await exportJWK(browser.privateKey) } })],
    ['without a key', () => ({ header: { jwk: undefined } })],
    ['with more than a key in the key', () => ({ header: { jwk: { ...browser.jwk, use: 'sig' } } })],
    ['of more than 2 kB', () => ({ claims: { note: 'x'.repeat(1500) } })],
    [
      'signed by another key than it names',
      async () => ({ key: (await generateKeyPair('ES256')).privateKey }),
    ],
    ['for another method', () => ({ claims: { htm: 'GET' } })],
    ['for the method in small letters', () => ({ claims: { htm: 'post' } })],
    ['for another host', () => ({ claims: { htu: 'https://elsewhere.example/booking/token' } })],
    ['for the address without the public prefix', () => ({ claims: { htu: tokenUrlWith('/token') } })],
    ['for another route', () => ({ claims: { htu: `${server.publicUrl}/me` } })],
    ['for the right path hidden in a query', () => ({ claims: { htu: `${server.publicUrl}/?/token` } })],
    ['for the right address behind a user name', () => ({ claims: { htu: userAt(browser.tokenUrl) } })],
    ['for no address', () => ({ claims: { htu: 'token' } })],
    ['without a jti', () => ({ claims: { jti: undefined } })],
    ['with an endless jti', () => ({ claims: { jti: 'x'.repeat(129) } })],
    ['without an iat', () => ({ claims: { iat: undefined } })],
    ['that has expired by its own word', () => ({ claims: { exp: seconds(-60) } })],
    ['that is not valid yet by its own word', () => ({ claims: { nbf: seconds(60) } })],
    ['that requires an extension', () => ({ header: { crit: ['b64'], b64: true } })],
    ['with a key of another algorithm', async () => ({ header: { jwk: await ed25519Jwk() } })],
    ['with a key off the curve', () => ({ header: { jwk: { ...browser.jwk, y: browser.jwk.x } } })],
  ];

  it.each(cases)('%s', async (_name, changes) => {
    const DPoP = await browser.proof('POST', browser.tokenUrl, await changes());
    const refusal = await refusalOf(await browser.exchange(await partner.token(), {}, { DPoP }));

    expect(refusal).toMatchObject({ status: 400, code: 'invalid_dpop_proof' });
  });

  it('for another address than PUBLIC_URL says so, so that the page can name the setting', async () => {
    const claims = { htu: tokenUrlWith('/token') };
    const DPoP = await browser.proof('POST', browser.tokenUrl, { claims });
    const response = await browser.exchange(await partner.token(), {}, { DPoP });
    expect(await response.json()).toMatchObject({ reason: 'public_url_differs' });
  });

  it('that is not there, is no JWT, is unsigned, or came twice', async () => {
    const proof = await browser.proof('POST', browser.tokenUrl);
    for (const DPoP of ['', 'nonsense', `${proof}, ${proof}`, unsigned(proof)]) {
      const refusal = await refusalOf(await browser.exchange(await partner.token(), {}, { DPoP }));
      expect(refusal).toMatchObject({ status: 400, code: 'invalid_dpop_proof' });
    }
  });

  it('that was used before', async () => {
    const DPoP = await browser.proof('POST', browser.tokenUrl);
    const first = await browser.exchange(await partner.token(), {}, { DPoP });
    const again = await browser.exchange(await partner.token(), {}, { DPoP });

    expect(first.status).toBe(200);
    expect(await refusalOf(again)).toMatchObject({ status: 400, code: 'invalid_dpop_proof' });
  });
});

it.each([
  ['of two minutes ago without a nonce', undefined, -120],
  ['of two minutes ahead without a nonce', undefined, 120],
  ['with a made-up nonce', 'bm9uY2U', 0],
])('answers a proof %s with the challenge and the nonce to use', async (_name, nonce, ageSeconds) => {
  const iat = seconds(ageSeconds);
  const DPoP = await browser.proof('POST', browser.tokenUrl, { claims: { nonce, iat } });
  const answer = await browser.exchange(await partner.token(), {}, { DPoP });

  expect(answer.headers.get('DPoP-Nonce')).toMatch(/^[\w-]{43}$/);
  expect(await refusalOf(answer)).toMatchObject({ status: 400, code: 'use_dpop_nonce' });
});

it('accepts a first proof of this minute without a nonce', async () => {
  const DPoP = await browser.proof('POST', browser.tokenUrl, { claims: { nonce: undefined } });

  expect((await browser.exchange(await partner.token(), {}, { DPoP })).status).toBe(200);
});

it('compares htu after normalisation and without query and fragment', async () => {
  const htu = `${browser.tokenUrl.replace('http:', 'HTTP:')}?lang=en#top`;
  const DPoP = await browser.proof('POST', browser.tokenUrl, { claims: { htu } });

  expect((await browser.exchange(await partner.token(), {}, { DPoP })).status).toBe(200);
});

it('uses the configured public address and ignores forwarded headers', async () => {
  const hostile = {
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Prefix': '/evil',
    'X-Original-URL': '/evil',
    Forwarded: 'host=evil.example;proto=https',
  };
  const theirs = await browser.proof('POST', 'https://evil.example/booking/token');
  const token = await partner.token();

  expect((await browser.exchange(token, {}, hostile)).status).toBe(200);
  expect(await refusalOf(await browser.exchange(token, {}, { ...hostile, DPoP: theirs }))).toMatchObject({
    code: 'invalid_dpop_proof',
  });
});

/** The address at this host, without the public prefix. */
function tokenUrlWith(path: string): string {
  return new URL(path, server.publicUrl).href;
}

function userAt(url: string): string {
  return url.replace('http://', 'http://user@');
}

function withSubject(token: string, sub: string): string {
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...partner.claims(), sub })).toString('base64url');
  return `${header}.${payload}.${signature}`;
}

function unsigned(proof: string): string {
  const [, payload] = proof.split('.');
  const header = { alg: 'none', typ: 'dpop+jwt', jwk: browser.jwk };
  return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.`;
}
