/**
 * Compares the exchanges of the booking servers of this process with the OpenAPI documents of their APIs. The setup file
 * `api-exchanges-setup.ts` fails the test in which a difference is found.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiOfAdmin, openApiOfServer } from '../../server/api/http/openapi.ts';
import type { OperationObject, ResponseObject } from '../../server/api/http/openapi-document.ts';
import { type JsonSchema, referenceTo } from '../../server/contract/json-schema.ts';
import { addBreach } from './breaches.ts';

const documents = { server: openApiOfServer(), admin: openApiOfAdmin() };
/** The two APIs of a server. */
type Api = keyof typeof documents;
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
for (const [api, document] of Object.entries(documents)) ajv.addSchema(closed(document), api);

/** A server may send only documented fields, although a client accepts others. */
function closed<T>(node: T): T {
  if (Array.isArray(node)) return node.map(closed) as T;
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  const isOpen = members.type === 'object' && 'properties' in members && !('additionalProperties' in members);
  return { ...members, ...(isOpen && { additionalProperties: false }) } as T;
}

interface Known {
  key: string;
  pattern: RegExp;
  operation: OperationObject;
}

const knownOf = (api: Api): Known[] =>
  Object.entries(documents[api].paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${path}`,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      operation,
    })),
  );
const known = { server: knownOf('server'), admin: knownOf('admin') };

/** One exchange, as the server received and sent it. */
export interface ApiExchange {
  method: string;
  path: string;
  requestHeaders: IncomingMessage['headers'];
  requestBody: string;
  status: number;
  /** The media type of the response without its parameters; empty without a body. */
  type: string;
  responseBody: string;
}

const validators = new Map<string, ValidateFunction>();

/** Compiles the validator of a named schema when it is needed first: compiling is the cost of this check. */
function faults(api: Api, { $ref = '', allOf }: JsonSchema, value: unknown): string[] {
  const [problem, listed] = allOf ?? [];
  if (problem && listed) {
    const { code: known } = listed.properties as Record<string, JsonSchema>;
    const codes = known?.enum ?? [];
    const { code } = value as { code: string };
    return [
      ...faults(api, problem as JsonSchema, value),
      ...(codes.includes(code) ? [] : [`code ${code}: not listed`]),
    ];
  }
  const address = `${api}${$ref}`;
  const validate = validators.get(address) ?? ajv.compile({ $ref: address });
  validators.set(address, validate);
  return validate(value) ? [] : [ajv.errorsText(validate.errors, { dataVar: 'body' })];
}

/** @returns the differences between an exchange and the document */
export function breachesOf(exchange: ApiExchange, api: Api = 'server'): string[] {
  const { path, status, requestBody } = exchange;
  const method = exchange.method === 'HEAD' ? 'GET' : exchange.method;
  const found = known[api].find(({ key, pattern }) => key.startsWith(`${method} `) && pattern.test(path));
  if (found === undefined) {
    if (status < 400) return [`${status}: no such operation`];
    return faults(api, { $ref: referenceTo('Problem') }, JSON.parse(exchange.responseBody || '{}'));
  }
  const response = found.operation.responses[status];
  if (response === undefined) return [`${status}: not listed`];
  return [
    ...responseFaults(response, exchange, api),
    ...(status < 400 ? requestFaults(found, exchange, { api, body: requestBody }) : []),
  ];
}

function responseFaults({ content }: ResponseObject, exchange: ApiExchange, api: Api): string[] {
  const { status, type, responseBody, method } = exchange;
  if (type === '') return content === undefined || method === 'HEAD' ? [] : [`${status}: without a body`];
  if (content?.[type] === undefined) return [`${status}: sent as ${type}`];
  if (!type.endsWith('json') || responseBody === '') return [];
  return faults(api, content[type].schema, JSON.parse(responseBody));
}

function requestFaults(
  { operation, pattern }: Known,
  exchange: ApiExchange,
  { api, body }: { api: Api; body: string },
): string[] {
  const { requestHeaders, path } = exchange;
  const params = pattern.exec(path)?.groups ?? {};
  // The server does not read the body of an operation that has none.
  const readsBody = operation.requestBody !== undefined;
  const missing = operation.parameters.filter(({ in: place, name, required, schema }) => {
    const value = place === 'header' ? requestHeaders[name.toLowerCase()] : params[name];
    return value === undefined ? required : schema.enum && !schema.enum.includes(value as string);
  });
  const { content = {} } = operation.requestBody ?? {};
  const types = Object.keys(content);
  const [type = ''] = (requestHeaders['content-type'] ?? '').split(';');
  const form = () => Object.fromEntries([...new URLSearchParams(body)].filter(([, value]) => value !== ''));
  const sent = () => {
    if (!readsBody) return [];
    // A body of another media type is not kept.
    if (body === '' && Number(requestHeaders['content-length'] ?? 0) > 0) return [];
    if (body === '')
      return operation.requestBody?.required && types[0] !== 'application/pdf' ? ['no body'] : [];
    if (!types.includes(type)) return [`request as ${type}`];
    if (type === 'application/pdf') return [];
    return faults(api, content[type]?.schema ?? {}, type === 'application/json' ? JSON.parse(body) : form());
  };
  return [...missing.map(({ name }) => `parameter ${name}`), ...sent()];
}

/** Records every request that a booking server handles from now on. Call it before the server listens. @param api the API that it serves. @default the one for pages */
export function watchApi(server: Server, api: Api = 'server'): void {
  server.prependListener('request', (request, response) => record(request, response, api));
}

function record(request: IncomingMessage, response: ServerResponse, api: Api): void {
  const { method = '', url = '/' } = request;
  const [path = '/'] = url.split('?');
  if (method === 'OPTIONS' || path === '/' || /^\/(?:widget|files)\//.test(path)) return;
  const sent = tapRequest(request);
  const received = tapResponse(response);
  response.once('finish', () => {
    const [type = ''] = String(response.getHeader('content-type') ?? '').split(';');
    const exchange: ApiExchange = {
      method,
      path,
      requestHeaders: request.headers,
      requestBody: sent(),
      status: response.statusCode,
      type,
      responseBody: method === 'HEAD' ? '' : received(),
    };
    for (const breach of breachesOf(exchange, api)) addBreach(`${method} ${path} ${breach}`);
  });
}

/** Keeps the body of a request in JSON or of a form, while the server reads it. */
function tapRequest(request: IncomingMessage): () => string {
  const parts: Buffer[] = [];
  if (/json|form/.test(request.headers['content-type'] ?? '')) {
    const push = request.push.bind(request);
    request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      // The server may release the bytes after it has read them.
      if (chunk !== null) parts.push(Buffer.from(chunk));
      return push(chunk, encoding);
    };
  }
  return () => Buffer.concat(parts).toString();
}

/** Keeps the body of a response in JSON. */
function tapResponse(response: ServerResponse): () => string {
  const parts: Buffer[] = [];
  const keep = (chunk: unknown) => {
    const isJson = String(response.getHeader('content-type')).includes('json');
    if (isJson && (typeof chunk === 'string' || chunk instanceof Uint8Array)) parts.push(Buffer.from(chunk));
  };
  const { write, end } = response;
  response.write = ((chunk: unknown, ...rest: []) => {
    keep(chunk);
    return (write as (...all: unknown[]) => boolean).call(response, chunk, ...rest);
  }) as ServerResponse['write'];
  response.end = ((chunk: unknown, ...rest: []) => {
    keep(chunk);
    return (end as (...all: unknown[]) => ServerResponse).call(response, chunk, ...rest);
  }) as ServerResponse['end'];
  return () => {
    const sent = Buffer.concat(parts);
    return (response.getHeader('content-encoding') === 'gzip' ? gunzipSync(sent) : sent).toString();
  };
}
