/** A route follows from its operation: the order of its work, its input, its responses and what it does not accept. */
import type { Middleware } from 'koa';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Handlers, routes } from '../../../server/api/http/route.ts';
import type { Operations } from '../../../server/contract/server-api/operation.ts';
import { Problem } from '../../../server/core/errors.ts';
import { routerHarness } from './http-harness.ts';

const thing = z.object({ id: z.string(), size: z.number() });
const shared = {
  summary: 'Test',
  caller: 'customer',
  access: { record: 'booking', action: 'view' },
  problems: [],
} as const;
const operations = {
  'GET /things/{id}': { ...shared, responses: { 200: thing } },
  'POST /things/{id}': {
    ...shared,
    request: z.strictObject({ size: z.number().default(1) }),
    isRequestOptional: true,
    responses: { 200: thing, 201: thing },
  },
  'PUT /things/{id}': { ...shared, request: z.strictObject({ size: z.number() }), responses: { 204: null } },
  'GET /things/{id}/file': { ...shared, responses: { 200: { type: 'text/calendar' } } },
} as const satisfies Operations;

const handlers: Handlers<typeof operations> = {
  'GET /things/{id}': async (ctx) => ({ id: ctx.params.id, size: 1 }),
  'POST /things/{id}': async (ctx, { size }) => ({ status: 201, body: { id: ctx.params.id, size } }),
  'PUT /things/{id}': async () => undefined,
  'GET /things/{id}/file': async () => 'BEGIN:VCALENDAR',
};

const serve = (guard: Middleware = (_, next) => next()) =>
  routerHarness(routes(operations, { customer: [guard] }, handlers));

const json = (method: string, body: unknown) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

it('gives the parameters and the parsed body, and sends what the handler returns', async () => {
  const { url } = await serve();
  expect(await (await fetch(`${url}/things/a%20b`)).json()).toEqual({ id: 'a b', size: 1 });
  const created = await fetch(`${url}/things/7`, json('POST', { size: 3 }));
  expect([created.status, await created.json()]).toEqual([201, { id: '7', size: 3 }]);
  const stored = await fetch(`${url}/things/7`, json('PUT', { size: 3 }));
  expect([stored.status, await stored.text()]).toEqual([204, '']);
  const file = await fetch(`${url}/things/7/file`);
  expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(await file.text()).toBe('BEGIN:VCALENDAR');
});

it('takes a request without a body only if the operation says so', async () => {
  const { url } = await serve();
  expect(await (await fetch(`${url}/things/7`, { method: 'POST' })).json()).toEqual({ id: '7', size: 1 });
  expect((await fetch(`${url}/things/7`, { method: 'PUT' })).status).toBe(422);
});

it('names the fields that are not valid', async () => {
  const { url } = await serve();
  const response = await fetch(`${url}/things/7`, json('PUT', { size: 'large' }));
  expect(await response.json()).toMatchObject({
    code: 'invalid_fields',
    fields: [{ path: 'size', code: 'invalid' }],
  });
});

it('runs the guards of the caller before it reads the body, and knows the operation even then', async () => {
  let summary: string | undefined;
  const { url } = await serve((ctx) => {
    summary = ctx.state.operation.summary;
    throw new Problem('token_missing');
  });
  const response = await fetch(`${url}/things/7`, { ...json('PUT', {}), body: 'not JSON' });
  expect([response.status, summary]).toEqual([401, 'Test']);
});

it('refuses another spelling of a path', async () => {
  const { url } = await serve();
  for (const path of ['/THINGS/7', '/things/7/']) expect((await fetch(url + path)).status).toBe(404);
});

it('compiles only with each operation, its response and its input', () => {
  const { 'PUT /things/{id}': _, ...others } = handlers;
  const some = { customer: [] };
  // @ts-expect-error: an operation without a handler
  expect(() => routes(operations, some, others)).toThrow('PUT /things/{id}');
  // @ts-expect-error: a handler of no operation
  routes(operations, some, { ...handlers, 'GET /others': async () => undefined });
  // @ts-expect-error: a response without one of its fields
  routes(operations, some, { ...handlers, 'GET /things/{id}': async () => ({ id: '7' }) });
  // @ts-expect-error: a status that is not declared
  routes(operations, some, { ...handlers, 'POST /things/{id}': async () => ({ status: 202 }) });
  // @ts-expect-error: a caller without guards
  expect(() => routes(operations, {}, handlers)).toThrow(/customer/);
});
