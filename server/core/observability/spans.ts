/**
 * Spans by the OpenTelemetry API; without an SDK in the process they do nothing. Names and attributes are constants and
 * bounded values; they never contain an address, an id or an error's message (AUTH-12).
 */
import {
  type Attributes,
  context,
  INVALID_TRACEID,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Middleware } from 'koa';
import { describeError } from './describe-error.ts';
import { verbOf, writeOutcome } from './label-values.ts';
import type { Log, LogEvent, LogFields } from './log.ts';

const tracer = trace.getTracer('dx-booking');

/**
 * Runs `work` in a span, which is marked as failed if it rejects.
 * @param options.root whether the span starts a trace of its own. @default false
 * @returns the result of `work`, or its rejection
 */
export function inSpan<T>(
  name: string,
  options: { kind?: SpanKind; attributes?: Attributes; root?: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, options);
  // Without an SDK nothing is to be kept active or ended.
  if (!isOfSdk(span)) return work();
  return context.with(trace.setSpan(context.active(), span), async () => {
    try {
      return await work();
    } catch (error) {
      if (span.isRecording())
        span.setAttribute('error.type', describeError(error).error_class).setStatus(failed);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The API's own span, which does nothing, has the invalid trace id. */
const isOfSdk = (span: Span) => span.spanContext().traceId !== INVALID_TRACEID;

/**
 * The header that makes the active span the parent of the receiver's spans (W3C Trace Context), for requests to the
 * partner's own systems. It never goes to the service or to browsers. Empty without an SDK.
 */
export function traceHeaders(): { traceparent?: string } {
  const active = trace.getActiveSpan();
  if (!active || !isOfSdk(active)) return {};
  const { traceId, spanId, traceFlags } = active.spanContext();
  return { traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` };
}

const failed = { code: SpanStatusCode.ERROR };

interface Said {
  name?: string;
  attributes: Attributes;
  failed?: boolean;
}

const ofWrite =
  <E extends Parameters<typeof writeOutcome>[0]>(event: E) =>
  (fields: LogFields<E>): Said => {
    const outcome = writeOutcome(event, fields);
    return {
      attributes: { 'dx.write.outcome': outcome },
      failed: outcome === 'parked' || outcome === 'failed',
    };
  };

/** The name, attributes and status that an event adds to the active span. */
const spanFacts: { [E in LogEvent]?: (fields: LogFields<E>) => Said } = {
  request: ({ method, route, status }) => ({
    // A request without a route has a span named by its verb only.
    name: route === 'none' ? verbOf(method) : `${verbOf(method)} ${route}`,
    attributes: {
      ...(typeof route === 'string' && route !== 'none' ? { 'http.route': route } : {}),
      'http.response.status_code': Number(status),
      ...(Number(status) >= 500 ? { 'error.type': String(status) } : {}),
    },
    failed: Number(status) >= 500,
  }),
  'upstream.called': ({ flow, status, outcome }) => {
    const well = outcome === '2xx' || outcome === '3xx';
    return {
      attributes: {
        'dx.flow': String(flow),
        ...(Number(status) > 0 ? { 'http.response.status_code': Number(status) } : {}),
        ...(well ? {} : { 'error.type': String(outcome) }),
      },
      failed: !well,
    };
  },
  'write.settled': ofWrite('write.settled'),
  'write.retried': ofWrite('write.retried'),
  'write.parked': ofWrite('write.parked'),
  'write.lease_lost': ofWrite('write.lease_lost'),
  'write.failed': ofWrite('write.failed'),
  'webhook.read': () => ({ attributes: { 'dx.read.outcome': 'read' } }),
  'webhook.read_unknown': ({ outcome }) => ({ attributes: { 'dx.read.outcome': String(outcome) } }),
  'webhook.read_failed': ({ outcome }) => ({
    attributes: { 'dx.read.outcome': String(outcome) },
    failed: true,
  }),
};

/**
 * Wraps a log.
 * @returns the same log, which also adds the facts of an event to the active span
 */
export function logToSpans(log: Log): Log {
  return (event, fields = {}) => {
    const span = trace.getActiveSpan();
    const factsOf = span?.isRecording() ? spanFacts[event] : undefined;
    if (span && factsOf) {
      const { name, attributes, failed: isFailed } = factsOf(fields);
      if (name) span.updateName(name);
      span.setAttributes(attributes);
      if (isFailed) span.setStatus(failed);
    }
    log(event, fields);
  };
}

/**
 * Creates the middleware that runs a request in a span of its own trace, named by verb and route pattern. It goes before
 * the request log, whose event adds the route and the status to the span. Trace headers of browsers are not trusted:
 * each request starts its own trace.
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
