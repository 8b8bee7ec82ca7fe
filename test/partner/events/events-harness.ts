/** The events module over a real database and a real receiver, with a clock that the test moves. */
import { onTestFinished } from 'vitest';
import type { BookingState } from '../../../server/contract/events.ts';
import { createLog } from '../../../server/core/observability/log.ts';
import { standardWebhookKey } from '../../../server/core/standard-webhooks.ts';
import type { Encryption } from '../../../server/core/store/encryption.ts';
import type { Store } from '../../../server/core/store/store.ts';
import { factsOf } from '../../../server/partner/events/booking-facts.ts';
import { createEventLog } from '../../../server/partner/events/event-log.ts';
import { createEventsModule } from '../../../server/partner/events/events.ts';
import type { Hooks } from '../../../server/partner/hooks.ts';
import type { EventReceiver } from '../../support/event-receiver.ts';
import { newJobs } from '../../support/jobs.ts';
import { newEncryption } from '../../support/keys.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';

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
    config: { urls: receivers.map(({ url }) => url), keys },
    hooks: onEvent ? { onEvent } : {},
    store,
    encryption,
    keys: { hourKey: (hour) => `key of ${hour}` },
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

  /** Waits until this process has tried all deliveries that are due. */
  const settle = () => jobs.idle();

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
        reference: `ORD-of-${subject}`,
      };
      await store.transaction(async (trx) => {
        await events?.appointmentRead(trx, ids, { before: factsOf(before), after: factsOf(after) });
        also();
      });
    },
    /** Moves the time on in steps, and waits for the deliveries before and after each: no lease ends while one runs. */
    async pass(ms: number, stepMs = minutes(5)): Promise<void> {
      await settle();
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
