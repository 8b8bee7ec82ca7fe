/** The exchange check: reports exchanges that differ from the OpenAPI document, and accepts all others. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../server/sandbox/engine/exchange.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { identityBody } from './booking.ts';
import { breachesOf, checkExchange, takeBreaches } from './exchange-check.ts';
import { nobody, partnerOf } from './sandbox-harness.ts';

const identities: Exchange = {
  method: 'POST',
  path: '/v1/api-first/identities',
  query: {},
  requestHeaders: { 'idempotency-key': 'one' },
  requestBytes: Buffer.from(JSON.stringify(identityBody())),
  status: 201,
  contentType: 'application/json',
  responseBody: { code: 201, data: { customer_identity_id: nobody }, error: null },
};
const search: Exchange = {
  ...identities,
  method: 'GET',
  path: '/v1/appointments',
  query: { limit: '2' },
  requestHeaders: {},
  requestBytes: Buffer.alloc(0),
  status: 200,
  responseBody: {
    code: 200,
    data: { items: [], page_info: { has_more: false, limit: 2, next_cursor: null } },
    error: null,
  },
};
const refusal: Exchange = {
  ...identities,
  requestBytes: Buffer.from('{'),
  status: 400,
  responseBody: {
    code: 400,
    data: null,
    error: {
      details: null,
      message: 'No.',
      path: '/v1/api-first/identities',
      request_id: 'req_1',
      timestamp: '2027-01-01T00:00:00.000Z',
    },
  },
};

const breaches: [what: string, exchange: Exchange, breach: RegExp][] = [
  [
    'a field of the data that is missing',
    { ...identities, responseBody: { code: 201, data: {}, error: null } },
    /201\/data must have required property 'customer_identity_id'/,
  ],
  [
    'a field of another type',
    { ...identities, responseBody: { code: 201, data: { customer_identity_id: 7 }, error: null } },
    /customer_identity_id must be string/,
  ],
  [
    'a fourth field of the envelope',
    { ...identities, responseBody: { ...Object(identities.responseBody), meta: {} } },
    /must NOT have additional properties/,
  ],
  [
    'a code that is not the status',
    { ...identities, status: 200, responseBody: identities.responseBody },
    /200\/code must be equal to constant/,
  ],
  ['a status that is not listed', { ...identities, status: 204 }, /204: no such answer/],
  ['another content type', { ...identities, contentType: 'text/html' }, /sent as text\/html/],
  [
    'a refusal without its envelope',
    { ...refusal, responseBody: { error: 'No.' } },
    /400 must have required property 'code'/,
  ],
  ['a route that is not there', { ...search, path: '/v1/nothing' }, /no such operation/],
  ['an accepted write without its key', { ...identities, requestHeaders: {} }, /Idempotency-Key: is missing/],
  [
    'an accepted body with a field too many',
    { ...identities, requestBytes: Buffer.from(JSON.stringify({ ...identityBody(), nickname: 'A' })) },
    /body must NOT have additional properties/,
  ],
  ['an accepted query of another type', { ...search, query: { limit: 'two' } }, /limit.* must be integer/],
  [
    'an accepted query that is not listed',
    { ...search, query: { verbose: '1' } },
    /verbose: not a parameter/,
  ],
];

describe('the check of an exchange', () => {
  it.each([
    ['an accepted write', identities],
    ['a read with a query', search],
    ['a refusal', refusal],
    ['a refusal of what is no route', { ...refusal, path: '/v1/nothing' }],
  ])('passes %s', (_what, exchange) => {
    expect(breachesOf(exchange)).toEqual([]);
  });

  it.each(breaches)('finds %s', (_what, exchange, breach) => {
    expect(breachesOf(exchange)).toEqual([expect.stringMatching(breach)]);
  });

  it('keeps a violation until the test ends, to fail it', () => {
    checkExchange({ ...identities, status: 204 });
    expect(takeBreaches()).toEqual(['POST /v1/api-first/identities 204: no such answer']);
    expect(takeBreaches()).toEqual([]);
  });
});

describe('the sandbox passes to its observer', () => {
  it('each exchange, refused ones too, but not the response of a fault', async () => {
    const seen: string[] = [];
    const { url, close } = await startSandbox({
      onExchange: ({ method, path, status }) => seen.push(`${method} ${path} ${status}`),
    });
    const { keys } = Object(await (await fetch(`${url}/sandbox/keys`)).json());
    const partner = partnerOf(url, keys[0].api_key);
    await partner.get('/v1/integration-configuration');
    await partner.get('/v1/nothing');
    await partnerOf(url, 'nobody').get('/v1/appointments');
    const fault = { method: 'GET', path: '/v1/appointments', effect: { kind: 'status', status: 500 } };
    await fetch(`${url}/sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) });
    await partner.get('/v1/appointments');
    await close();
    expect(seen).toEqual([
      'GET /v1/integration-configuration 200',
      'GET /v1/nothing 404',
      'GET /v1/appointments 401',
    ]);
  });
});
