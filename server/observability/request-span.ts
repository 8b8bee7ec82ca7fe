/** A span per request, named by verb and route pattern. What a browser says of a trace is not believed: each request begins its own. */
import { SpanKind } from '@opentelemetry/api';
import type { Middleware } from 'koa';
import { verbOf } from './label-values.ts';
import { inSpan } from './spans.ts';

/** Stands before the request's log, whose line tells the span its route and status. */
export function requestSpan(): Middleware {
  return (ctx, next) => {
    const verb = verbOf(ctx.method);
    return inSpan(
      verb,
      { kind: SpanKind.SERVER, root: true, attributes: { 'http.request.method': verb } },
      next,
    );
  };
}
