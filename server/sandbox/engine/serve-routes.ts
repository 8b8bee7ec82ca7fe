/** Serves the `/v1` routes: checks a request (enabled, scope, flow, path, key, body), then commits it once. */
import Router from '@koa/router';
import type { Context } from 'koa';
import { doDueWork } from '../due-work.ts';
import type { State } from '../state.ts';
import type { Authenticated } from './authentication.ts';
import { nowOf } from './clock.ts';
import { answer } from './envelope.ts';
import { once } from './idempotency.ts';
import type { Key } from './keys.ts';
import { fitsPath } from './path-pattern.ts';
import { Refusal, refuse } from './refusal.ts';
import { parseJson, type RequestBody } from './request-body.ts';
import type { Outcome, Route } from './route.ts';
import { checkParams } from './validation.ts';

const idempotencyKeyCharactersAtMost = 255;

type ServedState = Authenticated & RequestBody;

/** Matches paths exactly, trailing slash and case included. Calls the next middleware if no route has this method and path. */
export function serveRoutes(routes: Route[], state: State): Router<ServedState> {
  const router = new Router<ServedState>({ strict: true, sensitive: true });
  for (const route of routes)
    router.register(route.path, [route.method], (ctx) => {
      const { params } = ctx;
      doDueWork(state);
      checkEnabled(state, ctx.method, ctx.path);
      checkScope(ctx.state.key, route);
      checkFlow(ctx.state.key, route);
      checkParams(params);
      const { status, data, headers, pdf } = resultOf(ctx, route, params, state);
      answer(ctx, status, data, headers);
      if (pdf === undefined) return;
      ctx.body = pdf;
      ctx.type = 'application/pdf';
    });
  return router;
}

function resultOf(
  ctx: Context & { state: ServedState },
  route: Route,
  params: Record<string, string>,
  state: State,
): Outcome {
  const { key, bytes } = ctx.state;
  const idempotencyKey = idempotencyKeyOf(ctx, route);
  const body = parseJson(bytes);
  const commit = route.prepare({
    key,
    params,
    body,
    query: { ...ctx.query },
    now: nowOf(state.clock),
    ifNoneMatch: ctx.get('if-none-match'),
    origin: `http://${ctx.get('host')}`,
    strict: state.settings.strict_requests,
  });
  if (idempotencyKey === null) return commit(state);
  const scope = `${key.prefix} ${route.method} ${route.path} ${idempotencyKey}`;
  return once(state, { scope, payload: { params, body } }, route.replayStatus, () => commit(state));
}

/** null if the request has no key, or the route does not use one. */
function idempotencyKeyOf(ctx: Context, { idempotencyKey: rule }: Route): string | null {
  const idempotencyKey = ctx.get('idempotency-key').trim();
  if (rule === 'required' && idempotencyKey === '')
    throw new Refusal(400, 'The Idempotency-Key header is required.');
  if (idempotencyKey.length > idempotencyKeyCharactersAtMost)
    throw new Refusal(400, 'The Idempotency-Key header is too long.');
  return rule === undefined || idempotencyKey === '' ? null : idempotencyKey;
}

/** (Authentication 2; AUTH-07) */
function checkEnabled(state: State, method: string, path: string): void {
  const disabled = state.settings.disabled_endpoints.some((entry) => {
    const [entryMethod, pattern = ''] = entry.split(' ');
    return entryMethod === method && fitsPath(pattern, path);
  });
  if (disabled) throw new Refusal(404, 'This endpoint is disabled.');
}

/** (Authentication 2, 3; AUTH-06, GAP-103) */
function checkScope(key: Key, route: Route): void {
  if (route.scope !== undefined && !key.scopes.includes(route.scope))
    throw new Refusal(403, `The API key lacks the required scopes: ${route.scope}`);
}

/** A key is provisioned to one flow, and so is every order made with it (Host; HND-07, GAP-95). */
function checkFlow(key: Key, route: Route): void {
  if (route.flow !== undefined && key.flow !== route.flow)
    throw refuse(409, 'FLOW_ENDPOINT_MISMATCH', `This key is of the ${key.flow} flow.`);
}
