/**
 * Gives each request its id and logs one line for it, with the route pattern and never the address or content (ERR-06).
 */
import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Log } from '../../core/observability/log.ts';
import { withRequestId } from '../../core/observability/request-id.ts';
import { failedRecordOf, routeOf } from './request-record.ts';

/**
 * Creates the middleware that sets the request's id and logs its line. Only `requestSpan` goes before it.
 * @param onEnd called with each request when its status is final
 */
export function requestLog(log: Log, onEnd: (ctx: Context) => void): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    const id = randomUUID();
    ctx.state.requestId = id;
    try {
      await withRequestId(id, next);
    } finally {
      onEnd(ctx);
      log('request', {
        method: ctx.method,
        route: routeOf(ctx) ?? 'none',
        status: ctx.status,
        code: ctx.state.problemCode,
        duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
        request_id: id,
        upstream_request_id: ctx.state.upstreamRequestId,
        record_id: failedRecordOf(ctx),
      });
    }
  };
}
