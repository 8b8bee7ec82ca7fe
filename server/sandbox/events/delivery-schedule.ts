/** The schedule of six attempts, and the statuses that end it (Events: Delivery; WHK-37..WHK-39, LIM-08, GAP-91, GAP-115). */
import { secondsAfter } from '../engine/clock.ts';
import type { Attempt, Delivery } from './webhook-state.ts';

const backoffSeconds = [60, 120, 240, 480, 960];
const retryable = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/**
 * Records a scheduled attempt. Schedules the next one after a retryable status or no response, up to six attempts.
 * @param status HTTP status, null without a response
 * @param backoffScale factor on the wait
 */
export function afterScheduled(delivery: Delivery, status: number | null, backoffScale: number): void {
  const waitSeconds = backoffSeconds[delivery.tries];
  const again = waitSeconds !== undefined && (status === null || retryable.has(status));
  delivery.tries += 1;
  delivery.due_at =
    again && delivery.due_at !== null
      ? secondsAfter(new Date(delivery.due_at), waitSeconds * backoffScale).toISOString()
      : null;
}

/**
 * Records a redelivery. A successful one ends the schedule; any other leaves it unchanged.
 * @param status HTTP status, null without a response
 */
export function afterExtra(delivery: Delivery, status: number | null): void {
  delivery.extra_tries -= 1;
  if (isAccepted(status)) delivery.due_at = null;
}

/**
 * The outcome of the latest attempt. Call it after `afterScheduled` or `afterExtra`, which decide whether another one
 * is due.
 * @param status HTTP status, null without a response
 */
export function outcomeOf({ due_at }: Delivery, status: number | null): Attempt['outcome'] {
  if (isAccepted(status)) return 'delivered';
  return due_at === null ? 'failed' : 'retrying';
}

function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
