/** The handoff's routes, as server/contract/handoff-api.ts lists them. */
import Router, { type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import { openHandoff } from '../contract/handoff-api.ts';
import type { Session } from '../contract/token-api.ts';
import { Problem } from '../errors.ts';
import { readJson } from '../http/body.ts';
import { exactPaths } from '../http/exact-paths.ts';
import { parseInput } from '../http/parse-input.ts';
import { foundRecord } from '../http/request-record.ts';
import type { Log } from '../observability/log.ts';
import { Conflict } from '../store/conflict.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { HandoffReader } from './handoff-reader.ts';
import type { Handoff } from './handoff-state.ts';
import type { HandoffWrites } from './handoff-writes.ts';
import type { Handoffs } from './handoffs.ts';
import type { createOpen } from './open.ts';
import { problemOf } from './refusal.ts';
import { startVerifying } from './transitions.ts';
import { viewOf } from './view.ts';
import type { WaitForWrite } from './wait-for-write.ts';

type Ctx = RouterContext<{ session: Session }>;

interface HandoffRoutesDeps {
  store: Store;
  handoffs: Handoffs;
  writes: HandoffWrites;
  waitForWrite: WaitForWrite;
  reader: HandoffReader;
  open: ReturnType<typeof createOpen>;
  /** Customer sign-in and role, before any of these routes. */
  guard: Middleware[];
  assumptions: Assumptions;
  frameOrigin: string;
  allowedHosts: readonly string[];
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Creates the routes under /handoffs. Errors become Problems in http/problems.ts. */
export function handoffRouter(deps: HandoffRoutesDeps): Router {
  const { store, handoffs, writes, waitForWrite, reader, open, guard, log, now } = deps;
  const router = new Router(exactPaths);
  router.use(...guard);

  /** The customer's own handoff; another customer's is not found (AUTH-14). @throws Problem 404 */
  async function own(ctx: Ctx): Promise<Handoff> {
    const handoff = await handoffs.load(ctx.params.id ?? '');
    if (handoff?.customerId !== ctx.state.session.subject) throw new Problem('handoff_not_found');
    return handoff;
  }

  async function show(ctx: Ctx, handoff: Handoff, status = 200): Promise<void> {
    const parked = await writes.isParked(handoff.state === 'preparing' ? handoff.writeId : null);
    ctx.set('Cache-Control', 'no-store');
    try {
      ctx.body = viewOf(handoff, parked, deps);
      ctx.status = status;
    } catch (error) {
      // The page's address gives access to it, so it is not logged.
      if (error instanceof Problem) log('handoff.unusable', { handoff_id: handoff.id, code: error.code });
      throw error;
    }
  }

  async function keepVerifying(handoff: Handoff): Promise<Handoff> {
    const next = startVerifying(handoff, now());
    if (next === handoff) return handoff;
    const kept = { ...next, revision: handoff.revision + 1 };
    await store.transaction((trx) => handoffs.update(trx, kept));
    return kept;
  }

  router.post('/handoffs', async (ctx: Ctx) => {
    const asked = parseInput(openHandoff, await readJson(ctx));
    const { handoff, isNew } = await open(ctx.state.session.subject, asked).catch((error: unknown) => {
      throw error instanceof Conflict ? new Problem('handoff_under_way') : error;
    });
    foundRecord(ctx, { id: handoff.id });
    const sent = await waitForWrite(handoff);
    if (sent.refusal) throw problemOf(sent.refusal);
    await show(ctx, sent, isNew ? 201 : 200);
  });

  router.get('/handoffs/:id', async (ctx: Ctx) => show(ctx, await reader.refresh(await own(ctx))));

  router.post('/handoffs/:id/verify', async (ctx: Ctx) => {
    const handoff = await own(ctx);
    const begun = await keepVerifying(handoff).catch((error: unknown) => {
      if (error instanceof Conflict) return own(ctx);
      throw error;
    });
    await show(ctx, await reader.refresh(begun));
  });

  router.post('/handoffs/:id/retry', async (ctx: Ctx) => {
    const handoff = await own(ctx);
    if (handoff.writeId) await writes.reopen(handoff.writeId);
    await show(ctx, await waitForWrite(handoff));
  });

  return router;
}
