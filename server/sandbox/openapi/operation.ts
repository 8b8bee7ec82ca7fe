/** Converts a `/v1` route to an operation of the OpenAPI document. */
import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from '../../contract/json-schema.ts';
import { inProgress } from '../../contract/upstream-api/envelope.ts';
import type { Responses, Route } from '../engine/route.ts';
import { paramSchema } from '../engine/validation.ts';

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  style?: 'form';
  explode?: false;
}

/** A response of an operation. */
export interface Response {
  description: string;
  content?: Record<string, { schema: JsonSchema }>;
}

/** An operation: one method of one path. */
export interface Operation {
  operationId: string;
  summary: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, Response | { $ref: string }>;
}

/** Makes the operation from the schemas that the route validates with. */
export function operationOf(route: Route): Operation {
  const { summary, body, responses } = route;
  return {
    operationId: operationIdOf(route),
    summary,
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body) }),
    responses: {
      ...successes(responses, route.idempotencyKey !== undefined),
      '4XX': { $ref: '#/components/responses/Refusal' },
      '5XX': { $ref: '#/components/responses/Refusal' },
    },
  };
}

/** A body is optional if it has no mandatory field. */
function requestBodyOf(body: z.ZodType): NonNullable<Operation['requestBody']> {
  const schema = jsonSchema(body);
  return { required: (schema.required ?? []).length > 0, content: { 'application/json': { schema } } };
}

/** For example `getTestsByTestTypePrescreenForm` for GET /v1/tests/:testType/prescreen-form. */
function operationIdOf({ method, path }: Route): string {
  const words = path
    .replace(/^\/v1\/(api-first\/)?/, '')
    .replaceAll(':', 'by-')
    .split(/[/-]/);
  const capitalized = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${method.toLowerCase()}${capitalized.join('')}`;
}

function pathParameters({ path }: Route): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: jsonSchema(paramSchema(name)),
  }));
}

/** The type of a query parameter is the schema's output; lists are separated by commas. */
function queryParameters({ query }: Route): Parameter[] {
  const { properties = {} } = jsonSchema(query, 'output');
  return Object.entries(properties).map(([name, property]) => {
    const schema: JsonSchema = typeof property === 'boolean' ? {} : property;
    const list = schema.type === 'array' ? ({ style: 'form', explode: false } as const) : {};
    return { name, in: 'query', required: false, schema, ...list };
  });
}

function headerParameters({ idempotencyKey }: Route): Parameter[] {
  if (idempotencyKey === undefined) return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: idempotencyKey === 'required',
      schema: { type: 'string', minLength: 1 },
    },
  ];
}

/** Every write may also respond 202 while it is in progress (Errors; IDEM-06). */
function successes(declared: Responses, isWrite: boolean): Record<string, Response> {
  const schemas = Object.entries(declared).map(([status, data]): [string, Response] => {
    if (data === null) return [status, { description: 'Nothing has changed' }];
    if (data === 'application/pdf')
      return [status, { description: 'The document', content: { [data]: { schema: {} } } }];
    return [status, json(Number(status), [jsonSchema(data)])];
  });
  const responses = Object.fromEntries(schemas);
  if (!isWrite) return responses;
  const own = declared[202];
  const alternatives =
    own === undefined || own === null || own === 'application/pdf' ? [] : [jsonSchema(own)];
  return { ...responses, '202': json(202, [...alternatives, jsonSchema(inProgress)]) };
}

function json(status: number, data: JsonSchema[]): Response {
  const [only, ...more] = data;
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      code: { const: status },
      data: more.length === 0 && only !== undefined ? only : { anyOf: data },
      error: { type: 'null' },
    },
    required: ['code', 'data', 'error'],
    additionalProperties: false,
  };
  return { description: meanings[status] ?? 'Done', content: { 'application/json': { schema } } };
}

const meanings: Record<number, string> = {
  200: 'As it stands',
  201: 'Made',
  202: 'Taken on, and still being worked on',
};
