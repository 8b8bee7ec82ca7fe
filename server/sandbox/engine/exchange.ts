/** An exchange of `/v1` as it went over the wire, for whoever watches the sandbox. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import type { Middleware } from 'koa';
import type { MayBeScripted } from './faults.ts';
import type { RequestBody } from './request-body.ts';

export interface Exchange {
  method: string;
  path: string;
  query: ParsedUrlQuery;
  requestHeaders: IncomingHttpHeaders;
  requestBytes: Buffer;
  status: number;
  contentType: string;
  /** What is sent as JSON, bytes, or nothing. */
  responseBody: unknown;
}

/** What a scripted fault answers in the service's place, and what never went out, is no exchange with the service. */
export function watch(onExchange: (exchange: Exchange) => void): Middleware<RequestBody & MayBeScripted> {
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
