/**
 * Reads the resources that events name, when an event arrives or a failed read is due again. The read decides the
 * stored state; an event only says what to read (Events; WHK-42, WHK-43, WHK-45, T82). One process at a time reads each
 * subject, and an event that arrives during its read leaves it due.
 */
import { sql } from 'kysely';
import type { ReadKind } from '../contract/upstream-webhooks.ts';
import { Problem, UpstreamError } from '../errors.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Lease } from '../jobs/queue.ts';
import type { EventHandlers } from '../module.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import { inSpan } from '../observability/spans.ts';

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
      log('webhook.read_failed', { ...fields, outcome, ...describeError(error) });
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
        () => read(lease),
      ),
  });
  return { runNow: queue.wake };
}

function triesFor(error: unknown): number {
  const isUnknown = (error instanceof Problem || error instanceof UpstreamError) && error.status === 404;
  return isUnknown ? triesOfUnknown : triesAtMost;
}

const isReadKind = (kind: string, handlers: EventHandlers): kind is ReadKind => Object.hasOwn(handlers, kind);
