/**
 * One span per request, named by verb and route pattern. Trace headers of browsers are not trusted: each request starts
 * its own trace.
 */
import { SpanKind } from '@opentelemetry/api';
import type { Middleware } from 'koa';
import { verbOf } from './label-values.ts';
import { inSpan } from './spans.ts';

/**
 * Creates the middleware that runs a request in a span of its own trace. It goes before the request log, whose event
 * adds the route and the status to the span.
 */
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
