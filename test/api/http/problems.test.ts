/** Every error becomes problem details with a public code, without internal details. */
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { securityHeaders } from '../../../server/api/http/security-headers.ts';
import { problem } from '../../../server/contract/problem.ts';
import { Problem, StoreUnavailable, UpstreamError } from '../../../server/core/errors.ts';
import { eventually } from '../../support/eventually.ts';
import { serve } from '../../support/serve.ts';
import { httpHarness, origin } from './http-harness.ts';

const canary = 'canary-4711';

async function answerTo(error: unknown) {
  const { url, logged } = await httpHarness(() => {
    throw error;
  });
  const response = await fetch(`${url}/things/${canary}?q=${canary}`, { headers: { origin } });
  return { response, body: problem.parse(await response.json()), logged };
}

it('sends a refusal with its headers and its request id', async () => {
  const fields = [{ path: 'email', message: 'Enter an e-mail address.' }];
  const refusal = new Problem('invalid_fields', {
    fields,
    headers: { 'Retry-After': '3' },
    upstreamRequestId: 'req-9',
  });
  const { response, body } = await answerTo(refusal);
  expect(response.status).toBe(422);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(response.headers.get('retry-after')).toBe('3');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    type: 'urn:dx-booking:problem:invalid_fields',
    status: 422,
    code: 'invalid_fields',
    title: 'Some fields are not valid.',
    fields,
    upstream_request_id: 'req-9',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

it('keeps the headers that let the page read the refusal', async () => {
  const { response } = await answerTo(new Problem('journey_moved', { title: 'Read it again.' }));
  expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  expect(response.headers.get('vary')).toMatch(/origin/i);
});

describe('an upstream that fails during a read', () => {
  it.each<[string, ConstructorParameters<typeof UpstreamError>[0], number, string, string | null]>([
    ['is out of reach', { status: 0 }, 503, 'service_unavailable', '5'],
    ['asks for patience', { status: 429, retryAfterMs: 7_200 }, 503, 'service_unavailable', '8'],
    ['is down', { status: 502 }, 503, 'service_unavailable', '5'],
    ['does not have it', { status: 404 }, 404, 'not_available', null],
    ['refuses the key, which no retry helps', { status: 401 }, 503, 'service_unavailable', null],
    [
      'lacks its configuration',
      { status: 409, code: 'INTEGRATION_CONFIGURATION_UNAVAILABLE' },
      503,
      'service_unavailable',
      null,
    ],
  ])('and %s', async (_, facts, status, code, retryAfter) => {
    const error = new UpstreamError({
      ...facts,
      requestId: 'req-1',
      details: { code: facts.code, email: canary },
    });
    const { response, body, logged } = await answerTo(error);
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe(retryAfter);
    expect(body).toMatchObject({ code, upstream_request_id: 'req-1' });
    expect(JSON.stringify(body) + logged.join()).not.toContain(canary);
  });
});

it.each([
  ['an error of ours', new TypeError(canary)],
  ['an error of a driver', Object.assign(new Error(canary), { code: '23505', detail: canary })],
  ['what is no error at all', canary],
  ['an error that claims a status of ours', Object.assign(new Error(canary), { status: 500, expose: true })],
])('reveals nothing of %s in the response or in the log', async (_, error) => {
  const { response, body, logged } = await answerTo(error);
  expect(response.status).toBe(500);
  expect(body).toMatchObject({ code: 'internal_error', status: 500 });
  expect(JSON.stringify(body) + logged.join()).not.toContain(canary);
  const failed = JSON.parse(logged[0] ?? '{}') as Record<string, unknown>;
  expect(failed).toMatchObject({ event: 'request.failed', request_id: body.request_id });
});

it('names the wait when the database is unreachable, and logs the cause for the operator', async () => {
  const error = new StoreUnavailable(Object.assign(new Error(canary), { code: 'ECONNREFUSED' }));
  const { response, body, logged } = await answerTo(error);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('2');
  expect(body).toMatchObject({ code: 'store_unavailable', status: 503 });
  expect(JSON.stringify(body) + logged.join()).not.toContain(canary);
  expect(JSON.parse(logged[0] ?? '{}')).toMatchObject({
    event: 'request.failed',
    error_class: 'StoreUnavailable',
    error_code: 'ECONNREFUSED',
  });
});

it('logs only class and place of an error after the response has begun', async () => {
  const printed = vi.spyOn(console, 'error');
  onTestFinished(() => printed.mockRestore());
  const { url, logged } = await httpHarness((ctx) => {
    ctx.body = Readable.from(
      (async function* () {
        yield 'the first part';
        throw Object.assign(new Error(canary), { code: 'ECONNRESET' });
      })(),
    );
  });
  await expect(fetch(`${url}/things/1`).then((response) => response.text())).rejects.toThrow();
  await eventually(() => logged.join().includes('request.broken'));
  expect(logged.join()).toContain('"error_code":"ECONNRESET"');
  expect(logged.join()).not.toContain(canary);
  expect(printed).not.toHaveBeenCalled();
});

it('treats a 4xx of a library as a bad request', async () => {
  const { body } = await answerTo(Object.assign(new Error(canary), { status: 400, expose: true }));
  expect(body).toMatchObject({ status: 400, code: 'bad_request' });
});

it.each([
  ['GET', '/nowhere', 404, 'not_found'],
  ['DELETE', '/things/1', 405, 'method_not_allowed'],
  ['PROPFIND', '/things/1', 405, 'method_not_allowed'],
])('answers %s %s with a problem', async (method, path, status, code) => {
  const { url } = await httpHarness(() => {});
  const response = await rawRequest(url, method, path);
  expect(response).toMatchObject({ status });
  expect(problem.parse(JSON.parse(response.text))).toMatchObject({ status, code });
});

it('logs the route instead of the address, and only listed fields', async () => {
  const { logged } = await answerTo(new Problem('journey_moved', { title: 'Read it again.' }));
  const { time, ...line } = JSON.parse(logged[0] ?? '{}') as Record<string, unknown>;
  expect(time).toEqual(expect.any(String));
  expect(line).toEqual({
    level: 30,
    event: 'request',
    method: 'GET',
    route: '/things/:id',
    status: 409,
    code: 'journey_moved',
    duration_ms: expect.any(Number),
    request_id: expect.any(String),
  });
});

/** fetch sends no method it does not know. */
async function rawRequest(
  url: string,
  method: string,
  path: string,
): Promise<{ status: number; text: string }> {
  const { request } = await import('node:http');
  return new Promise((done, fail) => {
    const sent = request(url + path, { method }, async (response) => {
      let text = '';
      for await (const chunk of response) text += String(chunk);
      done({ status: response.statusCode ?? 0, text });
    });
    sent.on('error', fail);
    sent.end();
  });
}

it('treats a body that the client cut as a client error', async () => {
  const { promise: isReading, resolve: read } = Promise.withResolvers<void>();
  const { url, logged } = await httpHarness(async (ctx) => {
    for await (const _ of ctx.req) read();
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
    socket.write('POST /things HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nsome of it'),
  );
  socket.on('error', () => {});
  await isReading;
  socket.destroy();
  await eventually(() => logged.join('').includes('"event":"request"'));
  expect(logged.join('')).toContain('connection_lost');
  expect(logged.join('')).not.toContain('request.failed');
});

it.each([
  [{ maxAge: 60, includeSubDomains: false }, 'max-age=60'],
  [{ maxAge: 60, includeSubDomains: true }, 'max-age=60; includeSubDomains'],
  [{ maxAge: 0, includeSubDomains: true }, null],
])('sends HSTS as configured: %j', async (transport, header) => {
  const app = new Koa().use(securityHeaders(transport));
  const { url, close } = await serve(app.callback());
  onTestFinished(close);
  const answer = await fetch(url);
  expect(answer.headers.get('strict-transport-security')).toBe(header);
});
