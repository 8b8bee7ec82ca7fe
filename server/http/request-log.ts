/** One line per request, by route pattern and never by address or content; gives each request its id (ERR-06). */
import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Log } from './log.ts';

export function requestLog(log: Log): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    ctx.state.requestId = randomUUID();
    try {
      await next();
    } finally {
      const route: unknown = ctx._matchedRoute;
      log('request', {
        method: ctx.method,
        route: typeof route === 'string' ? route : 'none',
        status: ctx.status,
        code: ctx.state.problemCode,
        duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
        request_id: ctx.state.requestId,
        upstream_request_id: ctx.state.upstreamRequestId,
      });
    }
  };
}
