/** A `/v1` route as data: method, path, scope, schemas and a handler. Handlers are synchronous, so every effect is atomic. */
import { z } from 'zod';
import { uuid } from '../../contract/upstream-api/envelope.ts';
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import type { State } from '../state.ts';
import type { Flow, Key, Scope } from './keys.ts';
import { invalidRequest, validate } from './validation.ts';

/** The result of a handler. Errors are thrown. */
export interface RouteResult {
  status: number;
  data: unknown;
  headers?: Record<string, string>;
  /** Sent instead of an envelope (APT-64). */
  pdf?: Buffer;
}

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Path parameters after `checkParams`. */
type Params<Path extends string> = {
  [Name in ParamName<Path>]: Name extends 'testType' ? TestType : string;
};

/** By status: the schema of the data, null for a response without a body, or the content type of another body. */
export type Responses = Record<number, z.ZodType | null | 'application/pdf'>;

/** A validated request with its key. */
interface RouteRequest<Path extends string, Body, Query> {
  key: Key;
  params: Params<Path>;
  query: Query;
  body: Body;
  /** Time of the request on the sandbox's clock. */
  now: Date;
  ifNoneMatch: string;
  /** The sandbox's origin as the client reached it, for the addresses of the hosted page and the storage. */
  origin: string;
}

export interface RouteSpec<Path extends string, Body, Query> {
  method: 'GET' | 'POST';
  /** Parameters named `...Id` are UUIDs; `testType` is one of the eight test types. */
  path: Path;
  scope?: Scope;
  /** Only keys of this flow may use the route. @default both flows (HND-07) */
  flow?: Flow;
  /** Whether the write needs an `Idempotency-Key`; `optional` if the specification does not say (GAP-27). */
  idempotencyKey?: 'required' | 'optional';
  /** Status of a replay. @default the status of the first response (ORD-14) */
  replayStatus?: number;
  body?: z.ZodType<Body>;
  query?: z.ZodType<Query>;
  /** Summary in the OpenAPI document. */
  summary: string;
  /** The data of each success, by status. */
  responses: Responses;
  /** Returns the error that the specification names for an invalid body; undefined gives the plain 400. */
  bodyError?: (error: z.ZodError, body: unknown) => Error | undefined;
  handler(request: RouteRequest<Path, Body, Query>, state: State): RouteResult;
}

/** A request before validation. */
interface UncheckedRequest extends RouteRequest<string, unknown, unknown> {
  /** Whether unknown fields are an error; otherwise they are dropped. */
  strict: boolean;
}

/** A route with its schemas, as {@link defineRoute} creates it. */
export interface Route extends Omit<RouteSpec<string, unknown, unknown>, 'query' | 'bodyError' | 'handler'> {
  query: z.ZodType;
  /**
   * Validates query and body, then commits the request. Path parameters must have passed `checkParams`.
   * @throws ApiError 400 if query or body is invalid, or the error of `bodyError`
   */
  handle(request: UncheckedRequest, state: State): RouteResult;
}

const noQuery = z.strictObject({});

/** Reads the ids of the service without regard to case (RFC 9562 4), as in paths. A partner's own ids stay as they are. */
function withLowerCaseIds(schema: z.ZodType | undefined, data: unknown): unknown {
  if (!(schema instanceof z.ZodObject)) return data;
  const isId = (name: string) => {
    const field: unknown = schema.shape[name];
    return (field instanceof z.ZodOptional ? field.unwrap() : field) === uuid;
  };
  return Object.fromEntries(
    Object.entries(Object(data)).map(([name, value]) => [
      name,
      isId(name) ? String(value).toLowerCase() : value,
    ]),
  );
}

/** Defines a route with typed parameters, query and body. */
export function defineRoute<const Path extends string, Body = undefined, Query = unknown>(
  spec: RouteSpec<Path, Body, Query>,
): Route {
  const { handler, bodyError, body: bodySchema, query: querySchema = noQuery, ...rules } = spec;
  return {
    ...rules,
    ...(bodySchema === undefined ? {} : { body: bodySchema }),
    query: querySchema,
    handle(request, state) {
      const query = validate<unknown>(querySchema, request.query, request.strict);
      if (!query.success) throw invalidRequest(query.error);
      const body =
        bodySchema && validate(bodySchema, request.body === undefined ? {} : request.body, request.strict);
      if (body?.success === false) throw bodyError?.(body.error, request.body) ?? invalidRequest(body.error);
      const checked = {
        ...request,
        params: request.params as Params<Path>,
        query: withLowerCaseIds(querySchema, query.data) as Query,
        body: withLowerCaseIds(bodySchema, body?.data) as Body,
      };
      return handler(checked, state);
    },
  };
}
