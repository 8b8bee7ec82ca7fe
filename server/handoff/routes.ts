/** The handoff's routes, as server/contract/handoff-api.ts lists them; each reads as a sentence. */
import Router, { type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import { openHandoff } from '../contract/handoff-api.ts';
import type { Session } from '../contract/token-api.ts';
import { Problem } from '../errors.ts';
import { readJson } from '../http/body.ts';
import { exactPaths } from '../http/exact-paths.ts';
import { parseInput } from '../http/parse-input.ts';
import type { Log } from '../observability/log.ts';
import { Conflict } from '../store/conflict.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { Look } from './handoff-reader.ts';
import type { Handoff } from './handoff-state.ts';
import type { HandoffWrites } from './handoff-writes.ts';
import type { Handoffs } from './handoffs.ts';
import type { createOpen } from './open.ts';
import { problemOf } from './refusal.ts';
import { verifying } from './transitions.ts';
import { viewOf } from './view.ts';

type Ctx = RouterContext<{ session: Session }>;

/** How long an answer waits for the service before the page is told to ask again. */
const waitTimeoutMs = 2_500;

export function handoffRouter(room: {
  store: Store;
  handoffs: Handoffs;
  writes: HandoffWrites;
  look: Look;
  open: ReturnType<typeof createOpen>;
  /** Customer sign-in and role, before any of these routes. */
  guard: Middleware[];
  assumptions: Assumptions;
  frameOrigin: string;
  allowedHosts: readonly string[];
  log: Log;
  now: () => number;
}): Router {
  const { store, handoffs, writes, look, open, guard, log, now } = room;
  const router = new Router(exactPaths);
  router.use(...guard);

  /** Somebody else's handoff is as unknown as none (AUTH-14). */
  async function own(ctx: Ctx): Promise<Handoff> {
    const handoff = await handoffs.load(ctx.params.id ?? '');
    if (handoff?.customerId !== ctx.state.session.subject) throw new Problem('handoff_not_found');
    return handoff;
  }

  /** Sends what is due and waits as long as a customer would. */
  async function driven(handoff: Handoff): Promise<Handoff> {
    if (handoff.state !== 'preparing' || handoff.writeId === null) return handoff;
    const { owner } = await writes.wait(handoff.writeId, waitTimeoutMs);
    return owner ?? (await handoffs.load(handoff.id)) ?? handoff;
  }

  async function show(ctx: Ctx, handoff: Handoff, status = 200): Promise<void> {
    const parked = await writes.isParked(handoff.state === 'preparing' ? handoff.writeId : null);
    ctx.set('Cache-Control', 'no-store');
    try {
      ctx.body = viewOf(handoff, parked, room);
      ctx.status = status;
    } catch (error) {
      // The address itself is the customer's key to the page, so the log has none of it.
      if (error instanceof Problem) log('handoff.unusable', { handoff_id: handoff.id, code: error.code });
      throw error;
    }
  }

  async function startVerifying(handoff: Handoff): Promise<Handoff> {
    const next = verifying(handoff, now());
    if (next === handoff) return handoff;
    const kept = { ...next, revision: handoff.revision + 1 };
    await store.transaction((trx) => handoffs.update(trx, kept));
    return kept;
  }

  router.post('/handoffs', async (ctx: Ctx) => {
    const asked = parseInput(openHandoff, await readJson(ctx));
    const { handoff, isNew } = await open(ctx.state.session.subject, asked).catch((error: unknown) => {
      throw error instanceof Conflict ? moved() : error;
    });
    const settled = await driven(handoff);
    if (settled.refusal) throw problemOf(settled.refusal);
    await show(ctx, settled, isNew ? 201 : 200);
  });

  router.get('/handoffs/:id', async (ctx: Ctx) => show(ctx, await look.at(await own(ctx))));

  router.post('/handoffs/:id/verify', async (ctx: Ctx) => {
    const handoff = await own(ctx);
    const begun = await startVerifying(handoff).catch((error: unknown) => {
      if (error instanceof Conflict) return own(ctx);
      throw error;
    });
    await show(ctx, await look.at(begun));
  });

  router.post('/handoffs/:id/retry', async (ctx: Ctx) => {
    const handoff = await own(ctx);
    if (handoff.writeId) await writes.reopen(handoff.writeId);
    await show(ctx, await driven(handoff));
  });

  return router;
}

const moved = () => new Problem('handoff_under_way');
