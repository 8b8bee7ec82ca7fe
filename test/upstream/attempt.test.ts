/** One attempt of a write over a real connection: the outcome of each kind of response, and of none. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  cut,
  cutShort,
  failure,
  inProgress,
  raw,
  scriptedServer,
  silence,
  success,
} from '../support/scripted-server.ts';
import { upstreamHttp } from '../support/upstream-client.ts';

const write = {
  route: '/v1/orders',
  path: '/v1/orders',
  idempotencyKey: 'key-1',
  body: '{"a":1}',
};

async function attempt(answer: Answer, limit: { timeoutMs?: number } = {}) {
  const { url } = await scriptedServer(answer);
  return upstreamHttp(url, limit).attempt(write);
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString();

const compressedUnlessRefused =
  (data: object): Answer =>
  (response, request) => {
    if (request.headers['accept-encoding'] === 'identity') success(data)(response, request);
    else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify({ data })));
  };

describe('completes on', () => {
  it.each<[string, Answer, number]>([
    ['a 200', success({ order_id: 'o' }), 200],
    ['a 201', success({ order_id: 'o' }, 201), 201],
    [
      'a 202 without the in-progress code, which is a normal outcome [T07]',
      success({ order_id: 'o' }, 202),
      202,
    ],
    ['a 200 of a service that compresses where it may', compressedUnlessRefused({ order_id: 'o' }), 200],
    ['an envelope without a code [VER-02]', raw(200, '{"data":{"order_id":"o"},"error":null}'), 200],
    ['a code that is text [VER-02]', raw(200, '{"code":"ok","data":{"order_id":"o"},"error":null}'), 200],
    ['a success without an error [VER-02]', raw(200, '{"code":200,"data":{"order_id":"o"}}'), 200],
  ])('%s', async (_, answer, status) => {
    expect(await attempt(answer)).toEqual({
      kind: 'answered',
      status,
      data: { order_id: 'o' },
    });
  });
});

it.each([
  ['a 202 whose record has that status [T07]', 202, { id: 'e', status: 'in_progress' }],
  ['a 200 with that status', 200, { appointment_id: 'a', status: 'in_progress' }],
])('completes on %s', async (_, status, data) => {
  expect(await attempt(success(data, status))).toEqual({ kind: 'answered', status, data });
});

it.each<[string, Answer, number]>([
  ['a 204', raw(204, ''), 204],
  ['a success whose data is null', raw(200, '{"code":200,"data":null,"error":null}'), 200],
  ['a success without data', raw(200, '{"code":200,"error":null}'), 200],
])('completes without data on %s', async (_, answer, status) => {
  expect(await attempt(answer)).toEqual({ kind: 'answered', status, data: null });
});

describe('is in progress on', () => {
  it.each<[string, Answer, number | null]>([
    ['a 202 with the code in its data [IDEM-07, T06]', inProgress(3), 3_000],
    ['a longer wait of the header [IDEM-15]', inProgress(3, { 'retry-after': '5' }), 5_000],
    ['a longer wait of the body', inProgress(2, { 'retry-after': '0' }), 2_000],
    [
      'a 409 with the code in its error [IDEM-10, T08]',
      failure(409, { code: 'IDEMPOTENCY_IN_PROGRESS' }, { 'retry-after': '2' }),
      2_000,
    ],
    [
      'a 409 that gives its wait in the details',
      failure(409, { code: 'IDEMPOTENCY_IN_PROGRESS', retry_after_seconds: 4 }),
      4_000,
    ],
    ['a 202 that gives no wait', success({ code: 'IDEMPOTENCY_IN_PROGRESS' }, 202), null],
    ['the code under another 2xx', success({ code: 'IDEMPOTENCY_IN_PROGRESS' }, 200), null],
    ['the code in lower case', success({ code: 'idempotency_in_progress' }, 202), null],
    ['a 409 with the code in lower case', failure(409, { code: 'idempotency_in_progress' }), null],
    ['a 202 with its status only', success({ status: 'In_Progress' }, 202), null],
    [
      'a 202 with its status and a wait',
      success({ status: 'in_progress', retry_after_seconds: 1 }, 202),
      1_000,
    ],
    ['a 202 with its wait only', success({ retry_after_seconds: 2 }, 202), 2_000],
  ])('%s', async (_, answer, retryAfterMs) => {
    expect(await attempt(answer)).toEqual({
      kind: 'in_progress',
      retryAfterMs,
    });
  });
});

describe('is refused on', () => {
  it.each<[string, Answer, object]>([
    [
      'a code [ERR-04, T10]',
      failure(409, { code: 'SLOT_UNAVAILABLE' }),
      { status: 409, code: 'SLOT_UNAVAILABLE', requestId: 'req-1' },
    ],
    [
      'details that are a list [ERR-05, T11]',
      failure(400, ['id must be a uuid']),
      { status: 400, code: null, details: ['id must be a uuid'] },
    ],
    ['details that are null', failure(401), { status: 401, code: null, details: null }],
    [
      'a code that nobody knows, kept whole [ERR-07]',
      failure(418, { code: 'NEW', more: [1] }),
      { status: 418, code: 'NEW', details: { code: 'NEW', more: [1] } },
    ],
    [
      'a known code under an unexpected status [ERR-45]',
      failure(503, { code: 'SLOT_UNAVAILABLE' }),
      { status: 503, code: 'SLOT_UNAVAILABLE' },
    ],
    [
      'a 503 for a missing configuration, which no retry helps [ERR-31, T75]',
      failure(503, { code: 'STRUCTURED_PHYSICIAN_TEMPLATE_NOT_CONFIGURED' }),
      { status: 503 },
    ],
    [
      'an error that lacks some of its fields [VER-02]',
      raw(404, '{"code":404,"data":null,"error":{"message":"gone"}}'),
      { status: 404, code: null, requestId: null },
    ],
    [
      'an error whose time has no zone [VER-02]',
      raw(404, '{"code":404,"data":null,"error":{"timestamp":"2026-11-02T10:00:00"}}'),
      { status: 404, code: null, requestId: null },
    ],
    [
      'a known code in lower case [VER-02]',
      failure(409, { code: 'slot_unavailable' }),
      { status: 409, code: 'SLOT_UNAVAILABLE' },
    ],
    [
      'an error whose data is a list, and whose request id is a number [VER-02]',
      raw(409, '{"code":409,"data":[],"error":{"details":{"code":"SLOT_UNAVAILABLE"},"request_id":12}}'),
      { status: 409, code: 'SLOT_UNAVAILABLE', requestId: '12' },
    ],
    [
      'an error without data [VER-02]',
      raw(409, '{"code":409,"error":{"details":{"code":"CONSENT_GRANT_REQUIRED"}}}'),
      { status: 409, code: 'CONSENT_GRANT_REQUIRED' },
    ],
  ])('%s', async (_, answer, error) => {
    expect(await attempt(answer)).toMatchObject({ kind: 'refused', error });
  });
});

describe('stays unknown after', () => {
  it.each<[string, Answer, object]>([
    ['a cut connection [IDEM-04]', cut, { reason: 'network_UND_ERR_SOCKET', retryAfterMs: null }],
    ['an answer cut short', cutShort, { reason: 'network_UND_ERR_SOCKET' }],
    ['a body that is no JSON', raw(200, 'upstream connect error'), { reason: 'http_200_no_envelope' }],
    ['an empty body', raw(200, ''), { reason: 'http_200_no_envelope' }],
    ['JSON that is no envelope', raw(200, '{"order_id":"o"}'), { reason: 'http_200_no_envelope' }],
    [
      'a 2xx that carries an error',
      failure(200, { code: 'SLOT_UNAVAILABLE' }),
      { reason: 'http_200_contradicts_envelope' },
    ],
    ["a proxy's page", raw(404, '<html>not here</html>'), { reason: 'http_404_no_envelope' }],
    ["a proxy's own error", raw(404, '{"error":{"message":"no route"}}'), { reason: 'http_404_no_envelope' }],
    [
      'a 429 with seconds [ERR-29]',
      failure(429, null, { 'retry-after': '7' }),
      { reason: 'http_429', retryAfterMs: 7_000 },
    ],
    ['a 429 without a wait', failure(429), { reason: 'http_429', retryAfterMs: null }],
    ["a proxy's 503 with seconds", raw(503, 'busy', { 'retry-after': '3' }), { retryAfterMs: 3_000 }],
    ['a 500 [GAP-110]', failure(500), { reason: 'http_500' }],
    ['a 502', raw(502, ''), {}],
    ['a 504', raw(504, ''), {}],
    [
      'a calendar that is not there [ERR-33]',
      failure(503, {
        code: 'PHYSICIAN_ORDER_CALENDAR_UNAVAILABLE',
        retryable: true,
      }),
      { reason: 'http_503' },
    ],
  ])('%s', async (_, answer, expected) => {
    expect(await attempt(answer)).toMatchObject({
      kind: 'unknown',
      ...expected,
    });
  });

  it('a 503 with a date', async () => {
    const outcome = await attempt(failure(503, null, { 'retry-after': inAnHour() }));
    expect(outcome).toMatchObject({ kind: 'unknown' });
    const waitMs = outcome.kind === 'unknown' ? outcome.retryAfterMs : null;
    expect(waitMs).toBeGreaterThan(3_000_000);
    expect(waitMs).toBeLessThanOrEqual(3_600_000);
  });

  it('no response in time', async () => {
    expect(await attempt(silence, { timeoutMs: 150 })).toMatchObject({
      kind: 'unknown',
      reason: 'network_TimeoutError',
    });
  });

  it('a response that trickles in for ever', async () => {
    const trickle: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    };
    expect(await attempt(trickle, { timeoutMs: 200 })).toMatchObject({
      kind: 'unknown',
      reason: 'network_TimeoutError',
    });
  });

  it('a response larger than any of the service', async () => {
    const flood = raw(200, ' '.repeat(9 * 1024 * 1024));
    expect(await attempt(flood)).toMatchObject({ kind: 'unknown' });
  });

  it('a host without a listener', async () => {
    expect(await upstreamHttp('http://127.0.0.1:1').attempt(write)).toMatchObject({
      kind: 'unknown',
      reason: 'network_ECONNREFUSED',
    });
  });

  it('a redirect, which receives neither the key nor the body [AUTH-12]', async () => {
    const elsewhere = await scriptedServer(success({}));
    const outcome = await attempt(raw(307, '', { location: `${elsewhere.url}/v1/orders` }));
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(elsewhere.received).toEqual([]);
  });
});

it('sends the exact bytes with their length, the key of the write and the API key, once', async () => {
  const { url, received } = await scriptedServer(success({}));
  const body = '{"name":"Zoë  ","time":"2026-11-02T08:30:00-05:00"}';
  await upstreamHttp(`${url}/base/`).attempt({ ...write, body });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method: 'POST',
    url: '/base/v1/orders',
    body,
  });
  expect(received[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'idempotency-key': 'key-1',
    'x-api-key': 'prefix.secret',
  });
});

it('sends no body and no content type when a write has none', async () => {
  const { url, received } = await scriptedServer(success({}));
  await upstreamHttp(url).attempt({ ...write, body: null });
  expect(received[0]).toMatchObject({ body: '' });
  expect(received[0]?.headers['content-type']).toBeUndefined();
});

it('reports when the last byte has left, before the response arrives', async () => {
  const seen: string[] = [];
  const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
  const { url } = await scriptedServer((response, request) => {
    void isSent.then(() => success({ order_id: 'o' })(response, request));
  });
  await upstreamHttp(url)
    .attempt(write, () => {
      seen.push('sent');
      sent();
    })
    .then(() => seen.push('answered'));
  expect(seen).toEqual(['sent', 'answered']);
});
