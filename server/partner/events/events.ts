/** The events module: notifies the partner's backend of changes to bookings (server/events.md). */
import { openConnections } from '../../core/connections.ts';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import type { Hooks } from '../hooks.ts';
import { type BookingEvents, createBookingEvents } from './booking-events.ts';
import { createDelivery, parkUndeliverable } from './delivery.ts';
import { createReceivers, type EventsConfig } from './receivers.ts';
import { createStoredEvents } from './stored-events.ts';

export interface EventsModule extends Module {
  /** Null without a receiver: nothing is stored then. */
  events: BookingEvents | null;
}

/**
 * Creates the module: it delivers events as jobs. Call it before the jobs start.
 * @returns the recording of events for other modules, and the worker that closes the connections to the receivers
 */
export function createEventsModule(deps: {
  config: EventsConfig;
  hooks: Pick<Hooks, 'onEvent'>;
  store: Store;
  encryption: Encryption;
  keys: Pick<ServerKeys, 'hourKey'>;
  jobs: Jobs;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}): EventsModule {
  const { config, hooks, store, encryption, now } = deps;
  const dispatcher = openConnections({ connections: 8 });
  const receivers = createReceivers({ config, onEvent: hooks.onEvent, dispatcher, now });
  parkUndeliverable(
    deps,
    receivers.map(({ name }) => name),
  );
  if (receivers.length === 0) return { events: null };
  const stored = createStoredEvents(store, encryption, deps);
  const wakes = receivers.map((receiver) => createDelivery({ ...deps, stored }, receiver));
  return {
    events: createBookingEvents({
      stored,
      receivers: receivers.map(({ name }) => name),
      now,
      onNew() {
        for (const wake of wakes) wake();
      },
    }),
    // Deliveries under way end with the jobs.
    workers: [{ stop: () => dispatcher.close() }],
  };
}
