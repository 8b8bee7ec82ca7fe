/** Makes the next attempt of a delivery and records its outcome (Events: Delivery; WHK-07, WHK-40). */
import { nowOf } from '../engine/clock.ts';
import type { State } from '../state.ts';
import { afterExtra, afterScheduled, outcomeOf } from './delivery-schedule.ts';
import { postEvent } from './post-event.ts';
import { signAttempt } from './sign-attempt.ts';
import type { Delivery } from './webhook-state.ts';

/**
 * Whether a delivery is due.
 * @param now ISO 8601 in UTC, formatted once for all deliveries
 */
export function isDue({ due_at, extra_tries }: Delivery, now: string): boolean {
  return extra_tries > 0 || (due_at !== null && due_at <= now);
}

/**
 * Sends one attempt. An attempt that `stop` aborts is not recorded and stays due.
 * @throws Error if the delivery's endpoint or event is missing: a defect of the sandbox
 */
export async function deliver(state: State, delivery: Delivery, stop: AbortSignal): Promise<void> {
  const event = state.webhooks.events.get(delivery.event_id);
  const endpoint = state.webhooks.endpoints.get(delivery.endpoint_id);
  if (event === undefined || endpoint === undefined) throw new Error('a delivery without event or endpoint');
  const now = nowOf(state.clock);
  const isScheduled = delivery.due_at !== null && delivery.due_at <= now.toISOString();
  // If the clock was moved past the due time, the attempt counts from the due time, and so does the next wait.
  const at = isScheduled && delivery.due_at !== null ? delivery.due_at : now.toISOString();
  const { timestamp, signature, headers } = signAttempt(event, endpoint.signing_secret);

  const status = await postEvent(endpoint.callback_url, headers, event.body, stop);
  // Aborted because the sandbox closes: still due at the next start.
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
