/**
 * Reads the resources that events name, when an event arrives or a failed read is due again. The read decides the
 * stored state; an event only says what to read (Events; WHK-42, WHK-43, WHK-45, T82). One process at a time reads each
 * subject, and an event that arrives during its read leaves it due.
 */
import { sql } from 'kysely';
import type { ReadKind } from '../../contract/upstream-webhooks.ts';
import { Problem, UpstreamError } from '../../core/errors.ts';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Lease, Queue } from '../../core/jobs/queue.ts';
import type { EventHandlers } from '../../core/module.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import { inSpan } from '../../core/observability/spans.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { inBackground } from '../../upstream/gate.ts';

type ReadLease = Lease<'webhook_reads'>;

const concurrency = 8;
const backoff = { baseMs: 1_000, capMs: 60_000 };
/** After this many tries (about a quarter of an hour) the read waits for the next event or for the list. */
const triesAtMost = 20;
/** An event may arrive before its order is completed here. After this many tries it belongs to another system. */
const triesOfUnknown = 6;

/** Creates the reads. @returns `runNow` starts due reads; call it after the commit of a new event */
export function createEventReads(deps: {
  jobs: Jobs;
  handlers: EventHandlers;
  /** Called after a read: the server knows whose resource this is. */
  adopt: (ref: string) => Promise<void>;
  log: Log;
}): {
  runNow(): void;
} {
  const { jobs, handlers, adopt, log } = deps;

  /** Ends the lease of a finished read. @throws LeaseLost */
  async function finish({ row, end }: ReadLease): Promise<void> {
    const { state } = await end({
      state: sql`case when asked = ${row.asked} then 'done' else 'due' end`,
      due_at: jobs.clock.now(),
    });
    if (state === 'due') queue.wake();
  }

  async function read(lease: ReadLease): Promise<void> {
    const { kind, ref, attempts } = lease.row;
    const fields = { kind, ref, attempts };
    try {
      if (isReadKind(kind, handlers)) await handlers[kind]?.(ref);
      await adopt(ref);
    } catch (error) {
      const outcome = attempts < triesFor(error) ? 'postponed' : 'left';
      // The order of another system ends so, or one that the partner's backend placed before its user came.
      const isExpected = outcome === 'postponed' || error instanceof Problem;
      if (isUnknown(error) && isExpected) log('webhook.read_unknown', { ...fields, outcome });
      else log('webhook.read_failed', { ...fields, outcome, ...describeError(error) });
      if (outcome === 'left') return finish(lease);
      await lease.retry(error instanceof UpstreamError ? error.retryAfterMs : null);
      return;
    }
    await finish(lease);
    log('webhook.read', fields);
  }

  const queue = jobs.queue({
    table: { name: 'webhook_reads', key: 'subject', fence: 'fence', work: sql`state = 'due'` },
    concurrency,
    backoff: () => backoff,
    onError: (error) => log('webhook.worker_failed', describeError(error)),
    // A trace of its own: several requests may have caused this read, or none.
    work: (lease) =>
      inSpan(
        `webhook read ${lease.row.kind}`,
        { root: true, attributes: { 'dx.read.kind': lease.row.kind } },
        () => inBackground(() => read(lease)),
      ),
  });
  return { runNow: queue.wake };
}

const isUnknown = (error: unknown): boolean =>
  (error instanceof Problem || error instanceof UpstreamError) && error.status === 404;

const triesFor = (error: unknown): number => (isUnknown(error) ? triesOfUnknown : triesAtMost);

const isReadKind = (kind: string, handlers: EventHandlers): kind is ReadKind => Object.hasOwn(handlers, kind);

/**
 * Reads the appointments that changed since, to the end of the list, and stores them.
 * @param updatedAfter ISO 8601
 * @returns the latest change in milliseconds since the epoch; null if there was none
 */
export type ListChanged = (updatedAfter: string) => Promise<number | null>;

/** The first run reaches back further than any clock is wrong; a new database has no older appointments. */
const firstReachMs = 24 * 60 * 60_000;

/**
 * Creates the periodic reading of the service's list of appointments, for changes that no event announced (Appointments 1;
 * APT-06, APT-07, WHK-45, GAP-76). The position in the list is stored, and moves only after a run that reached the end:
 * a change from another read says nothing about earlier changes.
 *
 * @param deps.lists by the flow whose key lists the appointments; only configured flows
 * @param deps.everyMs the time from the end of one reading to the next
 */
export function createReconcileList(deps: {
  assumptions: Assumptions;
  jobs: Jobs;
  lists: Record<string, ListChanged>;
  everyMs: number;
  log: Log;
}): void {
  const { assumptions, jobs, lists, everyMs, log } = deps;
  const { now } = jobs.clock;
  const flows = Object.keys(lists);
  if (flows.length === 0) return;

  async function runOnce({ row, end }: Lease<'reconciliations'>): Promise<void> {
    const { flow, seen_until } = row;
    const startedAt = performance.now();
    const reachMs = seen_until - assumptions.values.webhook.overlapSeconds * 1000;
    const since = seen_until === 0 ? now() - firstReachMs : reachMs;
    const latest = await lists[flow]?.(new Date(since).toISOString());
    const seen = { seen_until: Math.max(latest ?? 0, seen_until), attempts: 0 };
    const { due_at } = await end({ ...seen, due_at: now() + everyMs });
    log('webhook.reconciled', { flow, duration_ms: Math.round(performance.now() - startedAt) });
    queue.wakeAt(due_at);
  }

  const queue: Queue<'reconciliations', void> = jobs.queue({
    table: {
      name: 'reconciliations',
      key: 'flow',
      fence: 'fence',
      work: sql`flow in (${sql.join(flows.map((flow) => sql.lit(flow)))})`,
    },
    concurrency: flows.length,
    firstLookMs: Math.min(everyMs, 1_000),
    backoff: () => ({ baseMs: everyMs, capMs: everyMs }),
    onError: (error, row) => log('webhook.reconcile_failed', { flow: row?.flow, ...describeError(error) }),
    work: (lease) => inBackground(() => runOnce(lease)),
  });
}
