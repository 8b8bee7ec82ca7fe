/** The envelope of `/v1` responses, and the middleware that turns errors into envelopes (Response envelope; ERR-01..ERR-03). */
import type { Context, Middleware } from 'koa';
import type { ErrorCode } from '../../contract/upstream-api/error-codes.ts';
import type { State } from '../state.ts';
import { ApiError, type Details } from './api-error.ts';
import { nowOf } from './clock.ts';
import { nextNumber } from './ids.ts';

/** Set here, because Koa would look up the media type for every response. */
const asJson = { 'Content-Type': 'application/json; charset=utf-8' };

/**
 * Responds with data in the envelope; a 304 has no body (GAP-20).
 * @param status the HTTP status
 */
export function respond(
  ctx: Context,
  status: number,
  data: unknown,
  headers: Record<string, string> = {},
): void {
  ctx.status = status;
  ctx.set(headers);
  if (status === 304) return;
  ctx.set(asJson);
  ctx.body = { code: status, data, error: null };
}

interface Failure {
  /** HTTP status. */
  status: number;
  message: string;
  details?: Details;
  headers?: Record<string, string>;
}

/** Responds with an error in the envelope, under a new request id. */
export function respondWithError(ctx: Context, state: State, failure: Failure): void {
  ctx.status = failure.status;
  ctx.set(failure.headers ?? {});
  ctx.body = errorBody(state, ctx.path, failure);
}

/**
 * Makes the envelope of an error, under a new request id.
 * @param path the path of the request
 */
export function errorBody(state: State, path: string, { status, message, details = null }: Failure) {
  return {
    code: status,
    data: null,
    error: {
      details,
      message,
      path,
      request_id: `req_${String(nextNumber(state.counters, 'refusal')).padStart(8, '0')}`,
      timestamp: nowOf(state.clock).toISOString(),
    },
  };
}

/** Error codes for which the specification lists no status (Errors; ERR-45, GAP-105). */
const statusNotListed: unknown[] = [
  'CONSENT_GRANT_REQUIRED',
  'CONSENT_SESSION_OPEN',
  'QUESTIONNAIRE_VERSION_MISMATCH',
  'QUESTIONNAIRE_ALREADY_SUBMITTED',
  'SLOT_UNAVAILABLE',
  'FLOW_ENDPOINT_MISMATCH',
  'PHYSICIAN_ORDER_PENDING',
  'ARTIFACT_NOT_AVAILABLE',
] satisfies ErrorCode[];

function statusOf({ settings }: State, { status, details }: ApiError): number {
  const code = details === null || Array.isArray(details) ? undefined : details.code;
  return statusNotListed.includes(code) ? (settings.unlisted_error_status ?? status) : status;
}

/**
 * Creates the middleware that responds to every thrown `ApiError` with its envelope, and to any other error with 500.
 */
export function errorsToEnvelopes(state: State): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof ApiError) {
        const { message, details, headers } = error;
        return respondWithError(ctx, state, { status: statusOf(state, error), message, details, headers });
      }
      respondWithError(ctx, state, { status: 500, message: 'The sandbox itself failed.' });
      ctx.app.emit('error', error, ctx);
    }
  };
}
