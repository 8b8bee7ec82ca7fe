/**
 * Reads the upstream's list of appointments at an interval, for changes that no event announced (Appointments 1;
 * APT-06, APT-07, WHK-45, GAP-76). The position in the list is stored, and moves only after a run that reached the end:
 * a change from another read says nothing about earlier changes.
 */
import { sql } from 'kysely';
import type { Jobs } from '../jobs/jobs.ts';
import type { Lease, Queue } from '../jobs/queue.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';

/**
 * Reads the appointments that changed since, to the end of the list, and stores them.
 * @param updatedAfter ISO 8601
 * @returns the latest change in milliseconds since the epoch; null if there was none
 */
export type ListChanged = (updatedAfter: string) => Promise<number | null>;

/** The first run reaches back further than any clock is wrong; a new database has no older appointments. */
const firstReachMs = 24 * 60 * 60_000;

/**
 * Creates the periodic reading of the service's list of appointments.
 * @param deps.lists by the flow whose key lists the appointments; only configured flows
 * @param deps.everyMs the time from the end of one reading to the next
 */
export function createReconcileList(deps: {
  assumptions: Assumptions;
  jobs: Jobs;
  lists: Record<string, ListChanged>;
  everyMs: number;
  /** Runs with each reading: deletes old rows. */
  forgetOld: () => Promise<void>;
  log: Log;
}): void {
  const { assumptions, jobs, lists, everyMs, forgetOld, log } = deps;
  const { now } = jobs.clock;
  const flows = Object.keys(lists);
  if (flows.length === 0) return;

  async function runOnce({ row, end }: Lease<'webhook_sweeps'>): Promise<void> {
    const { flow, seen_until } = row;
    const startedAt = performance.now();
    const reachMs = seen_until - assumptions.values.webhook.overlapSeconds * 1000;
    const since = seen_until === 0 ? now() - firstReachMs : reachMs;
    const latest = await lists[flow]?.(new Date(since).toISOString());
    await forgetOld();
    const seen = { seen_until: Math.max(latest ?? 0, seen_until), attempts: 0 };
    const { due_at } = await end({ ...seen, due_at: now() + everyMs });
    log('webhook.swept', { flow, duration_ms: Math.round(performance.now() - startedAt) });
    queue.wakeAt(due_at);
  }

  const queue: Queue<'webhook_sweeps', void> = jobs.queue({
    table: {
      name: 'webhook_sweeps',
      key: 'flow',
      fence: 'fence',
      work: sql`flow in (${sql.join(flows.map((flow) => sql.lit(flow)))})`,
    },
    concurrency: flows.length,
    firstLookMs: Math.min(everyMs, 1_000),
    backoff: () => ({ baseMs: everyMs, capMs: everyMs }),
    onError: (error, row) => log('webhook.sweep_failed', { flow: row?.flow, ...describeError(error) }),
    work: runOnce,
  });
}
