/**
 * Ten thousand malformed requests over every operation are refused in the envelope, commit nothing and break nothing.
 * MALFORMED_SEED repeats a run.
 */
import fc from 'fast-check';
import { Agent, request } from 'undici';
import { expect, it } from 'vitest';
import type { JsonSchema } from '../../server/contract/json-schema.ts';
import type { ConsentSession } from '../../server/contract/upstream-api/consent.ts';
import { type OpenApiDocument, openApiDocument } from '../../server/sandbox/openapi/document.ts';
import type { Operation, Parameter } from '../../server/sandbox/openapi/operation.ts';
import { identityBody, order, readyToSchedule, sessionBody } from './booking.ts';
import { type Harness, openHarness } from './sandbox-harness.ts';
import { exampleOf, type Place, placesIn } from './schema-example.ts';

interface FlawedBody {
  flaw: string;
  body: string;
}

const longText = fc.integer({ min: 5_000, max: 60_000 }).map((length) => 'x'.repeat(length));
const deep = fc
  .integer({ min: 1_100, max: 20_000 })
  .chain((depth) => fc.constantFrom('[]', '{"a":}').map((pair) => nested(pair, depth)));

function nested(pair: string, depth: number): string {
  const [open = '', close = ''] = pair === '[]' ? ['[', ']'] : ['{"a":', '}'];
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

/** Texts that are not JSON or exceed the limits. */
const badJson: fc.Arbitrary<string>[] = [
  fc.constantFrom(
    '{',
    '{"a":',
    '[1,',
    '"',
    'nul',
    '{"a":1}}',
    "{'a':1}",
    '{"a":1,}',
    '\uFEFF{}',
    'NaN',
    '\u0000',
  ),
  fc
    .string({ unit: 'binary', maxLength: 40 })
    .map((text) => `{${text}`)
    .filter((text) => !isJson(text)),
  fc
    .string({ maxLength: 40 })
    .map((text) => `{"a":"${text}`)
    .filter((text) => !isJson(text)),
  longText.map((text) => `{"first_name":"${text}"}`),
  deep,
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Bodies of the schema with one thing wrong. */
function flawedBodies(schema: JsonSchema): fc.Arbitrary<FlawedBody>[] {
  const example = JSON.stringify(exampleOf(schema));
  const places = placesIn(schema);
  const required = places.filter((place) => place.required);
  const typed = places.filter((place) => wrongFor(place).length > 0);
  const closed = [{ path: [] as string[], schema }, ...places].filter(
    (place) => place.schema.additionalProperties === false,
  );
  const changed = (flaw: string, place: fc.Arbitrary<{ path: string[] }>, value: fc.Arbitrary<unknown>) =>
    fc.tuple(place, value).map(([{ path }, json]) => ({ flaw, body: withValue(example, path, json) }));
  const whole: fc.Arbitrary<FlawedBody>[] = [
    fc.constantFrom('[]', '"x"', '7', 'true', `[${example}]`).map((body) => ({ flaw: 'no object', body })),
    fc
      .tuple(
        fc.constantFrom(...closed),
        fc.constantFrom('nickname', '', 'constructor', 'a.b', 'x'.repeat(500)),
      )
      .map(([{ path }, name]) => ({ flaw: 'unknown field', body: withValue(example, [...path, name], 1) })),
  ];
  if (places.length === 0) return whole;
  return [
    ...whole,
    fc
      .constantFrom(...typed)
      .chain((place) => changed('wrong type', fc.constant(place), fc.constantFrom(...wrongFor(place)))),
    changed('long text', fc.constantFrom(...places), longText),
    ...(required.length > 0
      ? [changed('missing', fc.constantFrom(...required), fc.constant(undefined))]
      : []),
    fc.tuple(fc.constantFrom(...places), deep).map(([{ path }, text]) => ({
      flaw: 'deep',
      body: withValue(example, path, 'DEEP').replace('"DEEP"', text),
    })),
  ];
}

const wrongValues = [null, 7.5, true, 'x', [], {}, [[]], ['x', 1], { a: 1 }];

/** Values that no type of the schema allows. */
function wrongFor({ schema }: Place): unknown[] {
  const types = [
    schema.type,
    ...(schema.anyOf ?? []).map((one) => typeof one === 'object' && one.type),
  ].flat();
  const anything = types.every((type) => !type) && schema.enum === undefined && schema.const === undefined;
  if (anything) return [];
  return wrongValues.filter((value) => {
    if (value === null) return !types.includes('null');
    if (Array.isArray(value)) return !types.includes('array') || value.length !== 1;
    if (typeof value === 'object') return !types.includes('object');
    if (typeof value === 'number') return !types.includes('number');
    if (typeof value === 'string') return !types.includes('string') || isClosedText(schema);
    return !types.includes('boolean');
  });
}

const isClosedText = ({ enum: choices, const: only, format, pattern }: JsonSchema) =>
  choices !== undefined || only !== undefined || format !== undefined || pattern !== undefined;

function withValue(example: string, path: string[], value: unknown): string {
  const copy: unknown = JSON.parse(example);
  const holder = path.slice(0, -1).reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), copy);
  Reflect.set(Object(holder), path.at(-1) ?? '', value);
  return JSON.stringify(copy);
}

interface Malformed {
  flaw: string;
  operationId: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The valid parts of a request: existing ids and a key of the flow. */
interface Fixtures {
  ids: Record<string, string>;
  apiKey(path: string): string;
}

interface Target {
  method: string;
  template: string;
  operation: Operation;
  body: JsonSchema | undefined;
}

const junkId = fc.constantFrom(
  ...['1', 'null', '%00', '%zz', '..%2F..', '%F0%9F%92%A9', "'%20OR%201=1--", '{id}', '*', '-1', '__proto__'],
  ...['00000000-0000-0000-0000-00000000000g', '00000000000040008000000000000000', 'x'.repeat(2_000)],
);
const junkValue = fc.constantFrom(
  'abc',
  '1e999',
  '--1',
  'NaN',
  '%00',
  '%5B%5D',
  'DEXA,MRI',
  'x'.repeat(5_000),
);
const junkKey = fc.constantFrom(
  '',
  'x',
  'pk_nobody.secret',
  '.',
  'pk_.',
  '%00',
  'x'.repeat(8_000),
  '__proto__.x',
);
const wrongMethod = fc.constantFrom('PUT', 'PATCH', 'DELETE', 'OPTIONS', 'GET', 'POST', 'SEARCH', 'PURGE');

function malformedRequests(document: OpenApiDocument, fixtures: Fixtures): fc.Arbitrary<Malformed> {
  const targets = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]): Target => {
      const body = operation.requestBody?.content['application/json'].schema;
      return { method: method.toUpperCase(), template, operation, body };
    }),
  );
  const allowed = (template: string) =>
    targets.filter((target) => target.template === template).map(({ method }) => method);
  return fc
    .constantFrom(...targets)
    .chain((target) =>
      fc.oneof(...flawsOf(target, allowed(target.template))).map((flaw) => requestOf(target, fixtures, flaw)),
    );
}

interface Flaw {
  flaw: string;
  method?: string;
  path?: string;
  params?: Record<string, string>;
  query?: string;
  headers?: Record<string, string | undefined>;
  body?: string;
}

function flawsOf(
  { method, template, operation, body }: Target,
  allowed: string[],
): fc.MaybeWeightedArbitrary<Flaw>[] {
  const { parameters } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const needsKey = parameters.some(({ name, required }) => name === 'Idempotency-Key' && required);
  return [
    junkKey.map((apiKey) => ({ flaw: 'bad key', headers: { 'x-api-key': apiKey } })),
    fc.constant({ flaw: 'no key', headers: { 'x-api-key': undefined } }),
    wrongMethod
      .filter((other) => !allowed.includes(other))
      .map((other) => ({ flaw: 'wrong method', method: other })),
    fc.constant({ flaw: 'wrong path', path: `${template}/none` }),
    ...inPath.map(({ name }) => junkId.map((id) => ({ flaw: 'bad id', params: { [name]: id } }))),
    fc
      .constantFrom('verbose=1', '__proto__=1', 'a[b]=c', '=', `${'x'.repeat(3_000)}=1`)
      .map((query) => ({ flaw: 'unknown query', query })),
    ...inQuery.map(({ name }) => fc.constant({ flaw: 'query twice', query: `${name}=1&${name}=2` })),
    ...inQuery
      .filter(isTyped)
      .map(({ name }) => junkValue.map((value) => ({ flaw: 'bad query', query: `${name}=${value}` }))),
    ...(needsKey
      ? [
          fc.constant({ flaw: 'no Idempotency-Key', headers: { 'idempotency-key': undefined } }),
          fc.integer({ min: 256, max: 8_000 }).map((length) => ({
            flaw: 'long Idempotency-Key',
            headers: { 'idempotency-key': 'k'.repeat(length) },
          })),
        ]
      : []),
    ...(method === 'POST' ? badJson.map((text) => text.map((body) => ({ flaw: 'bad JSON', body }))) : []),
    ...(body === undefined ? [] : flawedBodies(body)).map((arbitrary) => ({ arbitrary, weight: 4 })),
  ];
}

const isTyped = ({ schema }: Parameter) =>
  schema.enum !== undefined || schema.format !== undefined || schema.type !== 'string';

function requestOf(target: Target, { ids, apiKey }: Fixtures, flaw: Flaw): Malformed {
  const params = { ...ids, ...flaw.params };
  const template = flaw.path ?? target.template;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '1');
  const headers = Object.entries({
    'x-api-key': apiKey(target.template),
    'content-type': 'application/json',
    'idempotency-key': 'one',
    ...flaw.headers,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const example = target.body === undefined ? undefined : JSON.stringify(exampleOf(target.body));
  const body = flaw.body ?? example;
  const method = flaw.method ?? target.method;
  return {
    flaw: flaw.flaw,
    operationId: target.operation.operationId,
    method,
    path: `${path}${flaw.query === undefined ? '' : `?${flaw.query}`}`,
    headers: Object.fromEntries(headers),
    ...(body === undefined || method === 'GET' ? {} : { body }),
  };
}

const seed = Number(process.env.MALFORMED_SEED ?? Date.now() % 2 ** 31);
const requests = 10_000;
const atATime = 8;

/**
 * A customer, an offering, an open consent session and an appointment, so that a request with one fault passes the
 * other checks.
 */
async function fixturesOf(harness: Harness): Promise<Fixtures> {
  const partner = await harness.partner();
  const coBranded = await harness.partner({ flow: 'co_branded' });
  const { id: appointmentId, identityId, pair } = await readyToSchedule(partner);
  const { orderId } = await order(coBranded, 'DEXA');
  const session = await partner.post<ConsentSession>(
    '/v1/api-first/consent-sessions',
    await sessionBody(partner, identityId, 'VO2'),
  );
  return {
    ids: {
      catalogId: pair.catalog_id,
      offeringId: pair.offering_id,
      testType: 'DEXA',
      sessionId: session.data.id,
      identityId,
      appointmentId,
      orderId,
    },
    apiKey: (path) => (path.endsWith('/schedule-handoff') ? coBranded.apiKey : partner.apiKey),
  };
}

/** The fault of the response, or null. */
async function faultOf(url: string, dispatcher: Agent, { method, path, headers, body }: Malformed) {
  const answer = await request(url + path, { method, headers, body: body ?? null, dispatcher });
  const text = await answer.body.text();
  const { code, data, error } = text.startsWith('{"code":') ? JSON.parse(text) : Object();
  const refused = answer.statusCode >= 400 && answer.statusCode < 500;
  return refused && code === answer.statusCode && data === null && typeof error.message === 'string'
    ? null
    : `${answer.statusCode} ${text.slice(0, 200)}`;
}

it(`refuses ${requests} malformed requests in the envelope (MALFORMED_SEED=${seed}) [ERR-01] [ERR-02] [ERR-10]`, async () => {
  const harness = await openHarness();
  const document = openApiDocument();
  const malformed = malformedRequests(document, await fixturesOf(harness));
  const waiting = fc.sample(malformed, { numRuns: requests, seed });
  const before = (await harness.control('GET', '/ledger')).json;
  const sent = new Set(waiting.map(({ operationId }) => operationId));
  const dispatcher = new Agent({ connections: atATime });

  const faults: string[] = [];
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const fault = await faultOf(harness.url, dispatcher, next).catch(String);
      if (fault !== null)
        faults.push(`${next.flaw}: ${next.method} ${next.path} ${next.body?.slice(0, 300)}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  await dispatcher.close();

  expect(faults.slice(0, 5)).toEqual([]);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect([...sent].sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  expect((await harness.control('GET', '/ledger')).json).toEqual(before);
  await harness.close();
});

it('refuses a malformed body under a used Idempotency-Key as a conflict', async () => {
  const partner = await (await openHarness()).partner();
  const identities = '/v1/api-first/identities';
  expect((await partner.post(identities, identityBody(), 'one')).status).toBe(201);
  expect(await partner.post(identities, { ...identityBody(), first_name: 7 }, 'one')).toMatchObject({
    status: 409,
    code: 'IDEMPOTENCY_CONFLICT',
  });
  expect((await partner.post(identities, identityBody(), 'one')).status).toBe(201);
});
