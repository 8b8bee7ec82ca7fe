/** Scripted faults: what the next matching requests meet instead of, before or after the true answer (control plane; IDEM-08, GAP-110). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Middleware, Next, ParameterizedContext } from 'koa';
import type { State } from '../state.ts';
import type { Authenticated } from './authentication.ts';
import type { Fault } from './engine-state.ts';
import { answer, answerError } from './envelope.ts';
import type { FaultRequest } from './fault-request.ts';
import { fitsPath } from './path-pattern.ts';
import { Refusal } from './refusal.ts';

export interface MayBeScripted {
  /** The answer is the fault's, not the service's. */
  scripted?: boolean;
}

export function meetFaults(state: State): Middleware<Partial<Authenticated> & MayBeScripted> {
  return (ctx, next) => {
    if (state.faults.length === 0) return next();
    const fault = nextFault(state.faults, ctx.method, ctx.path, writerOf(ctx));
    if (fault === undefined) return next();
    if (fault.effect.kind !== 'in_progress') fault.remaining -= 1;
    ctx.state.scripted = fault.effect.kind === 'status' || fault.effect.kind === 'malformed';
    return effects[fault.effect.kind](ctx, next, fault, state);
  };
}

/** Every matching fault counts its passes down; the first that has none left and some effect remaining is met. */
function nextFault(faults: Fault[], method: string, path: string, writer: string | null): Fault | undefined {
  const matching = faults.filter(
    (fault) =>
      fault.method === method &&
      fitsPath(fault.path, path) &&
      fault.remaining > 0 &&
      (fault.effect.kind !== 'in_progress' || (writer !== null && [null, writer].includes(fault.boundTo))),
  );
  const met = matching.find((fault) => fault.passes === 0);
  for (const fault of matching) if (fault.passes > 0) fault.passes -= 1;
  return met;
}

/** Where the in-progress answer is an error and no 202 (Appointments 3; APT-47, GAP-109). */
const saysSoByRefusal = ['/v1/appointments/*/cancel', '/v1/appointments/*/reschedule'];

type CallContext = ParameterizedContext<Partial<Authenticated>>;
type Effect = (ctx: CallContext, next: Next, fault: Fault, state: State) => Promise<void>;

const effects: Record<FaultRequest['effect']['kind'], Effect> = {
  async status(ctx, _next, { effect }, state) {
    if (effect.kind !== 'status') return;
    const { status, body, headers = {} } = effect;
    answerError(ctx, state, { status, message: 'A fault was scripted for this request.', headers });
    if (body !== undefined) ctx.body = body;
  },
  /** Binds only once something is committed: a refused write is answered as refused and leaves the fault waiting. */
  async in_progress(ctx, next, fault, state) {
    if (fault.effect.kind !== 'in_progress') return;
    await next();
    // A second write may have come in beside this one and be the one that is held.
    const heldByAnother = fault.boundTo !== null && fault.boundTo !== writerOf(ctx);
    if (ctx.status >= 300 || fault.remaining === 0 || heldByAnother) return;
    fault.boundTo = writerOf(ctx);
    fault.remaining -= 1;
    // What the true answer says beside its data is not said yet.
    for (const name of Object.keys(ctx.response.headers)) ctx.remove(name);
    const { retry_after_seconds } = fault.effect;
    const code = 'IDEMPOTENCY_IN_PROGRESS';
    const headers = { 'Retry-After': String(retry_after_seconds) };
    if (saysSoByRefusal.some((pattern) => fitsPath(pattern, ctx.path))) {
      const details = { code, retry_after_seconds };
      answerError(ctx, state, {
        status: 409,
        message: 'This request is still being worked on.',
        details,
        headers,
      });
    } else answer(ctx, 202, { status: 'in_progress', code, retry_after_seconds }, headers);
  },
  async drop_before(ctx) {
    cut(ctx);
  },
  async drop_after(ctx, next) {
    await next().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
    cut(ctx);
  },
  async delay(_ctx, next, { effect }) {
    if (effect.kind !== 'delay') return;
    await sleep(effect.ms, undefined, { ref: false });
    await next();
  },
  async malformed(ctx) {
    ctx.status = 200;
    ctx.type = 'application/json';
    ctx.body = '{"code":200,"data":';
  },
};

function writerOf(ctx: CallContext): string | null {
  const idempotencyKey = ctx.get('idempotency-key');
  return idempotencyKey === '' ? null : `${ctx.state.key?.prefix} ${ctx.path} ${idempotencyKey}`;
}

function cut(ctx: CallContext): void {
  ctx.respond = false;
  ctx.req.socket.destroy();
}
