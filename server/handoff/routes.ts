/** The handoff's routes, as server/contract/server-api lists them. */
import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { setRequestRecord } from '../api/http/request-record.ts';
import { type Handlers, type RouteContext, routes } from '../api/http/route.ts';
import type { HandoffView } from '../contract/handoff-api.ts';
import type { PartnerContact } from '../contract/partner-contact.ts';
import { handoffOperations } from '../contract/server-api/handoff-operations.ts';
import { Problem } from '../core/errors.ts';
import type { Log } from '../core/observability/log.ts';
import { Conflict, conflictAs } from '../core/store/conflict.ts';
import type { Store } from '../core/store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { HandoffReader } from './handoff-reader.ts';
import type { Handoff } from './handoff-state.ts';
import { startVerifying } from './handoff-state.ts';
import type { HandoffWrites, WaitForWrite } from './handoff-writes.ts';
import type { Handoffs } from './handoffs.ts';
import type { OpenHandoffs } from './open.ts';
import { problemOf } from './refusal.ts';
import { viewOf } from './view.ts';

/** What the routes need. */
export interface HandoffRoutesDeps {
  store: Store;
  handoffs: Handoffs;
  writes: HandoffWrites;
  waitForWrite: WaitForWrite;
  reader: HandoffReader;
  opening: OpenHandoffs;
  /** Customer sign-in and role, before any of these routes. */
  guard: Middleware[];
  assumptions: Assumptions;
  frameOrigin: string;
  allowedHosts: readonly string[];
  /** Whom the customer calls. */
  contact: PartnerContact;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Creates the routes under /handoffs. Errors become Problems in api/http/problems.ts. */
export const handoffRouter = (deps: HandoffRoutesDeps): Router =>
  routes(handoffOperations, { customer: deps.guard }, handlers(deps));

function handlers(deps: HandoffRoutesDeps): Handlers<typeof handoffOperations> {
  const { writes, waitForWrite, reader, opening } = deps;
  return {
    'POST /handoffs': async (ctx, asked) => {
      const { isNew, ...opened } = await opening.open(ctx.state.session.subject, asked).catch(asProblem);
      setRequestRecord(ctx, { id: opened.handoff.id });
      const handoff = await sent(deps, opened.handoff);
      return { status: isNew ? 201 : 200, body: await show(deps, handoff) };
    },
    'GET /handoffs/{id}': async (ctx) => show(deps, await reader.refresh(await own(deps, ctx))),
    'POST /handoffs/{id}/verify': async (ctx) => {
      const begun = await keepVerifying(deps, await own(deps, ctx)).catch((error: unknown) => {
        if (error instanceof Conflict) return own(deps, ctx);
        throw error;
      });
      return show(deps, await reader.refresh(begun));
    },
    'POST /handoffs/{id}/retry': async (ctx) => {
      const handoff = await own(deps, ctx);
      if (handoff.state !== 'preparing')
        return show(deps, await sent(deps, (await opening.replace(handoff).catch(asProblem)).handoff));
      if (handoff.writeId) await writes.reopen(handoff.writeId);
      return show(deps, await waitForWrite(handoff));
    },
  };
}

const asProblem = conflictAs(() => new Problem('handoff_under_way'));

/**
 * Waits for the write of an opened handoff. The service also refuses an order whose times another page has requested.
 * @throws Problem if the service refused it, and no times are requested
 */
async function sent({ waitForWrite, reader }: HandoffRoutesDeps, opened: Handoff): Promise<Handoff> {
  const waited = await waitForWrite(opened);
  const handoff = waited.refusal ? await reader.refresh(waited) : waited;
  if (handoff.refusal) throw problemOf(handoff.refusal);
  return handoff;
}

/** The customer's own handoff; another customer's is not found (AUTH-14). @throws Problem 404 */
async function own({ handoffs }: HandoffRoutesDeps, ctx: RouteContext<'id'>): Promise<Handoff> {
  const handoff = await handoffs.own(ctx.state.session.subject, ctx.params.id);
  if (!handoff) throw new Problem('handoff_not_found');
  return handoff;
}

async function show(deps: HandoffRoutesDeps, handoff: Handoff): Promise<HandoffView> {
  const parked =
    (await deps.writes.parkedAs(handoff.state === 'preparing' ? handoff.writeId : null)) !== null;
  try {
    return viewOf(handoff, parked, deps);
  } catch (error) {
    // The page's address gives access to it, so it is not logged.
    if (error instanceof Problem) deps.log('handoff.unusable', { handoff_id: handoff.id, code: error.code });
    throw error;
  }
}

async function keepVerifying(
  { store, handoffs, now }: HandoffRoutesDeps,
  handoff: Handoff,
): Promise<Handoff> {
  const next = startVerifying(handoff, now());
  if (next === handoff) return handoff;
  const kept = { ...next, revision: handoff.revision + 1 };
  await store.transaction((trx) => handoffs.update(trx, kept));
  return kept;
}
