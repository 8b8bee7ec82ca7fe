/** Reads: repeated while the service asks to wait, for as long as a customer waits. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { UpstreamError } from '../../server/core/errors.ts';
import { fillPath } from '../../server/upstream/fill-path.ts';
import { inBackground } from '../../server/upstream/gate.ts';
import { eventually } from '../support/eventually.ts';
import { manualClock } from '../support/manual-clock.ts';
import { patience } from '../support/patience.ts';
import {
  type Answer,
  answerAfter,
  cut,
  failure,
  raw,
  scriptedServer,
  success,
} from '../support/scripted-server.ts';
import { upstreamHttp } from '../support/upstream-client.ts';

const path = '/v1/locations';

it.each<[string, Answer[], number]>([
  ['a 429 [ERR-29]', [failure(429), success({ ok: 1 })], 2],
  ['a calendar that does not answer [ERR-35]', [failure(503), failure(503), success({ ok: 1 })], 3],
  ['a cut connection', [cut, success({ ok: 1 })], 2],
  ['a body that is no JSON', [raw(200, 'x'), success({ ok: 1 })], 2],
  ['a 502', [raw(502, ''), success({ ok: 1 })], 2],
])('retries after %s', async (_, script, requests) => {
  const { url, received } = await scriptedServer(...script);
  expect((await upstreamHttp(url).read(path)).data).toEqual({ ok: 1 });
  expect(received).toHaveLength(requests);
});

it.each<[string, Answer, object]>([
  ['a missing offering', failure(404), { status: 404, code: null, requestId: 'req-1' }],
  ['a refused key', failure(401), { status: 401 }],
  [
    'a code',
    failure(409, { code: 'INTEGRATION_CONFIGURATION_UNAVAILABLE' }),
    { code: 'INTEGRATION_CONFIGURATION_UNAVAILABLE' },
  ],
  [
    'a configuration that is missing [ERR-31, T75]',
    failure(503, { code: 'STRUCTURED_PHYSICIAN_ATTESTATION_NOT_CONFIGURED' }),
    { status: 503 },
  ],
])('does not retry after %s', async (_, answer, error) => {
  const { url, received } = await scriptedServer(answer);
  const failed = await upstreamHttp(url)
    .read(path)
    .catch((thrown: unknown) => thrown);
  expect(failed).toBeInstanceOf(UpstreamError);
  expect(failed).toMatchObject(error);
  expect(received).toHaveLength(1);
});

it('takes a response that arrived while the process was paused, although its time is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { url } = await scriptedServer((response, request) => {
    // After a pause, timers come before sockets.
    setImmediate(() => {
      success({ ok: 1 })(response, request);
      vi.advanceTimersByTime(patience.readTotalMs);
    });
  });
  expect((await upstreamHttp(url).read(path)).data).toEqual({ ok: 1 });
});

describe('A read that the server makes by itself', () => {
  const other = '/v1/offerings';
  const outcome = (read: Promise<{ status: number }>) =>
    read.then(({ status }) => status).catch((error: UpstreamError) => [error.status, error.reason]);

  async function refused(status: number, ...script: Answer[]) {
    const { url, received } = await scriptedServer(failure(status), ...script, success({ ok: 1 }));
    const http = upstreamHttp(url);
    const alone = (route: string) => outcome(inBackground(() => http.read(route)));
    expect(await alone(path)).toEqual([status, null]);
    return { http, alone, received };
  }

  it.each([401, 403])('is not sent again after a %i', async (status) => {
    const { alone, received } = await refused(status);
    expect(await alone(path)).toEqual([status, 'key_refused']);
    expect(received).toHaveLength(1);
  });

  it.each([401, 403])(
    'is sent again once a customer got a response of its route after a %i',
    async (status) => {
      const { http, alone, received } = await refused(status, failure(status));
      expect(await outcome(http.read(path))).toEqual([status, null]);
      expect(await alone(path)).toEqual([status, 'key_refused']);
      await http.read(path);
      expect(await alone(path)).toBe(200);
      expect(received).toHaveLength(4);
    },
  );

  it.each([
    ['is sent again once the key is accepted anywhere after a 401', 401, 200],
    [
      'waits while only other routes respond after a 403: the key has no scope for it',
      403,
      [403, 'key_refused'],
    ],
  ])('%s', async (_, status, again) => {
    const { http, alone } = await refused(status);
    await http.read(other);
    expect(await alone(path)).toEqual(again);
  });

  it.each([401, 403])('asks again once an hour after a %i', async (status) => {
    const { url, received } = await scriptedServer(failure(status));
    const clock = manualClock();
    const http = upstreamHttp(url, { clock });
    const alone = () => outcome(inBackground(() => http.read(path)));
    await alone();
    clock.advance(59 * 60_000);
    await alone();
    expect(received).toHaveLength(1);
    clock.advance(60_000);
    expect(await alone()).toEqual([status, null]);
    expect(await alone()).toEqual([status, 'key_refused']);
    expect(received).toHaveLength(2);
  });

  it('is sent again after a refusal that is not about the key', async () => {
    const { url } = await scriptedServer(
      failure(403, { code: 'FLOW_ENDPOINT_MISMATCH' }),
      success({ ok: 1 }),
    );
    const http = upstreamHttp(url);
    const alone = () => outcome(inBackground(() => http.read(path)));
    expect([await alone(), await alone()]).toEqual([[403, null], 200]);
  });
});

it('gives up after a few attempts, with the last response', async () => {
  const { url, received } = await scriptedServer(failure(503));
  await expect(upstreamHttp(url).read(path)).rejects.toMatchObject({
    status: 503,
    requestId: 'req-1',
  });
  expect(received).toHaveLength(4);
});

it('gives up at once if it must wait longer than a customer does', async () => {
  const { url, received } = await scriptedServer(failure(429, null, { 'retry-after': '60' }));
  await expect(upstreamHttp(url).read(path)).rejects.toMatchObject({
    status: 429,
    retryAfterMs: 60_000,
  });
  expect(received).toHaveLength(1);
});

it('waits as long as the service asks', async () => {
  const { url } = await scriptedServer(failure(503, null, { 'retry-after': '0.3' }), success({}));
  const startedAt = performance.now();
  await upstreamHttp(url).read(path);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295);
});

it.each([200, 404])(
  'has no status without a response of the service, as a proxy on the way with %i',
  async (status) => {
    const page = () => raw(status, '<html></html>');
    const { url } = await scriptedServer(page(), page(), page(), page());
    await expect(upstreamHttp(url).read(path)).rejects.toMatchObject({
      status: 0,
      code: null,
      reason: `http_${status}_no_envelope`,
    });
  },
);

it('repeats a read to which a proxy on the way has responded that there is nothing', async () => {
  const { url } = await scriptedServer(raw(404, '<html></html>'), success({ id: 'a' }));
  expect((await upstreamHttp(url).read(path)).data).toEqual({ id: 'a' });
});

it('says why there is no response', async () => {
  await expect(upstreamHttp('http://127.0.0.1:1').read(path)).rejects.toMatchObject({
    status: 0,
    reason: 'network_ECONNREFUSED',
  });
});

it('encodes every value of a query, a plus sign too [T02]', async () => {
  const { url, received } = await scriptedServer(success({}));
  const query = {
    updated_after: '2026-11-02T08:30:00+02:00',
    limit: 5,
    cursor: undefined,
  };
  await upstreamHttp(url).read('/v1/appointments', { query });
  expect(received[0]?.url).toBe('/v1/appointments?updated_after=2026-11-02T08%3A30%3A00%2B02%3A00&limit=5');
});

it('follows no redirect, so that the API key stays with its host [AUTH-12]', async () => {
  const elsewhere = await scriptedServer(success({}));
  const { url } = await scriptedServer(raw(302, '', { location: elsewhere.url }));
  await expect(upstreamHttp(url).read(path)).rejects.toMatchObject({
    status: 0,
    reason: 'http_302_no_envelope',
  });
  expect(elsewhere.received).toEqual([]);
});

it('includes neither the API key nor the response in its errors', async () => {
  const { url } = await scriptedServer(failure(400, { code: 'X', email: 'canary@example.com' }));
  const failed = (await upstreamHttp(url, { apiKey: 'pre.canary' })
    .read(path)
    .catch((thrown: unknown) => thrown)) as UpstreamError;
  expect(`${failed.message}${failed.stack}`).not.toContain('canary');
});

it.each([1, 3])('has at most %i concurrent requests, as configured [LIM-16]', async (connections) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { url, received } = await scriptedServer(answerAfter(released, success({ ok: 1 })));
  const http = upstreamHttp(url, { connections });
  const reads = Promise.all(Array.from({ length: 8 }, () => http.read(path)));
  await eventually(() => received.length === connections);
  // A server of another address has answered, so that others would have arrived.
  const other = await scriptedServer(success({ ok: 1 }));
  await upstreamHttp(other.url).read(path);
  expect(received).toHaveLength(connections);
  release();
  await reads;
  expect(received).toHaveLength(8);
});

describe('A path', () => {
  it.each([
    ['a-b', '/v1/a-b/c'],
    ['a/b', '/v1/a%2Fb/c'],
    ['a?b#c', '/v1/a%3Fb%23c/c'],
    ['../x', '/v1/..%2Fx/c'],
    ['ü', '/v1/%C3%BC/c'],
  ])('encodes %s', (id, path) => {
    expect(fillPath('/v1/{id}/c', { id })).toBe(path);
  });

  it.each(['', '.', '..'])('refuses "%s"', (id) => {
    expect(() => fillPath('/v1/{id}/c', { id })).toThrow('path parameter id');
  });

  it('rejects a placeholder without a value', () => {
    expect(() => fillPath('/v1/{id}', {})).toThrow('path parameter id');
  });
});

it('takes a new connection after a minute of constant use, which learns another address of the service', async () => {
  const ports = new Set<number | undefined>();
  const { url } = await scriptedServer((response, request) => {
    ports.add(request.socket.remotePort);
    success({ ok: 1 })(response, request);
  });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const http = upstreamHttp(url, { connections: 1 });
  const beganAt = Date.now();
  const readAfter = (seconds: number) => {
    vi.setSystemTime(beganAt + seconds * 1000);
    return http.read(path);
  };
  for (const seconds of [0, 20, 40, 59]) await readAfter(seconds);
  expect(ports.size).toBe(1);
  await readAfter(61);
  expect(ports.size).toBe(2);
});
