/** Makes the one attempt of a delivery that is due, and keeps what came of it (Events: Delivery; WHK-07, WHK-40). */
import { nowOf } from '../engine/clock.ts';
import type { State } from '../state.ts';
import { afterExtra, afterScheduled, outcomeOf } from './delivery-schedule.ts';
import { postEvent } from './post-event.ts';
import { signAttempt } from './sign-attempt.ts';
import type { Delivery } from './webhook-state.ts';

/** `now` as the state writes times, made once for all deliveries. */
export function isDue({ due_at, extra_tries }: Delivery, now: string): boolean {
  return extra_tries > 0 || (due_at !== null && due_at <= now);
}

export async function deliver(state: State, delivery: Delivery, stop: AbortSignal): Promise<void> {
  const event = state.webhooks.events.get(delivery.event_id);
  const endpoint = state.webhooks.endpoints.get(delivery.endpoint_id);
  if (event === undefined || endpoint === undefined) throw new Error('a delivery without event or endpoint');
  const now = nowOf(state.clock);
  const isScheduled = delivery.due_at !== null && delivery.due_at <= now.toISOString();
  // What a move of the clock passed by happened at its own time, so that the next wait counts from there.
  const at = isScheduled && delivery.due_at !== null ? delivery.due_at : now.toISOString();
  const { timestamp, signature, headers } = signAttempt(event, endpoint.signing_secret);

  const status = await postEvent(endpoint.callback_url, headers, event.body, stop);
  // Cut off by the sandbox's own end: still due when it starts again.
  if (stop.aborted) return;

  if (isScheduled) afterScheduled(delivery, status, state.settings.webhook_backoff_scale);
  else afterExtra(delivery, status);
  delivery.attempts.push({
    at,
    timestamp_header: timestamp,
    signature_header: signature,
    status,
    outcome: outcomeOf(delivery, status),
  });
}
