/** When an attempt follows another: the six of the schedule, and which answers end it (Events: Delivery; WHK-37..WHK-39, LIM-08, GAP-91, GAP-115). */
import { secondsAfter } from '../engine/clock.ts';
import type { Attempt, Delivery } from './webhook-state.ts';

const backoffSeconds = [60, 120, 240, 480, 960];
const retryable = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** Notes what came of the attempt that fell due, and when the next one does. `status` null: no answer came. */
export function afterScheduled(delivery: Delivery, status: number | null, backoffScale: number): void {
  const waitSeconds = backoffSeconds[delivery.tries];
  const again = waitSeconds !== undefined && (status === null || retryable.has(status));
  delivery.tries += 1;
  delivery.due_at =
    again && delivery.due_at !== null
      ? secondsAfter(new Date(delivery.due_at), waitSeconds * backoffScale).toISOString()
      : null;
}

/** An attempt asked for stands beside the schedule: it can end it by arriving, and otherwise leaves it as it was. */
export function afterExtra(delivery: Delivery, status: number | null): void {
  delivery.extra_tries -= 1;
  if (isAccepted(status)) delivery.due_at = null;
}

export function outcomeOf({ due_at }: Delivery, status: number | null): Attempt['outcome'] {
  if (isAccepted(status)) return 'delivered';
  return due_at === null ? 'failed' : 'retrying';
}

function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
