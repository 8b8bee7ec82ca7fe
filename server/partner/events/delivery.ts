/**
 * Delivers events as jobs, one queue for each receiver, so that a receiver that does not respond delays no other. An
 * event waits while an earlier one of its booking is due at the same receiver. A parked event does not hold up the
 * later ones: a receiver that rejects one event would otherwise never learn what happens later. Its place in the
 * sequence shows the receiver that one is missing.
 */
import { sql } from 'kysely';
import type { BookingEvent } from '../../contract/events.ts';
import type { Jobs } from '../../core/jobs/jobs.ts';
import { LeaseLost } from '../../core/jobs/leased-table.ts';
import type { Lease } from '../../core/jobs/queue.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import { inSpan } from '../../core/observability/spans.ts';
import { Unreadable } from '../../core/store/encryption.ts';
import type { Store } from '../../core/store/store.ts';
import type { Receiver } from './receivers.ts';
import type { StoredEvents } from './stored-events.ts';

/** How long one delivery may take. */
const deliveryTimeoutMs = 10_000;
/** With full jitter these waits take about three days. */
export const deliveryBackoff = { baseMs: 5_000, capMs: 6 * 60 * 60_000 };
/** After this many attempts an event is parked. */
export const attemptsAtMost = 36;

const concurrency = 8;

const parkEveryMs = 60 * 60_000;
/** About as long as the tries of one event take. */
const undeliverableMs = 3 * 24 * 60 * 60_000;

interface DeliveryDeps {
  stored: StoredEvents;
  jobs: Jobs;
  log: Log;
}

/** Creates the queue of a receiver. Call it before the jobs start. @returns looks for due events now */
export function createDelivery(deps: DeliveryDeps, receiver: Receiver): () => void {
  const { jobs, log } = deps;
  const name = sql.lit(receiver.name);
  const queue = jobs.queue({
    table: {
      name: 'events',
      key: 'id',
      fence: 'fence',
      work: sql`state = 'due' and receiver = ${name} and not exists (
        select 1 from events as earlier where earlier.booking_id = events.booking_id
          and earlier.receiver = ${name} and earlier.state = 'due' and earlier.sequence < events.sequence)`,
    },
    concurrency,
    backoff: () => deliveryBackoff,
    onError: (error) => log('event.worker_failed', describeError(error)),
    work: (lease) =>
      inSpan('event deliver', { root: true }, async () => {
        try {
          await deliver(deps, receiver, lease);
        } catch (error) {
          if (!(error instanceof LeaseLost)) throw error;
          const { event_id, attempts } = lease.row;
          log('event.lease_lost', { event_id, receiver: receiver.host ?? receiver.name, attempts });
        }
        // The next event of the booking may be due now.
        queue.wake();
      }),
  });
  return queue.wake;
}

/**
 * Parks what no receiver is left for: as long after an event as its last try would be, so that a receiver that is
 * missing from the settings by mistake loses nothing. Call it before the jobs start.
 * @param receivers the names of those that are configured
 */
export function parkUndeliverable(
  { jobs, log, store }: Pick<DeliveryDeps, 'jobs' | 'log'> & { store: Store },
  receivers: readonly string[],
): void {
  jobs.every(parkEveryMs, async () => {
    const now = jobs.clock.now();
    const parked = await store.db
      .updateTable('events')
      .set({ state: 'parked', updated_at: now })
      .where('state', '=', 'due')
      .where('updated_at', '<', now - undeliverableMs)
      .$if(receivers.length > 0, (query) => query.where('receiver', 'not in', receivers))
      .returning(['event_id', 'receiver', 'attempts'])
      .execute();
    for (const fields of parked) log('event.parked', { ...fields, reason: 'receiver_removed' });
  });
}

/** @throws LeaseLost */
async function deliver(deps: DeliveryDeps, receiver: Receiver, lease: Lease<'events'>): Promise<void> {
  const { jobs, log } = deps;
  const { event_id, attempts } = lease.row;
  const event = await open(deps, lease);
  const fields = { event_id, type: event?.type ?? null, receiver: receiver.host ?? receiver.name, attempts };
  const reason = event ? await attempt(deps, receiver, event) : 'unreadable';
  if (reason === null) {
    await lease.end({ state: 'delivered', updated_at: jobs.clock.now() });
    log('event.delivered', fields);
  } else if (event && attempts < attemptsAtMost) {
    const waitMs = await lease.retry();
    log('event.retried', { ...fields, reason, wait_ms: waitMs });
  } else {
    await lease.end({ state: 'parked', updated_at: jobs.clock.now() });
    log('event.parked', { ...fields, reason });
  }
}

/** @returns null if nobody can decrypt it: its customer was erased */
async function open({ stored }: DeliveryDeps, { row }: Lease<'events'>): Promise<BookingEvent | null> {
  try {
    return await stored.open(row);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

const attempt = ({ jobs }: DeliveryDeps, receiver: Receiver, event: BookingEvent): Promise<string | null> =>
  receiver.deliver(event, AbortSignal.any([AbortSignal.timeout(deliveryTimeoutMs), jobs.stopped]));
