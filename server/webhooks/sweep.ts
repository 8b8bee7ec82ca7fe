/**
 * Walks the service's list of appointments now and then, for what events did not tell (Appointments 1; APT-06, APT-07,
 * WHK-45, GAP-76). How far it came is kept, and moves only with a walk that reached the end: a change that was read
 * elsewhere says nothing of the earlier ones.
 */
import { describeError } from '../http/describe-error.ts';
import type { Log } from '../http/log.ts';
import type { Store } from '../store/store.ts';
import type { WebhookSweepRow } from '../store/tables.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';

/** Keeps whatever changed since, to the list's end; gives the latest change seen, null where there was none. */
export type Walk = (updatedAfter: string) => Promise<number | null>;

export interface Sweep {
  start(): void;
  stop(): Promise<void>;
}

/** A first walk reaches back by more than any clock is wrong; a new store has no older appointments. */
const firstReachMs = 24 * 60 * 60_000;
const lookEveryMs = 1_000;

export function createSweep(needs: {
  assumptions: Assumptions;
  store: Store;
  /** By the flow whose key lists them. */
  walks: Record<string, Walk>;
  everyMs: number;
  /** Beside each walk: what has grown old goes. */
  forgetOld: () => Promise<void>;
  log: Log;
  now: () => number;
}): Sweep {
  const { assumptions, store, walks, everyMs, forgetOld, log, now } = needs;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  /** One process walks at a time; should it die, the next turn is another's. */
  async function take(flow: string): Promise<WebhookSweepRow | undefined> {
    const first = { flow, seen_until: 0, due_at: 0, fence: 0 };
    await store.db
      .insertInto('webhook_sweeps')
      .values(first)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return store.db
      .updateTable('webhook_sweeps')
      .set((row) => ({ due_at: now() + everyMs, fence: row('fence', '+', 1) }))
      .where('flow', '=', flow)
      .where('due_at', '<=', now())
      .returningAll()
      .executeTakeFirst();
  }

  async function sweep(flow: string, walk: Walk): Promise<void> {
    const row = await take(flow);
    if (!row) return;
    const startedAt = performance.now();
    const reachMs = row.seen_until - assumptions.values.webhook.overlapSeconds * 1000;
    const since = row.seen_until === 0 ? now() - firstReachMs : reachMs;
    const latest = await walk(new Date(since).toISOString());
    await store.db
      .updateTable('webhook_sweeps')
      .set({ seen_until: Math.max(latest ?? 0, row.seen_until) })
      .where('flow', '=', flow)
      .where('fence', '=', row.fence)
      .execute();
    await forgetOld();
    log('webhook.swept', { flow, duration_ms: Math.round(performance.now() - startedAt) });
  }

  async function look(): Promise<void> {
    for (const [flow, walk] of Object.entries(walks)) {
      await sweep(flow, walk).catch((error: unknown) =>
        log('webhook.sweep_failed', { flow, ...describeError(error) }),
      );
    }
    if (timer) next();
  }

  function next(): void {
    timer = setTimeout(
      () => {
        looking = look();
      },
      Math.min(everyMs, lookEveryMs),
    ).unref();
  }

  return {
    start: next,
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await looking;
    },
  };
}
