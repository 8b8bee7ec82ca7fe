/** The envelope of every `/v1` answer (Response envelope; ERR-01..ERR-03) and the middleware that makes one of each refusal. */
import type { Context, Middleware } from 'koa';
import type { ErrorCode } from '../../contract/upstream-api/error-codes.ts';
import type { State } from '../state.ts';
import { nowOf } from './clock.ts';
import { nextNumber } from './ids.ts';
import { type Details, Refusal } from './refusal.ts';

/** Told here, or Koa looks it up for every answer. */
const asJson = { 'Content-Type': 'application/json; charset=utf-8' };

export function answer(
  ctx: Context,
  status: number,
  data: unknown,
  headers: Record<string, string> = {},
): void {
  ctx.status = status;
  ctx.set(headers);
  // A 304 has no body to put an envelope into (GAP-20).
  if (status === 304) return;
  ctx.set(asJson);
  ctx.body = { code: status, data, error: null };
}

interface Failure {
  status: number;
  message: string;
  details?: Details;
  headers?: Record<string, string>;
}

export function answerError(ctx: Context, state: State, failure: Failure): void {
  ctx.status = failure.status;
  ctx.set(failure.headers ?? {});
  ctx.body = errorBody(state, ctx.path, failure);
}

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

/** Named errors whose status the specification does not list (Errors; ERR-45, GAP-105). */
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

function statusOf({ settings }: State, { status, details }: Refusal): number {
  const code = details === null || Array.isArray(details) ? undefined : details.code;
  return statusNotListed.includes(code) ? (settings.unlisted_error_status ?? status) : status;
}

export function refusalsToEnvelopes(state: State): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof Refusal) {
        const { message, details, headers } = error;
        return answerError(ctx, state, { status: statusOf(state, error), message, details, headers });
      }
      answerError(ctx, state, { status: 500, message: 'The sandbox itself failed.' });
      ctx.app.emit('error', error, ctx);
    }
  };
}
