/** The envelope of every `/v1` answer (Response envelope; ERR-01..ERR-03) and the middleware that makes one of each refusal. */
import type { Context, Middleware } from 'koa';
import type { State } from '../state.ts';
import { nowOf } from './clock.ts';
import { nextNumber } from './ids.ts';
import { type Details, Refusal } from './refusal.ts';

export function answer(
  ctx: Context,
  status: number,
  data: unknown,
  headers: Record<string, string> = {},
): void {
  ctx.status = status;
  ctx.set(headers);
  // A 304 has no body to put an envelope into (GAP-20).
  if (status !== 304) ctx.body = { code: status, data, error: null };
}

export function answerError(
  ctx: Context,
  state: State,
  error: { status: number; message: string; details?: Details; headers?: Record<string, string> },
): void {
  ctx.status = error.status;
  ctx.set(error.headers ?? {});
  ctx.body = {
    code: error.status,
    data: null,
    error: {
      details: error.details ?? null,
      message: error.message,
      path: ctx.path,
      request_id: `req_${String(nextNumber(state.counters, 'refusal')).padStart(8, '0')}`,
      timestamp: nowOf(state.clock).toISOString(),
    },
  };
}

export function refusalsToEnvelopes(state: State): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof Refusal) return answerError(ctx, state, error);
      answerError(ctx, state, { status: 500, message: 'The sandbox itself failed.' });
      ctx.app.emit('error', error, ctx);
    }
  };
}
