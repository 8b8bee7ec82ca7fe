/** Serves the operations of a contract: one handler for each, typed by what its operation declares. */
import type { Readable } from 'node:stream';
import Router, { type RouterContext } from '@koa/router';
import type { Context, DefaultState, Middleware } from 'koa';
import { z } from 'zod';
import type { Caller, Operation, Operations } from '../../contract/server-api/operation.ts';
import { parseBody, readJson } from './body.ts';
import { takesDocument } from './server-timeouts.ts';
import type { SessionState } from './session-state.ts';

/**
 * The matching options of every router: case-sensitive, without a trailing slash. Another spelling of a path cannot
 * avoid the limits of its route. Routes have their whole path, because a prefix would give its root route a trailing
 * slash.
 */
export const exactPaths = { sensitive: true, strict: true };

/** The context of a request whose path has these parameters. @typeParam State set by the guards of the caller */
export type RouteContext<Parameter extends string = never, State = SessionState> = RouterContext<State> & {
  params: Record<Parameter, string>;
};

/** The input of a handler: the JSON as its schema parses it; undefined without a schema (see {@link jsonOf}). */
type InputOf<Declared extends Operation> = Declared extends { caller: 'service' }
  ? undefined
  : Declared extends { request: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : undefined;

/** The body of a response: what becomes JSON, or text and bytes of another type. A handler writes events itself. */
type OutputOf<Body> = Body extends z.ZodType
  ? Promise<z.output<Body>>
  : Body extends null | { type: 'text/event-stream' }
    ? Promise<void>
    : Promise<string | Buffer | Readable>;

/** The result of a handler: the body, or status and body if the operation has several responses. */
type ResultOf<Responses> =
  IsUnion<keyof Responses> extends true
    ? Promise<{ [Status in keyof Responses]: Reply<Status, Responses[Status]> }[keyof Responses]>
    : OutputOf<Responses[keyof Responses]>;

type Reply<Status, Body> = Body extends null
  ? { status: Status }
  : { status: Status; body: Awaited<OutputOf<Body>> };

type IsUnion<T, All = T> = T extends All ? ([All] extends [T] ? false : true) : never;

/** For example `id`, of `POST /journeys/{id}/retry`. */
type ParameterOf<Name> = Name extends `${string}{${infer Parameter}}${infer Rest}`
  ? Parameter | ParameterOf<Rest>
  : never;

type StateOf<By extends Caller> = By extends 'customer' | 'physician' ? SessionState : DefaultState;

/**
 * Handles the requests of one operation.
 * @param body the parsed JSON of the request. A form, a PDF and the signed bytes of a delivery are not read.
 * @returns the body of the response, or `{ status, body }` if the operation declares several responses
 */
type Handler<Name, Declared extends Operation> = (
  ctx: RouteContext<ParameterOf<Name>, StateOf<Declared['caller']>>,
  body: InputOf<Declared>,
) => ResultOf<Declared['responses']>;

/** A handler for each operation. */
export type Handlers<Declared extends Operations> = {
  [Name in keyof Declared]: Handler<Name, Declared[Name]>;
};

/** The middleware before the handlers of each caller: sign-in, limits and roles. It runs before the body is read. */
export type Guards<Declared extends Operations> = Record<
  Declared[keyof Declared]['caller'],
  readonly Middleware[]
>;

/**
 * Creates the routes of these operations. Each sets `operation` in Koa's state, runs the guards of its caller, parses
 * the body and sends what its handler returns. Errors become Problems in problems.ts.
 *
 * @example
 * routes({ 'GET /things/{id}': readThing }, { customer: guard }, {
 *   'GET /things/{id}': async (ctx) => viewOf(await things.load(ctx.params.id)),
 * });
 */
export function routes<Declared extends Operations>(
  operations: Declared,
  guards: Guards<Declared>,
  handlers: Handlers<Declared>,
): Router {
  const router = new Router(exactPaths);
  const handlerOf = new Map(Object.entries<unknown>(handlers)) as Map<string, UntypedHandler>;
  const guardsOf = new Map(Object.entries<readonly Middleware[]>(guards));
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const [method = '', path = ''] = name.split(' ');
    const handler = handlerOf.get(name);
    const guard = guardsOf.get(operation.caller);
    if (!handler || !guard) throw new Error(`${name} needs a handler, and the guards of ${operation.caller}`);
    router.register(
      path.replaceAll(/\{(\w+)\}/g, ':$1'),
      [method],
      [
        declare(operation),
        ...guard,
        ...(isPdf(operation.request) ? [takesDocument] : []),
        respond(operation, handler),
      ],
    );
  }
  return router;
}

/** The schema of a body that is parsed as JSON. A delivery of the service has none: its bytes are signed. */
export const jsonOf = ({ caller, request }: Operation): z.ZodType | undefined =>
  request instanceof z.ZodType && caller !== 'service' ? request : undefined;

const isPdf = (body: Operation['request']) =>
  body !== undefined && 'type' in body && body.type === 'application/pdf';

/** For the access log, also of requests that a guard refuses. */
function declare(operation: Operation): Middleware {
  return (ctx, next) => {
    ctx.state.operation = operation;
    return next();
  };
}

type UntypedHandler = (ctx: Context, body: unknown) => Promise<unknown>;

function respond(operation: Operation, handler: UntypedHandler): Middleware {
  const { responses } = operation;
  const [only, ...others] = Object.keys(responses).map(Number);
  return async (ctx) => {
    const result = await handler(ctx, await readInput(ctx, operation));
    const { status, body } = (others.length === 0 ? { status: only, body: result } : result) as {
      status: number;
      body: unknown;
    };
    const declared = responses[status];
    ctx.status = status;
    if (declared && !(declared instanceof z.ZodType)) ctx.type = declared.type;
    if (body !== undefined) ctx.body = body;
  };
}

async function readInput(ctx: Context, operation: Operation): Promise<unknown> {
  const schema = jsonOf(operation);
  if (!schema) return undefined;
  const { fieldsOf, isRequestOptional } = operation;
  const json = await readJson(ctx);
  return parseBody(schema, json === undefined && isRequestOptional ? {} : json, fieldsOf);
}
