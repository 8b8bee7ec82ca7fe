/** Makes an OpenAPI 3.1 document from the operations and schemas of a contract. */
import { z } from 'zod';
import { type JsonSchema, jsonSchemas, referenceTo } from '../../contract/json-schema.ts';
import { type ProblemCode, problemCodes } from '../../contract/problem-codes.ts';
import type { Caller, Operation, Operations, OtherBody } from '../../contract/server-api/operation.ts';
import { jsonOf } from './route.ts';

/** A body by its media type. */
type Content = Record<string, { schema: JsonSchema }>;

/** One response of an operation. */
export interface ResponseObject {
  description: string;
  content?: Content;
}

/** One method of one path in the document. */
export interface OperationObject {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: {
    name: string;
    in: 'path' | 'header' | 'query';
    required: boolean;
    description?: string;
    schema: JsonSchema;
  }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ResponseObject>;
}

const always = ['internal_error', 'bad_request', 'too_many_requests', 'store_unavailable'] as const;
const ofSession = [
  'token_missing',
  'token_expired',
  'token_invalid',
  'token_revoked',
  'proof_invalid',
  'proof_nonce_required',
  'role_not_allowed',
] as const satisfies readonly ProblemCode[];
const ofJson = [
  'malformed_body',
  'malformed_json',
  'body_too_deep',
  'body_too_large',
  'unsupported_media_type',
  'request_too_slow',
  'invalid_fields',
] as const satisfies readonly ProblemCode[];

const ofOperator = ['operator_key_invalid', 'host_not_allowed'] as const satisfies readonly ProblemCode[];

const security: Record<Caller, Record<string, string[]>[]> = {
  customer: [{ widgetToken: [], proof: [] }],
  physician: [{ widgetToken: [], proof: [] }],
  page: [{ proof: [] }],
  backend: [{ backendSecret: [] }],
  service: [{ signature: [] }],
  operator: [{ operatorKey: [] }],
  anyone: [],
};

/** An API of this server. */
export interface DescribedApi {
  title: string;
  description: string;
  /** The address of the API, in words. */
  address: string;
  operations: Operations;
  schemaNames: Record<string, z.ZodType>;
  securitySchemes: Record<string, object>;
}

/** Makes the document of an API. */
export function openApiOf({ title, description, address, ...api }: DescribedApi) {
  const schemas: Record<string, z.ZodType> = { ...api.schemaNames };
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const [key, operation] of Object.entries<Operation>(api.operations)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(method, path, operation, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '.', description: address }],
    paths,
    components: { schemas: jsonSchemas(schemas), securitySchemes: api.securitySchemes },
  };
}

/** A document, as {@link openApiOf} makes it. */
export type ApiDocument = ReturnType<typeof openApiOf>;

/** @param schemas receives the schemas that have no name of their own */
function operationOf(
  method: string,
  path: string,
  operation: Operation,
  schemas: Record<string, z.ZodType>,
): OperationObject {
  const id = operationIdOf(method, path);
  const contentOf = (body: z.ZodType | OtherBody, suffix: string) =>
    contentIn(body, `${id}${suffix}`, schemas);
  const { summary, description, caller, request, responses, otherErrors = {} } = operation;
  const successes = Object.entries(responses).map(([status, body]): [string, ResponseObject] => [
    status,
    body === null ? { description: 'Done' } : { description: 'Done', content: contentOf(body, 'Response') },
  ]);
  const errors = Object.entries(otherErrors).map(([status, body]): [string, ResponseObject] => [
    status,
    { description: 'An error of OAuth 2.0', content: contentOf(body, 'Error') },
  ]);
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags: [tagOf(path)],
    security: security[caller],
    parameters: parametersOf(path, operation),
    ...(request && {
      requestBody: { required: !operation.isRequestOptional, content: contentOf(request, 'Request') },
    }),
    responses: merged([...successes, ...errors, ...problemsOf(operation)]),
  };
}

/** For example `postJourneysByIdRetry` for POST /journeys/{id}/retry. */
function operationIdOf(method: string, path: string): string {
  const words = path.replaceAll('{', 'by-').split(/[^A-Za-z0-9]+/);
  const capitalized = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${method.toLowerCase()}${capitalized.join('')}`;
}

const tagOf = (path: string) => /^\/(\w+)/.exec(path)?.[1] ?? 'token';

function parametersOf(path: string, { headers = {}, query = {} }: Operation): OperationObject['parameters'] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' as const },
  }));
  const named = (place: 'header' | 'query', all: NonNullable<Operation['headers']>) =>
    Object.entries(all).map(([name, { description, required }]) => ({
      name,
      in: place,
      required,
      description,
      schema: { type: 'string' as const },
    }));
  return [...inPath, ...named('query', query), ...named('header', headers)];
}

/** Refers to the schema by its name; a schema without one is added under `fallback`. */
function contentIn(
  body: z.ZodType | OtherBody,
  fallback: string,
  schemas: Record<string, z.ZodType>,
): Content {
  const isJson = body instanceof z.ZodType;
  const schema = isJson ? body : body.schema;
  const type = isJson ? 'application/json' : body.type;
  if (schema === undefined) return { [type]: { schema: {} } };
  const known = Object.entries(schemas).find(([, one]) => one === schema)?.[0];
  const name = known ?? `${fallback.charAt(0).toUpperCase()}${fallback.slice(1)}`;
  schemas[name] = schema;
  return { [type]: { schema: { $ref: referenceTo(name) } } };
}

/** The problems of an operation by status, with the codes that the status can have. */
function problemsOf(operation: Operation): [string, ResponseObject][] {
  const { caller, request, problems } = operation;
  const codes = new Set<ProblemCode>([
    ...always,
    ...(caller === 'customer' || caller === 'physician' ? ofSession : []),
    ...(caller === 'operator' ? ofOperator : []),
    ...(jsonOf(operation) ? ofJson : []),
    ...(request instanceof z.ZodType ? [] : (['unsupported_media_type'] as const).filter(() => request)),
    ...problems,
  ]);
  const byStatus = Map.groupBy([...codes], (code) => problemCodes[code].status);
  return [...byStatus].map(([status, listed]) => [String(status), problemResponse(listed)]);
}

function problemResponse(codes: readonly ProblemCode[]): ResponseObject {
  const schema: JsonSchema = {
    allOf: [{ $ref: referenceTo('Problem') }, { properties: { code: { enum: [...codes] } } }],
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${problemCodes[code].title}`).join('\n\n'),
    content: { 'application/problem+json': { schema } },
  };
}

/** Merges the contents of responses with the same status. */
function merged(responses: readonly [string, ResponseObject][]): Record<string, ResponseObject> {
  const all: Record<string, ResponseObject> = {};
  for (const [status, { description, content }] of responses) {
    const before = all[status];
    all[status] = {
      description: before ? `${before.description}\n\n${description}` : description,
      ...((content ?? before?.content) && { content: { ...before?.content, ...content } }),
    };
  }
  return all;
}
