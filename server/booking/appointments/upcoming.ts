/** Tells the partner of appointments that are soon, so that it can remind its users. */
import { Problem, UpstreamError } from '../../core/errors.ts';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Store } from '../../core/store/store.ts';
import { unlessUnreadable } from '../../core/store/unless-unreadable.ts';
import type { BookingEvents } from '../../partner/events/booking-events.ts';
import { inBackground } from '../../upstream/gate.ts';
import type { Refresh } from './refresh.ts';

const everyMs = 5 * 60_000;

/**
 * Looks for such appointments every five minutes. Each is read from the service first, because an event of a cancellation
 * or of another time may have been lost. If the service does not respond, the next round tries again.
 */
export function announceUpcoming({
  store,
  refresh,
  events,
  jobs,
  log,
}: {
  store: Store;
  refresh: Refresh;
  events: BookingEvents;
  jobs: Pick<Jobs, 'every'>;
  log: Log;
}): void {
  jobs.every(everyMs, async (stopping) => {
    for (const ids of await events.upcoming()) {
      if (stopping.aborted) return;
      const appointmentId = ids.appointmentId ?? '';
      const record = { kind: 'appointments', record_id: appointmentId };
      await unlessUnreadable(log, record, async () => {
        try {
          await inBackground(() => refresh(appointmentId));
        } catch (error) {
          if (error instanceof UpstreamError || error instanceof Problem) return;
          throw error;
        }
        await store.transaction((trx) => events.announceUpcoming(trx, ids));
      });
    }
  });
}
