/**
 * Gives each request its id and logs one line for it, with the route pattern and never the address or content (ERR-06).
 */
import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Log } from '../observability/log.ts';

/** Creates the middleware that sets the request's id and logs its line. It goes before all other middleware. */
export function requestLog(log: Log): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    ctx.state.requestId = randomUUID();
    try {
      await next();
    } finally {
      log('request', {
        method: ctx.method,
        route: routeOf(ctx),
        status: ctx.status,
        code: ctx.state.problemCode,
        duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
        request_id: ctx.state.requestId,
        upstream_request_id: ctx.state.upstreamRequestId,
        record_id: failedRecordOf(ctx),
      });
    }
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The journey, appointment or handoff of a signed-in user's request that failed, so that its reference leads to the
 * booking. Undefined for all other requests: another text of the address could say anything.
 */
function failedRecordOf(ctx: Context): string | undefined {
  const id: unknown = ctx.params?.id;
  const isFailed = ctx.status >= 400 && ctx.status !== 404 && ctx.state.session !== undefined;
  return isFailed && typeof id === 'string' && uuid.test(id) ? id : undefined;
}

interface Layer {
  path: string | RegExp;
  methods: string[];
}

/** The pattern of the request's route, also if its router refused the request; 'none' without a route. */
function routeOf(ctx: Context): string {
  const layers: readonly Layer[] = ctx.matched ?? [];
  const path = layers.findLast(({ methods }) => methods.length > 0)?.path;
  return typeof path === 'string' ? path : 'none';
}
