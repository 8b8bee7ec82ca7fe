/** Serves the `/v1` routes: checks whether the route is enabled, then scope, flow, path and idempotency key, then commits. */
import Router from '@koa/router';
import type { Context } from 'koa';
import { contentHash } from '../catalog/stable-values.ts';
import { doDueWork } from '../due-work.ts';
import type { State } from '../state.ts';
import { ApiError, codedError } from './api-error.ts';
import type { Authenticated } from './authentication.ts';
import { nowOf } from './clock.ts';
import { respond } from './envelope.ts';
import type { Key } from './keys.ts';
import { fitsPath } from './path-pattern.ts';
import { parseJson, type RequestBody } from './request-body.ts';
import type { Route, RouteResult } from './route.ts';
import { checkParams } from './validation.ts';

const maxIdempotencyKeyCharacters = 255;

type ServedState = Authenticated & RequestBody;

/**
 * Creates the router. It matches paths exactly, trailing slash and case included, and calls the next middleware if no
 * route has this method and path. It throws ApiError if a check or the handler rejects the request.
 */
export function serveRoutes(routes: Route[], state: State): Router<ServedState> {
  const router = new Router<ServedState>({ strict: true, sensitive: true });
  for (const route of routes)
    router.register(route.path, [route.method], (ctx) => {
      doDueWork(state);
      checkEnabled(state, ctx.method, ctx.path);
      checkScope(ctx.state.key, route);
      checkFlow(ctx.state.key, route);
      const params = readParams(ctx.params);
      const { status, data, headers, pdf } = resultOf(ctx, route, params, state);
      respond(ctx, status, data, headers);
      if (pdf === undefined) return;
      ctx.body = pdf;
      ctx.type = 'application/pdf';
    });
  return router;
}

/** Ids are read without regard to case (RFC 9562 4). */
function readParams(params: Record<string, string>): Record<string, string> {
  checkParams(params);
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, name === 'testType' ? value : value.toLowerCase()]),
  );
}

function resultOf(
  ctx: Context & { state: ServedState },
  route: Route,
  params: Record<string, string>,
  state: State,
): RouteResult {
  const { key, bytes } = ctx.state;
  const idempotencyKey = idempotencyKeyOf(ctx, route);
  const body = parseJson(bytes);
  const request = {
    key,
    params,
    body,
    query: { ...ctx.query },
    now: nowOf(state.clock),
    ifNoneMatch: ctx.get('if-none-match'),
    origin: `http://${ctx.get('host')}`,
    strict: state.settings.strict_requests,
  };
  if (idempotencyKey === null) return route.handle(request, state);
  const scope = `${key.prefix} ${route.method} ${route.path} ${idempotencyKey}`;
  return commitOnce(state, { scope, payload: { params, body } }, route.replayStatus, () =>
    route.handle(request, state),
  );
}

/** null if the request has no key, or the route does not use one. */
function idempotencyKeyOf(ctx: Context, { idempotencyKey: rule }: Route): string | null {
  const idempotencyKey = ctx.get('idempotency-key').trim();
  if (rule === 'required' && idempotencyKey === '')
    throw new ApiError(400, 'The Idempotency-Key header is required.');
  if (idempotencyKey.length > maxIdempotencyKeyCharacters)
    throw new ApiError(400, 'The Idempotency-Key header is too long.');
  return rule === undefined || idempotencyKey === '' ? null : idempotencyKey;
}

/** (Authentication 2; AUTH-07) */
function checkEnabled(state: State, method: string, path: string): void {
  const disabled = state.settings.disabled_endpoints.some((entry) => {
    const [entryMethod, pattern = ''] = entry.split(' ');
    return entryMethod === method && fitsPath(pattern, path);
  });
  if (disabled) throw new ApiError(404, 'This endpoint is disabled.');
}

/** (Authentication 2, 3; AUTH-06, GAP-103) */
function checkScope(key: Key, route: Route): void {
  if (route.scope !== undefined && !key.scopes.includes(route.scope))
    throw new ApiError(403, `The API key lacks the required scopes: ${route.scope}`);
}

/** A key belongs to one flow, and so do its orders (Host; HND-07, GAP-95). */
function checkFlow(key: Key, route: Route): void {
  if (route.flow !== undefined && key.flow !== route.flow)
    throw codedError(409, 'FLOW_ENDPOINT_MISMATCH', `This key is of the ${key.flow} flow.`);
}

/** A write with an idempotency key. */
interface Write {
  /** Partner, route and idempotency key. */
  scope: string;
  /** Path parameters and body, so that the same key for another appointment is a conflict. */
  payload: unknown;
}

/**
 * Commits the write, or returns the result of the first commit under the same scope: one key of one partner on one route
 * identifies one write (Errors, Prescreen and order; IDEM-02, IDEM-03, IDEM-14, GAP-67, GAP-68, GAP-108). A rejected write
 * does not bind its key, and a bound key is compared before the body is validated. Payloads are equal if their canonical
 * JSON is.
 * @param replayStatus HTTP status of a replay; undefined keeps that of the first response
 * @throws ApiError 409 IDEMPOTENCY_CONFLICT if the payload differs; or the error of `commit`, which binds nothing
 */
function commitOnce(
  state: State,
  write: Write,
  replayStatus: number | undefined,
  commit: () => RouteResult,
): RouteResult {
  const bound = state.idempotency.get(write.scope);
  if (bound === undefined) {
    const outcome = commit();
    state.idempotency.set(write.scope, { payload: write.payload, outcome: JSON.stringify(outcome) });
    return outcome;
  }
  if (contentHash(bound.payload) !== contentHash(write.payload))
    throw codedError(
      409,
      'IDEMPOTENCY_CONFLICT',
      'This Idempotency-Key was used for a request with another payload.',
    );
  const outcome: RouteResult = JSON.parse(bound.outcome);
  return { ...outcome, status: replayStatus ?? outcome.status };
}
