/** The common rules of `/v1` responses: the envelope, keys and scopes, malformed input, limits. */
import { describe, expect, it } from 'vitest';
import { identityBody } from './booking.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { call, nobody, partnerOf } from './sandbox-harness.ts';

eachWithPartner();

describe('the envelope', () => {
  it('has null data and exactly five error fields on failure [ERR-02] [ERR-03]', async () => {
    const path = `/v1/appointments/${nobody}`;
    const { json, error } = await partner.get(path);
    expect(json).toMatchObject({ code: 404, data: null });
    expect(Object.keys(error).sort()).toEqual(['details', 'message', 'path', 'request_id', 'timestamp']);
    expect(error.path).toBe(path);
    expect(error.timestamp).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  });

  it('answers an unknown route with 404 in the envelope [VER-01]', async () => {
    expect(await partner.get('/v1/nothing')).toMatchObject({
      status: 404,
      json: { data: null },
    });
  });

  it('sends no header that gives a page access', async () => {
    const { headers } = await partner.get('/v1/locations', {
      origin: 'https://partner.example',
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('authentication', () => {
  const paths = ['/v1/integration-configuration', '/v1/locations', '/v1/appointments', '/v1/nothing'];

  it.each(paths)('requires an x-api-key at %s [AUTH-02] [AUTH-03] [AUTH-08]', async (path) => {
    const { status, error } = await call(harness.url + path, 'GET', {});
    expect(status).toBe(401);
    expect(error.message).toBe('The x-api-key header is required.');
  });

  it.each([
    ['an unknown prefix', () => 'pk_nobody.secret'],
    ['a wrong secret', () => `${partner.prefix}.wrong`],
    ['no secret', () => partner.prefix],
    ['a key of another environment', () => 'pk_live_1f3a.5f2e'],
  ])('answers 401 to %s [AUTH-04] [ENV-07] [ERR-16]', async (_name, apiKey) => {
    const { status } = await partnerOf(harness.url, apiKey()).get('/v1/locations');
    expect(status).toBe(401);
  });

  it('answers 403 naming the missing scope [AUTH-06] [ORD-20] [GAP-103]', async () => {
    const reader = await harness.partner({ scopes: ['read:appointments'] });
    const { status, error } = await reader.post('/v1/orders', {});
    expect(status).toBe(403);
    expect(error.message).toContain('write:orders');
    expect(error.details).toBeNull();
  });

  it('checks no scope but on the order [AUTH-09] [CFG-04] [GAP-101]', async () => {
    const bare = await harness.partner({ scopes: [] });
    expect((await bare.get('/v1/integration-configuration')).status).toBe(200);
    expect((await bare.post('/v1/api-first/identities', identityBody())).status).toBe(201);
    expect((await bare.get('/v1/appointments')).status).toBe(200);
  });

  it.each([
    ['GET /v1/locations', '/v1/locations'],
    ['GET /v1/appointments/{appointmentId}', `/v1/appointments/${nobody}`],
    ['GET /v1/tests/*/prescreen-form', '/v1/tests/CALST/prescreen-form'],
  ])('answers 404 at the disabled %s [AUTH-07]', async (entry, path) => {
    await harness.control('PATCH', '/settings', { disabled_endpoints: [entry] });
    const { status, error } = await partner.get(path);
    expect(status).toBe(404);
    expect(error.message).toContain('disabled');
    expect((await partner.get('/v1/integration-configuration')).status).toBe(200);
  });
});

describe('input that is malformed', () => {
  it.each([
    ['GET', '/v1/appointments/1'],
    ['GET', '/v1/api-first/identities/1'],
    ['GET', '/v1/api-first/consent-sessions/1'],
    ['GET', `/v1/locations/${nobody}/offerings/1/products`],
    ['GET', `/v1/locations/1/offerings/${nobody}/schedule`],
    ['POST', '/v1/appointments/1/schedule'],
  ])('answers 400 with an array of strings to %s %s [ERR-10] [APT-10]', async (method, path) => {
    const { status, error } = await (method === 'GET' ? partner.get(path) : partner.post(path, {}));
    expect(status).toBe(400);
    expect(error.details).toEqual([expect.stringMatching(/Id must be a UUID$/)]);
  });

  it.each([
    '/v1/api-first/consent-bundles/MRI',
    '/v1/tests/MRI/prescreen-form',
    '/v1/tests/dexa/scheduling-questionnaire',
  ])('answers 400 to the unknown test type in %s [GAP-16]', async (path) => {
    expect((await partner.get(path)).status).toBe(400);
  });

  it.each([
    ['an unknown field', { ...identityBody(), nickname: 'A' }, 'nickname'],
    [
      'an unknown nested field',
      identityBody({ address: { ...identityBody().address, country: 'US' } }),
      'country',
    ],
    ['a missing field', identityBody({ email: undefined }), 'email'],
  ])('refuses %s with details as an array [GAP-37] [GAP-111]', async (_name, body, field) => {
    const { status, error } = await partner.post('/v1/api-first/identities', body);
    expect(status).toBe(400);
    expect(String(error.details)).toContain(field);
  });

  it('refuses a body that is not JSON, and an unknown query parameter [GAP-111]', async () => {
    const response = await fetch(`${harness.url}/v1/api-first/identities`, {
      method: 'POST',
      headers: { 'x-api-key': partner.apiKey, 'idempotency-key': 'k' },
      body: '{"external_customer_id":',
    });
    expect(response.status).toBe(400);
    expect((await partner.get('/v1/integration-configuration?verbose=1')).status).toBe(400);
  });
});

describe('the rate limit', () => {
  it('answers 429 to requests beyond the limit within one second, with Retry-After [ERR-28] [GAP-107]', async () => {
    await harness.control('PATCH', '/settings', { rate_limit_per_second: 2 });
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => partner.get('/v1/integration-configuration')),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]?.error.message).toBe('Rate limit exceeded');
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    await harness.control('POST', '/clock', { advance_seconds: 1 });
    expect((await partner.get('/v1/integration-configuration')).status).toBe(200);
  });
});
