/** Reports the exchanges of `/v1` as they were sent, so that tests can check them against the OpenAPI document. */
import type { Middleware } from 'koa';
import type { Exchange } from './exchange.ts';
import type { FaultState } from './faults.ts';
import type { RequestBody } from './request-body.ts';

/**
 * Creates the middleware that calls `onExchange` just before each `/v1` response. It omits the responses of the faults
 * `status` and `malformed`, and those that are never sent.
 */
export function watch(onExchange: (exchange: Exchange) => void): Middleware<RequestBody & FaultState> {
  return async (ctx, next) => {
    await next();
    const { bytes, scripted = false } = ctx.state;
    if (!ctx.path.startsWith('/v1/') || scripted || ctx.respond === false) return;
    onExchange({
      method: ctx.method,
      path: ctx.path,
      query: ctx.query,
      requestHeaders: ctx.headers,
      requestBytes: bytes,
      status: ctx.status,
      contentType: ctx.type,
      responseBody: ctx.body,
    });
  };
}
