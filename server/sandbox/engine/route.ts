/** A `/v1` route as data: verb, path, scope, schemas and a synchronous handler, so that every effect is atomic. */
import { z } from 'zod';
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import type { State } from '../state.ts';
import type { Flow, Key, Scope } from './keys.ts';
import { refuseInvalid, validate } from './validation.ts';

/** What a handler answers; refusals are thrown. */
export interface Outcome {
  status: number;
  data: unknown;
  headers?: Record<string, string>;
  /** Sent as it is instead of an envelope (APT-64). */
  pdf?: Buffer;
}

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Path parameters as `checkParams` lets them through. */
export type Params<Path extends string> = {
  [Name in ParamName<Path>]: Name extends 'testType' ? TestType : string;
};

/** By status: the schema of the data, null where no body goes out, or the content type of a body that is no JSON. */
export type Answers = Record<number, z.ZodType | null | 'application/pdf'>;

/** A request past authentication. */
export interface Call<Path extends string, Body, Query> {
  key: Key;
  params: Params<Path>;
  query: Query;
  body: Body;
  /** The sandbox's clock at this request. */
  now: Date;
  ifNoneMatch: string;
  /** The sandbox's own, as the caller reached it: where its hosted page and its storage stand. */
  origin: string;
}

export interface RouteSpec<Path extends string, Body, Query> {
  method: 'GET' | 'POST';
  /** Parameters named `...Id` are UUIDs, `testType` is one of the eight. */
  path: Path;
  scope?: Scope;
  /** The flow whose keys alone may call it; either one's without (HND-07). */
  flow?: Flow;
  /** Whether the write needs an `Idempotency-Key`; `optional` where the specification does not say (GAP-27). */
  idempotencyKey?: 'required' | 'optional';
  /** The status of a replay where it is not that of the first answer (ORD-14). */
  replayStatus?: number;
  body?: z.ZodType<Body>;
  query?: z.ZodType<Query>;
  /** What the call does, in a line of the OpenAPI document. */
  summary: string;
  /** The data of each success by its status. */
  answers: Answers;
  /** Turns a body's faults into the refusal the specification names for them; the plain 400 where it returns nothing. */
  refuseBody?: (error: z.ZodError, body: unknown) => Error | undefined;
  handler(call: Call<Path, Body, Query>, state: State): Outcome;
}

/** A request before its validation. */
export interface RawCall extends Call<string, unknown, unknown> {
  /** Unknown fields are refused, and otherwise dropped. */
  strict: boolean;
}

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  scope?: Scope;
  flow?: Flow;
  idempotencyKey?: 'required' | 'optional';
  replayStatus?: number;
  summary: string;
  answers: Answers;
  body?: z.ZodType;
  query: z.ZodType;
  /** Validates, and gives back what remains to be done. */
  prepare(call: RawCall): (state: State) => Outcome;
}

const noQuery = z.strictObject({});

export function defineRoute<const Path extends string, Body = undefined, Query = unknown>(
  spec: RouteSpec<Path, Body, Query>,
): Route {
  const { handler, refuseBody, body: bodySchema, query: querySchema = noQuery, ...rules } = spec;
  return {
    ...rules,
    ...(bodySchema === undefined ? {} : { body: bodySchema }),
    query: querySchema,
    prepare(call) {
      const query = validate<unknown>(querySchema, call.query, call.strict);
      if (!query.success) throw refuseInvalid(query.error);
      const body = bodySchema && validate(bodySchema, call.body ?? {}, call.strict);
      if (body?.success === false) throw refuseBody?.(body.error, call.body) ?? refuseInvalid(body.error);
      const checked = {
        ...call,
        params: call.params as Params<Path>,
        query: query.data as Query,
        body: body?.data as Body,
      };
      return (state) => handler(checked, state);
    },
  };
}
