/** The OpenAPI document of the server: served, complete, clean before a linter, and checked against each exchange. */
import Koa from 'koa';
import { beforeAll, expect, it } from 'vitest';
import type { ApiDocument } from '../../../server/api/http/openapi-document.ts';
import { breachesOf } from '../../support/api-exchanges.ts';
import { startCoBrandedServer } from '../../support/co-branded-server.ts';
import { lintOpenApi } from '../../support/lint-openapi.ts';

let document: ApiDocument;
let routes: Set<string>;

interface Layer {
  path: string | RegExp;
  methods: string[];
}

beforeAll(async () => {
  // The sandbox is an app of its own.
  const apps = new Map<Koa, Set<string>>();
  const { use } = Koa.prototype;
  Koa.prototype.use = function (middleware) {
    const { router } = middleware as { router?: { stack: Layer[] } };
    const found = apps.get(this) ?? new Set();
    apps.set(this, found);
    for (const { path, methods } of router?.stack ?? [])
      for (const method of methods) if (method !== 'HEAD') found.add(`${method} ${String(path)}`);
    return use.call(this, middleware) as never;
  };
  const server = await startCoBrandedServer({ flows: ['full_api', 'co_branded'] });
  Koa.prototype.use = use;
  routes = [...apps.values()].find((found) => found.has('POST /journeys')) ?? new Set();
  document = (await (await fetch(`${server.url}/openapi.json`)).json()) as ApiDocument;
  await server.stop();
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

it('has each route of the server, and no other', () => {
  const served = [...routes].map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
  expect(operations().toSorted()).toEqual(served.toSorted());
});

it('is clean before the linter', async () => {
  expect(await lintOpenApi(document)).toEqual([]);
});

const exchange = {
  method: 'POST',
  path: '/appointments/7/check-in',
  requestHeaders: {},
  requestBody: '',
  status: 200,
  type: 'application/json',
  responseBody: '{"url":"https://service.example/check-in"}',
};
const problem = (code: string) => JSON.stringify({ type: 'a', status: 409, code, title: 'No.' });
const type = 'application/problem+json';

it.each([
  ['accepts an exchange as described', {}, []],
  ['accepts a listed problem', { status: 409, type, responseBody: problem('not_offered') }, []],
  [
    'finds an unlisted field',
    { responseBody: '{"url":"https://a.example","id":1}' },
    [/additional properties/],
  ],
  ['finds a missing field', { responseBody: '{}' }, [/required property 'url'/]],
  ['finds an unlisted route', { path: '/check-in' }, [/no such operation/]],
  ['finds an unlisted status', { status: 202 }, [/202: not listed/]],
  [
    'finds an unlisted code',
    { status: 409, type, responseBody: problem('slot_gone') },
    [/code slot_gone: not listed/],
  ],
  ['finds another media type', { type: 'text/html' }, [/sent as text\/html/]],
  [
    'finds a request without a header',
    { path: '/journeys/7/revisit', status: 200 },
    [/./, /If-Match/, /no body/],
  ],
])('%s', (_, changes, findings) => {
  expect(breachesOf({ ...exchange, ...changes })).toEqual(
    findings.map((finding) => expect.stringMatching(finding)),
  );
});
