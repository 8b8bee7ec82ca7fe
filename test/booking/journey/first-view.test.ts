/** The first request of a page: the exchange and the first view in one, under the checks of both. */
import { describe, expect, it } from 'vitest';
import type { ProblemBody } from '../../../server/contract/problem.ts';
import type { TokenErrorResponse } from '../../../server/contract/token-api.ts';
import { at } from '../../support/booking.ts';
import { Customer } from '../../support/customer.ts';
import { origin, startFullApiServer } from '../../support/full-api-server.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { isListRead } from '../../support/recording-proxy.ts';
import { serverOfFile, serverOfTest } from '../../support/server-of-test.ts';

const service = await serverOfFile({
  hooks: {
    verifySubject: async (token) =>
      token.startsWith('user-')
        ? { subject: token, role: token.includes('doctor') ? 'physician' : 'customer', tokenId: token }
        : null,
  },
});

const refusal = async (reply: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await reply;
  const { error, error_description, code } = body as TokenErrorResponse & ProblemBody;
  return { status, code: error ?? code, description: error_description };
};

describe('POST /first-view', () => {
  it('opens the booking and gives a token, which the same key uses', async () => {
    const customer = service.customer('first');
    const asked = { test_types: ['DEXA'], near: { zip: '10002' } };
    const { status, body, headers } = await customer.firstView({ journey: JSON.stringify(asked) });
    expect([status, body.token_type, headers.get('cache-control')]).toEqual([200, 'DPoP', 'no-store']);
    expect(headers.get('dpop-nonce')).toBeTruthy();
    expect(at(body.journey, 'place').results?.within_radius.length).toBeGreaterThan(0);
    // The page falls back to the two requests with the same key.
    await customer.signIn();
    const again = await customer.open(asked as object);
    expect({ ...again, journey_id: null }).toEqual({ ...body.journey, journey_id: null });
    const begun = await customer.answer('place', { search: { test_types: ['DEXA'], near: asked.near } });
    expect(await customer.open(asked as object)).toEqual(begun);
  });

  it('needs no header that a browser asks a preflight for', async () => {
    const { headers } = await service.customer('simple').firstView();
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-expose-headers')).toContain('DPoP-Nonce');
  });

  it('binds the user token to the key, as POST /token does', async () => {
    await service.customer('owner').firstView();
    expect(await refusal(service.customer('owner').firstView())).toMatchObject({ code: 'invalid_grant' });
    await expect(service.customer('owner').signIn()).rejects.toThrow('token_used');
  });

  it('accepts each proof once', async () => {
    const customer = service.customer('replay');
    await customer.firstView();
    const sent = [...customer.credentials].find((each) => each.startsWith('eyJ'));
    const second = await refusal(service.customer('replay').firstView({ proof: sent }));
    expect(second).toEqual({
      status: 400,
      code: 'invalid_dpop_proof',
      description: 'the proof was used before',
    });
  });

  it.each([
    ['another origin', {}, { Origin: 'https://evil.example' }, 'this web origin may not hold a token'],
    ['no proof', { proof: undefined }, {}, 'proof is missing or not valid'],
    ['a proof that is none', { proof: 'a.b.c' }, {}, 'the DPoP proof is not valid'],
    ['the proof in the header too', {}, { DPoP: 'a.b.c' }, 'the proof belongs into the form'],
    ['a field of its own', { subject: 'user-other' }, {}, 'a field is not known here'],
    ['no user token', { subject_token: undefined }, {}, 'subject_token is missing or not valid'],
    ['another user token', { subject_token: 'nobody' }, {}, 'the subject token was not accepted'],
    [
      'JSON',
      {},
      { 'content-type': 'application/json' },
      'the body must be application/x-www-form-urlencoded',
    ],
  ])('refuses %s, and opens nothing', async (_, changes, headers, description) => {
    const asked = () => service.wire.requests.filter((request) => !isListRead(request)).length;
    const before = asked();
    const reply = await refusal(service.customer(`refused-${_}`).firstView(changes, headers));
    expect(reply.description).toBe(description);
    expect([400, 415]).toContain(reply.status);
    expect(asked()).toBe(before);
    expect(JSON.stringify(reply)).not.toContain('user-');
  });

  it('refuses a proof for POST /token', async () => {
    const customer = service.customer('elsewhere');
    await customer.signIn();
    const proof = [...customer.credentials].find((each) => each.startsWith('eyJ'));
    expect((await refusal(service.customer('elsewhere-2').firstView({ proof }))).description).toBe(
      'htu is not the public address of this request',
    );
  });

  it.each([
    ['no JSON', '{"near":', 400, 'malformed_json'],
    ['a list', '[]', 422, 'invalid_fields'],
    ['a test that nobody offers', '{"test_types":["NONE"]}', 422, 'invalid_fields'],
    ['deep nesting', `${'['.repeat(100)}${']'.repeat(100)}`, 400, 'body_too_deep'],
  ])('refuses to open for %s, and the key can still be used', async (_, journey, status, code) => {
    const customer = service.customer(`asks-${code}-${journey.length}`);
    expect(await refusal(customer.firstView({ journey }))).toMatchObject({ status, code });
    await customer.open();
  });

  it('refuses a physician', async () => {
    expect(await refusal(service.customer('doctor').firstView())).toMatchObject({
      status: 403,
      code: 'role_not_allowed',
    });
  });

  it('counts as a request of the user, and not as a failed exchange of the address', async () => {
    const limited = await startFullApiServer({
      env: { RATE_LIMIT_PER_ADDRESS: '2', RATE_LIMIT_PER_USER: '1' },
    });
    const page = new Customer(limited.url, origin, 'user-one');
    expect((await page.firstView()).status).toBe(200);
    expect((await page.fetch('GET', '/appointments')).status).toBe(429);
    for (const user of ['user-two', 'user-three', 'user-four'])
      expect((await new Customer(limited.url, origin, user).firstView()).status, user).toBe(200);
    await limited.stop();
  });

  it('does not remember the proofs of a user over the limit', async () => {
    const clock = manualClock(Date.now());
    const env = { RATE_LIMIT_PER_ADDRESS: '1', RATE_LIMIT_PER_USER: '2' };
    const limited = await serverOfTest({ clock, env });
    const page = new Customer(limited.url, origin, 'user-one');
    await page.firstView();
    await page.fetch('GET', '/appointments');
    const headers = await page.signedHeaders('GET', '/appointments');
    const status = async () => (await fetch(`${limited.url}/appointments`, { headers })).status;
    expect([await status(), await status()]).toEqual([429, 429]);
    // Requests of a known user do not count for the address.
    expect((await fetch(`${limited.url}/openapi.json`)).status).toBe(200);
    clock.advance(61_000);
    expect(await status()).toBe(200);
    clock.advance(1_000);
    expect(await status()).toBe(401);
  });
});
