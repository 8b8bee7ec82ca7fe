/** The events module over a real database and a real receiver, with a clock that the test moves. */
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { BookingState } from '../../server/contract/events.ts';
import { factsOf } from '../../server/events/booking-facts.ts';
import { createEventLog } from '../../server/events/event-log.ts';
import { createEventsModule } from '../../server/events/events.ts';
import type { Hooks } from '../../server/hooks.ts';
import { createLog } from '../../server/observability/log.ts';
import { standardWebhookKey } from '../../server/standard-webhooks.ts';
import type { Encryption } from '../../server/store/encryption.ts';
import type { Store } from '../../server/store/store.ts';
import { newEncryption } from '../support/encryption-keys.ts';
import type { EventReceiver } from '../support/event-receiver.ts';
import { newJobs } from '../support/jobs.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { eventually } from '../support/outbox-harness.ts';

export const minutes = (count: number) => count * 60_000;

/** The owner of a lease that nobody ends. */
export const deadProcess = 'dead';

/** One process over the store. @param over.secrets of the server. @default the first receiver's */
export function eventsHarness(
  store: Store,
  receivers: Pick<EventReceiver, 'url' | 'secret'>[],
  over: {
    encryption?: Encryption;
    clock?: ManualClock;
    onEvent?: NonNullable<Hooks['onEvent']>;
    secrets?: string[];
  } = {},
) {
  const { encryption = newEncryption(), clock = manualClock(Date.now()), onEvent } = over;
  const logged: { event: string; [field: string]: unknown }[] = [];
  const log = createLog('trace', { write: (line) => void logged.push(JSON.parse(line)) });
  const jobs = newJobs(store, clock);
  const secrets = over.secrets ?? receivers.slice(0, 1).map(({ secret }) => secret);
  const keys = secrets.map(standardWebhookKey).filter((key) => key !== null);
  const { events, workers = [] } = createEventsModule({
    config: { events: { urls: receivers.map(({ url }) => url), keys } },
    hooks: onEvent ? { onEvent } : {},
    store,
    encryption,
    jobs,
    log,
    now: clock.now,
  });
  jobs.start();
  let stopped: Promise<unknown> | null = null;
  const stop = async () => {
    stopped ??= jobs.stop().then(() => Promise.all(workers.map((worker) => worker.stop())));
    await stopped;
  };
  onTestFinished(stop);

  /** Waits until no delivery of a living process is under way, and none can begin now. */
  const settle = () => {
    let looks = 0;
    return eventually(async () => {
      looks += 1;
      // What was asked for at once is a timer too. On a slow machine, a poll may have missed the last move of the clock.
      clock.advance(looks < 50 ? 0 : 1_000);
      const { rows } = await sql`
        select id from events where state = 'due' and (lease_owner <> ${deadProcess}
          or (due_at <= ${clock.now()} and not exists (select 1 from events as earlier
            where earlier.booking_id = events.booking_id and earlier.receiver = events.receiver
              and earlier.state = 'due' and earlier.sequence < events.sequence)))`.execute(store.db);
      return rows.length === 0;
    });
  };

  return {
    clock,
    encryption,
    logged,
    stop,
    settle,
    log: createEventLog(store, encryption, clock.now),
    /** A read of the user's appointment says this state. @param also runs in the same transaction. @default nothing */
    async read(subject: string, before: BookingState, after: BookingState, also = () => {}): Promise<void> {
      const ids = {
        customerId: subject,
        flow: 'full_api' as const,
        journeyId: null,
        orderId: `order-of-${subject}`,
        appointmentId: `appointment-of-${subject}`,
      };
      await store.transaction(async (trx) => {
        await events?.appointmentRead(trx, ids, { before: factsOf(before), after: factsOf(after) });
        also();
      });
    },
    /** Moves the time on in steps, and waits for the deliveries of each. */
    async pass(ms: number, stepMs = minutes(5)): Promise<void> {
      for (let left = ms; left > 0; left -= stepMs) {
        clock.advance(Math.min(left, stepMs));
        await settle();
      }
    },
    states: async () =>
      (await store.db.selectFrom('events').select('state').orderBy('sequence').execute()).map(
        ({ state }) => state,
      ),
  };
}
