/**
 * The one place where an error becomes a response: RFC 9457 problem details with a public code and the request's id,
 * and nothing about the internals (ERR-06).
 */
import type { Context, Middleware } from 'koa';
import type { PartnerContact } from '../../contract/partner-contact.ts';
import type { ProblemBody } from '../../contract/problem.ts';
import { Problem, StoreUnavailable, UnreadableResponse, UpstreamError } from '../../core/errors.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import { actionFor } from '../../upstream/actions.ts';

/** Sent if the service cannot be reached and names no time itself. */
const defaultRetrySeconds = 5;
/** A restarting database is back soon. */
const storeRetrySeconds = 2;

/**
 * Creates the error handler: an error of the middleware after it, or a request without a route, becomes a problem.
 * @param log receives errors of the server and of the database, by class and place
 * @param contact whom a customer calls if nothing on the page helps; @default nobody
 */
export function problems(log: Log, contact: PartnerContact | null = null): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.body === undefined || ctx.body === null) answerNoRoute(ctx);
    } catch (error) {
      const problem = isCutByCaller(ctx, error) ? connectionLost() : toProblem(error);
      if (problem.status === 500 || error instanceof StoreUnavailable)
        log('request.failed', { request_id: ctx.state.requestId, ...describeError(error) });
      answer(ctx, problem, contact);
    }
  };
}

/**
 * Whether the client left before its body was complete. This is not an error of the server, and no client reads the
 * response.
 */
function isCutByCaller(ctx: Context, error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return (
    ctx.req.destroyed && !ctx.req.complete && (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
  );
}

const connectionLost = () => new Problem('connection_lost');

/**
 * Creates the listener of errors after the response has begun, mostly because the client left. Koa would print their
 * message.
 */
export const logBroken = (log: Log) => (error: unknown, ctx?: Context) =>
  log('request.broken', { request_id: ctx?.state.requestId, ...describeError(error) });

function answerNoRoute(ctx: Context): void {
  if (ctx.status === 404) answer(ctx, new Problem('not_found'));
  if (ctx.status === 405 || ctx.status === 501) answer(ctx, new Problem('method_not_allowed'));
}

/** Whether the page shows the problem as a failure, maybe before the first view, which also names whom to call. */
const isFailure = ({ status }: Problem): boolean => status >= 500 || status === 429;

function answer(ctx: Context, problem: Problem, contact: PartnerContact | null = null): void {
  const body: ProblemBody = {
    type: `urn:dx-booking:problem:${problem.code}`,
    status: problem.status,
    code: problem.code,
    title: problem.message,
  };
  if (problem.fields) body.fields = problem.fields;
  if (problem.upstreamRequestId) body.upstream_request_id = problem.upstreamRequestId;
  if (typeof ctx.state.requestId === 'string') body.request_id = ctx.state.requestId;
  if (contact && isFailure(problem)) body.contact = contact;
  ctx.status = problem.status;
  ctx.set(problem.headers);
  ctx.set('Cache-Control', 'no-store');
  ctx.body = JSON.stringify(body);
  ctx.type = 'application/problem+json';
  ctx.state.problemCode = problem.code;
  ctx.state.upstreamRequestId = problem.upstreamRequestId;
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof UnreadableResponse) return new Problem('upstream_unreadable');
  if (error instanceof UpstreamError) return fromUpstream(error);
  if (error instanceof StoreUnavailable)
    return new Problem('store_unavailable', {
      headers: { 'Retry-After': String(storeRetrySeconds) },
    });
  const status = clientErrorStatus(error);
  if (status === 404) return new Problem('not_found');
  if (status !== null) return new Problem('bad_request');
  return new Problem('internal_error');
}

/** A failed read. An error of the service is not the browser's fault, so the status is not a 4xx other than 404. */
function fromUpstream(error: UpstreamError): Problem {
  const upstreamRequestId = error.requestId ?? undefined;
  const action = actionFor(error);
  if (action === 'not_available') return new Problem('not_available', { upstreamRequestId });
  const seconds = error.retryAfterMs === null ? defaultRetrySeconds : Math.ceil(error.retryAfterMs / 1000);
  const headers: Record<string, string> = action === 'wait' ? { 'Retry-After': String(seconds) } : {};
  return new Problem('service_unavailable', {
    headers,
    upstreamRequestId,
  });
}

/** The 4xx of Koa and of libraries that throw http-errors. */
function clientErrorStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  return error.status >= 400 && error.status < 500 ? error.status : null;
}
