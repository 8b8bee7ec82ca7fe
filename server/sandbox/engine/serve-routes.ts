/** What happens to every `/v1` request: is there a route, is it enabled, scope, path, key, body, then once and for all. */
import type { Middleware } from 'koa';
import { doDueWork } from '../due-work.ts';
import type { State } from '../state.ts';
import type { Authenticated } from './authentication.ts';
import { nowOf } from './clock.ts';
import { answer } from './envelope.ts';
import { once } from './idempotency.ts';
import type { Key } from './keys.ts';
import { routeMatcher } from './match-route.ts';
import { fitsPath } from './path-pattern.ts';
import { Refusal, refuse } from './refusal.ts';
import { parseJson, type RequestBody } from './request-body.ts';
import type { Route } from './route.ts';
import { checkParams } from './validation.ts';

const idempotencyKeyCharactersAtMost = 255;

export function serveRoutes(routes: Route[], state: State): Middleware<Authenticated & RequestBody> {
  const match = routeMatcher(routes);
  return (ctx) => {
    const matched = match(ctx.method === 'HEAD' ? 'GET' : ctx.method, ctx.path);
    if (matched === undefined) throw new Refusal(404, 'No such endpoint.');
    doDueWork(state);
    const { key, bytes } = ctx.state;
    const { route, params } = matched;
    checkEnabled(state, ctx.method, ctx.path);
    checkScope(key, route);
    checkFlow(key, route);
    checkParams(params);
    const idempotencyKey = ctx.get('idempotency-key').trim();
    if (route.idempotencyKey === 'required' && idempotencyKey === '')
      throw new Refusal(400, 'The Idempotency-Key header is required.');
    if (idempotencyKey.length > idempotencyKeyCharactersAtMost)
      throw new Refusal(400, 'The Idempotency-Key header is too long.');

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
    const outcome =
      route.idempotencyKey !== undefined && idempotencyKey !== ''
        ? once(
            state,
            {
              scope: `${key.prefix} ${route.method} ${route.path} ${idempotencyKey}`,
              payload: { params, body },
            },
            route.replayStatus,
            () => commit(state),
          )
        : commit(state);
    answer(ctx, outcome.status, outcome.data, outcome.headers);
    if (outcome.pdf !== undefined) {
      ctx.body = outcome.pdf;
      ctx.type = 'application/pdf';
    }
  };
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
