/** Sends due deliveries: the events of one appointment to one endpoint in sequence, all others in parallel. */
import { doDueWork } from '../due-work.ts';
import { nowOf } from '../engine/clock.ts';
import type { State } from '../state.ts';
import { deliver, isDue } from './deliver.ts';
import type { Delivery } from './webhook-state.ts';

const heartbeatMs = 100;

/** Sends deliveries to the registered endpoints. */
export interface Dispatcher {
  /** Starts all due deliveries and returns at once. */
  sendDue(): void;
  /** Resolves when no delivery is due or in progress. */
  settle(): Promise<void>;
  /** Aborts the attempts in progress, which belong to a state that is gone. */
  reset(): void;
  /** Stops the dispatcher and aborts the attempts in progress. */
  close(): void;
}

/**
 * Starts the dispatcher; it looks for due work every 100 ms. What fell due before the start is due at the start, and the
 * waits for its next attempts count from there.
 * @param afterAttempt called after each attempt, to save the state. If it rejects, the error is printed, and the deliveries
 *   go on: a later save has this attempt too.
 */
export function startDispatcher(
  state: State,
  afterAttempt: () => Promise<void> = async () => {},
): Dispatcher {
  const start = nowOf(state.clock).toISOString();
  for (const delivery of state.deliveries.values())
    if (delivery.due_at !== null && delivery.due_at < start) delivery.due_at = start;

  const begin = () => ({ lanes: new Map<string, Promise<void>>(), stop: new AbortController() });
  let running = begin();

  const laneOf = ({ endpoint_id, event_id }: Delivery) =>
    `${endpoint_id} ${state.events.get(event_id)?.subject_id}`;
  const due = () => {
    const now = nowOf(state.clock).toISOString();
    return [...state.deliveries.values()].filter((delivery) => isDue(delivery, now));
  };
  const run = async (lane: string, stop: AbortSignal) => {
    while (!stop.aborted) {
      const [next] = due()
        .filter((delivery) => laneOf(delivery) === lane)
        .sort((a, b) => ((a.due_at ?? '') < (b.due_at ?? '') ? -1 : 1));
      if (next === undefined) return;
      await deliver(state, next, stop);
      if (!stop.aborted) await afterAttempt().catch((error) => console.error(error));
    }
  };
  const sendDue = () => {
    const { lanes, stop } = running;
    if (stop.signal.aborted || state.deliveries.size === 0) return;
    for (const delivery of due()) {
      const lane = laneOf(delivery);
      if (!lanes.has(lane))
        lanes.set(
          lane,
          run(lane, stop.signal).finally(() => lanes.delete(lane)),
        );
    }
  };

  const heartbeat = setInterval(() => {
    doDueWork(state);
    sendDue();
  }, heartbeatMs).unref();
  return {
    sendDue,
    async settle() {
      for (sendDue(); running.lanes.size > 0; sendDue()) await Promise.all(running.lanes.values());
    },
    reset() {
      running.stop.abort();
      running = begin();
    },
    close() {
      clearInterval(heartbeat);
      running.stop.abort();
    },
  };
}
