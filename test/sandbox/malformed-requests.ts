/** Generates requests with one fault for all operations of the OpenAPI document; each must be rejected. */
import fc from 'fast-check';
import type { JsonSchema } from '../../server/contract/json-schema.ts';
import type { OpenApiDocument } from '../../server/sandbox/openapi/document.ts';
import type { Operation, Parameter } from '../../server/sandbox/openapi/operation.ts';
import { badJson, flawedBodies } from './malformed-bodies.ts';
import { exampleOf } from './schema-example.ts';

export interface Malformed {
  flaw: string;
  operationId: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The valid parts of a request: existing ids and a key of the flow. */
export interface Fixtures {
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

export function malformedRequests(document: OpenApiDocument, fixtures: Fixtures): fc.Arbitrary<Malformed> {
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
