/** Applies scripted faults to matching requests (control plane; IDEM-08, GAP-110). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Middleware, Next, ParameterizedContext } from 'koa';
import type { State } from '../state.ts';
import { ApiError } from './api-error.ts';
import type { Authenticated } from './authentication.ts';
import type { Fault } from './engine-state.ts';
import { respond, respondWithError } from './envelope.ts';
import type { FaultRequest } from './fault-request.ts';
import { fitsPath } from './path-pattern.ts';

/** Koa's state behind the faults. */
export interface FaultState {
  /** Whether the response comes from a fault instead of the service. */
  scripted?: boolean;
}

/**
 * Creates the middleware that applies scripted faults: the first that matches the request, has nothing left to skip and
 * has effects left. Each matching fault that still skips counts the request. Without a fault, the request continues.
 */
export function applyFaults(state: State): Middleware<Partial<Authenticated> & FaultState> {
  return (ctx, next) => {
    if (state.faults.size === 0) return next();
    const fault = nextFault([...state.faults.values()], ctx.method, ctx.path, writeIdOf(ctx));
    if (fault === undefined) return next();
    if (fault.effect.kind !== 'in_progress') fault.remaining -= 1;
    ctx.state.scripted = fault.effect.kind === 'status' || fault.effect.kind === 'malformed';
    return effects[fault.effect.kind](ctx, next, fault, state);
  };
}

/** Counts down the passes of every matching fault, and returns the first that has no passes left but effects remaining. */
function nextFault(faults: Fault[], method: string, path: string, writer: string | null): Fault | undefined {
  const matching = faults.filter(
    (fault) =>
      fault.method === method &&
      fitsPath(fault.path, path) &&
      fault.remaining > 0 &&
      (fault.effect.kind !== 'in_progress' || (writer !== null && [null, writer].includes(fault.boundTo))),
  );
  const applied = matching.find((fault) => fault.passes === 0);
  for (const fault of matching) if (fault.passes > 0) fault.passes -= 1;
  return applied;
}

/** Paths on which a write in progress is a 409 error instead of a 202 (Appointments 3; APT-47, GAP-109). */
const conflictWhileInProgress = ['/v1/appointments/*/cancel', '/v1/appointments/*/reschedule'];

/** Ends the delays of one state. */
const delaysOf = new WeakMap<State, AbortController>();

/** Cuts the connections of the requests that a fault delays: those of before a reset change nothing after it. */
export function cutDelayed(state: State): void {
  delaysOf.get(state)?.abort();
  delaysOf.delete(state);
}

type FaultContext = ParameterizedContext<Partial<Authenticated>>;
type Effect = (ctx: FaultContext, next: Next, fault: Fault, state: State) => Promise<void>;

const effects: Record<FaultRequest['effect']['kind'], Effect> = {
  async status(ctx, _next, { effect }, state) {
    if (effect.kind !== 'status') return;
    const { status, body, headers = {} } = effect;
    respondWithError(ctx, state, { status, message: 'A fault was scripted for this request.' });
    if (body !== undefined) ctx.body = body;
    // Koa sets a content type with the body.
    ctx.set(headers);
  },
  /** Binds to the write only after it is committed: a rejected write gets its error and does not use up the fault. */
  async in_progress(ctx, next, fault, state) {
    if (fault.effect.kind !== 'in_progress') return;
    await next();
    // A second write may have run at the same time and be the one that is bound.
    const boundToAnother = fault.boundTo !== null && fault.boundTo !== writeIdOf(ctx);
    if (ctx.status >= 300 || fault.remaining === 0 || boundToAnother) return;
    fault.boundTo = writeIdOf(ctx);
    fault.remaining -= 1;
    // The headers belong to the final response.
    for (const name of Object.keys(ctx.response.headers)) ctx.remove(name);
    const { retry_after_seconds } = fault.effect;
    const code = 'IDEMPOTENCY_IN_PROGRESS';
    const headers = { 'Retry-After': String(retry_after_seconds) };
    if (conflictWhileInProgress.some((pattern) => fitsPath(pattern, ctx.path))) {
      const details = { code, retry_after_seconds };
      respondWithError(ctx, state, {
        status: 409,
        message: 'This request is still being worked on.',
        details,
        headers,
      });
    } else respond(ctx, 202, { status: 'in_progress', code, retry_after_seconds }, headers);
  },
  async drop_before(ctx) {
    cut(ctx);
  },
  async drop_after(ctx, next) {
    await next().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
    cut(ctx);
  },
  async delay(ctx, next, { effect }, state) {
    if (effect.kind !== 'delay') return;
    const delays = delaysOf.get(state) ?? new AbortController();
    delaysOf.set(state, delays);
    const isOver = await sleep(effect.ms, true, { ref: false, signal: delays.signal }).catch(() => false);
    if (isOver) await next();
    else cut(ctx);
  },
  async malformed(ctx) {
    ctx.status = 200;
    ctx.type = 'application/json';
    ctx.body = '{"code":200,"data":';
  },
};

function writeIdOf(ctx: FaultContext): string | null {
  const idempotencyKey = ctx.get('idempotency-key');
  return idempotencyKey === '' ? null : `${ctx.state.key?.prefix} ${ctx.path} ${idempotencyKey}`;
}

function cut(ctx: FaultContext): void {
  ctx.respond = false;
  ctx.req.socket.destroy();
}
