/** Checks every exchange of `/v1` against the sandbox's OpenAPI document; a breach fails the test in which it happens. */
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterEach, expect } from 'vitest';
import type { JsonSchema } from '../../server/contract/json-schema.ts';
import type { Exchange } from '../../server/sandbox/engine/exchange.ts';
import { openApiDocument } from '../../server/sandbox/openapi/document.ts';
import type { Operation, Parameter } from '../../server/sandbox/openapi/operation.ts';

const document = openApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    operation,
  })),
);

const exact = new Ajv2020({ allErrors: true, allowUnionTypes: true });
/** Values in queries, paths and headers are text, so "2" counts as a number. */
const fromText = new Ajv2020({ coerceTypes: true, allowUnionTypes: true });
for (const ajv of [exact, fromText]) addFormats.default(ajv);

const compiled = new Map<JsonSchema, ValidateFunction>();

function faults(ajv: Ajv2020, schema: JsonSchema, value: unknown, name: string): string[] {
  const check = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, check);
  return check(value) ? [] : [ajv.errorsText(check.errors, { dataVar: name })];
}

/** The differences between an exchange and the document. For an error only the response is checked. */
export function breachesOf(exchange: Exchange): string[] {
  const found = operations.find(({ method, path }) => method === exchange.method && path.test(exchange.path));
  const operation = found?.operation;
  const accepted = exchange.status < 400;
  if (operation === undefined && accepted) return ['no such operation'];
  return [
    ...answerFaults(operation, exchange),
    ...(operation !== undefined && accepted
      ? requestFaults(operation, exchange, found?.path.exec(exchange.path)?.groups ?? {})
      : []),
  ];
}

function answerFaults(operation: Operation | undefined, { status, contentType, responseBody }: Exchange) {
  if (status >= 400) {
    const schema = document.components.schemas.Refusal ?? {};
    return faults(exact, schema, asSent(responseBody), `${status}`);
  }
  const response = operation?.responses[status];
  if (response === undefined || '$ref' in response) return [`${status}: no such answer`];
  if (response.content === undefined) return responseBody === undefined ? [] : [`${status}: has a body`];
  const media = response.content[contentType];
  if (media === undefined) return [`${status}: sent as ${contentType}`];
  return contentType === 'application/json'
    ? faults(exact, media.schema, asSent(responseBody), `${status}`)
    : [];
}

function requestFaults(operation: Operation, exchange: Exchange, params: Record<string, string>): string[] {
  const sent: Record<Parameter['in'], Record<string, unknown>> = {
    path: params,
    query: exchange.query,
    header: exchange.requestHeaders,
  };
  const unknown = Object.keys(exchange.query).filter((name) =>
    operation.parameters.every((parameter) => parameter.name !== name),
  );
  const schema = operation.requestBody?.content['application/json'].schema;
  return [
    ...unknown.map((name) => `query ${name}: not a parameter`),
    ...operation.parameters.flatMap((parameter) => parameterFaults(parameter, sent[parameter.in])),
    ...(schema === undefined
      ? []
      : faults(exact, schema, JSON.parse(exchange.requestBytes.toString() || '{}'), 'body')),
  ];
}

function parameterFaults({ in: place, name, required, schema }: Parameter, sent: Record<string, unknown>) {
  const value = sent[place === 'header' ? name.toLowerCase() : name];
  if (value === undefined) return required ? [`${place} ${name}: is missing`] : [];
  const read = schema.type === 'array' ? String(value).split(',') : value;
  // Coercion writes into the object that holds the value.
  const holder: JsonSchema = compiledHolder(schema);
  return faults(fromText, holder, { value: read }, `${place} ${name}`);
}

const holders = new Map<JsonSchema, JsonSchema>();

function compiledHolder(schema: JsonSchema): JsonSchema {
  const holder = holders.get(schema) ?? { type: 'object', properties: { value: schema } };
  holders.set(schema, holder);
  return holder;
}

/** The value after JSON serialization. */
const asSent = (body: unknown): unknown =>
  body === undefined ? undefined : JSON.parse(JSON.stringify(body));

let breaches: string[] = [];

/** For `startSandbox`: keeps each breach until the test ends. */
export function checkExchange(exchange: Exchange): void {
  for (const breach of breachesOf(exchange)) breaches.push(`${exchange.method} ${exchange.path} ${breach}`);
}

export function takeBreaches(): string[] {
  const taken = breaches;
  breaches = [];
  return taken;
}

afterEach(() => {
  expect(takeBreaches(), 'exchanges that are not as the OpenAPI document says').toEqual([]);
});
