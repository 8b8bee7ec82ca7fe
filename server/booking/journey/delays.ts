/** Tells the partner of paid bookings whose request has had no response for a long time (IDEM-16). */
import { sql } from 'kysely';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Store } from '../../core/store/store.ts';
import { unlessUnreadable } from '../../core/store/unless-unreadable.ts';
import type { BookingEvents } from '../../partner/events/booking-events.ts';
import { eventIdsOf } from './journey-state.ts';
import type { Journeys } from './journeys.ts';

const delayedAfterMs = 10 * 60_000;
const everyMs = 60_000;

/** Looks for such bookings each minute. `events` records the event once for each booking. */
export function watchDelays(deps: {
  store: Store;
  journeys: Pick<Journeys, 'load'>;
  events: BookingEvents;
  jobs: Pick<Jobs, 'every' | 'clock'>;
  log: Log;
}): void {
  const { store, journeys, events, jobs, log } = deps;
  /** Writes that began up to this time have their event. A new process starts with all writes. */
  let toldUntilMs = 0;

  jobs.every(everyMs, async (stopping) => {
    const untilMs = jobs.clock.now() - delayedAfterMs;
    const waiting = await store.db
      .selectFrom('writes')
      .select('owner_id')
      .distinct()
      // As the partial index says it.
      .where(sql<boolean>`state <> 'settled'`)
      .where('owner_kind', '=', 'journey')
      .where('created_at', '>', toldUntilMs)
      .where('created_at', '<=', untilMs)
      .execute();
    for (const { owner_id: id } of waiting) {
      if (stopping.aborted) return;
      await unlessUnreadable(log, { kind: 'journeys', record_id: id }, async () => {
        const journey = await journeys.load(id);
        if (journey?.payment?.state !== 'paid') return;
        await store.transaction((trx) => events.paidJourneyHeld(trx, eventIdsOf(journey), 'isDelayed'));
      });
    }
    toldUntilMs = untilMs;
  });
}
