/** Makes the next attempt of a delivery and records its outcome (Events: Delivery; WHK-07, WHK-40). */
import { createHmac } from 'node:crypto';
import { request } from 'undici';
import { eventHeaders } from '../../contract/upstream-webhooks.ts';
import { nowOf, secondsAfter } from '../engine/clock.ts';
import type { State } from '../state.ts';
import type { Attempt, Delivery, EventRecord } from './webhook-state.ts';

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
  const event = state.events.get(delivery.event_id);
  const endpoint = state.webhookEndpoints.get(delivery.endpoint_id);
  if (event === undefined || endpoint === undefined) throw new Error('a delivery without event or endpoint');
  const now = nowOf(state.clock);
  const isScheduled = delivery.due_at !== null && delivery.due_at <= now.toISOString();
  // If the clock was moved past the due time, the attempt counts from the due time, and so does the next wait.
  const at = isScheduled && delivery.due_at !== null ? delivery.due_at : now.toISOString();
  const headers = signAttempt(event, endpoint.signing_secret);

  const status = await postEvent(endpoint.callback_url, headers, event.body, stop);
  // Aborted because the sandbox closes, and still due at the next start, or because of a reset.
  if (stop.aborted) return;

  if (isScheduled) afterScheduled(delivery, status, state.settings.webhook_backoff_scale);
  else afterExtra(delivery, status);
  delivery.attempts.push({
    at,
    timestamp_header: headers[eventHeaders.timestamp],
    signature_header: headers[eventHeaders.signature],
    status,
    outcome: outcomeOf(delivery, status),
  });
}

const backoffSeconds = [60, 120, 240, 480, 960];
const retryable = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/**
 * Records a scheduled attempt. Schedules the next one after a retryable status or no response, up to six attempts
 * (Events: Delivery; WHK-37..WHK-39, LIM-08, GAP-91, GAP-115).
 * @param status HTTP status, null without a response
 * @param backoffScale factor on the wait
 */
function afterScheduled(delivery: Delivery, status: number | null, backoffScale: number): void {
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
function afterExtra(delivery: Delivery, status: number | null): void {
  delivery.extra_tries -= 1;
  if (isAccepted(status)) delivery.due_at = null;
}

/**
 * The outcome of the latest attempt. Call it after `afterScheduled` or `afterExtra`, which decide whether another one
 * is due.
 * @param status HTTP status, null without a response
 */
function outcomeOf({ due_at }: Delivery, status: number | null): Attempt['outcome'] {
  if (isAccepted(status)) return 'delivered';
  return due_at === null ? 'failed' : 'retrying';
}

function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

const timeoutMs = 10_000;

/**
 * Sends one HTTP POST to a callback: 10 s timeout, no redirects, no keep-alive (GAP-91). Never rejects.
 * @returns the HTTP status, or null without a response, also if `stop` aborts the attempt
 */
async function postEvent(
  url: string,
  headers: Record<string, string>,
  body: string,
  stop: AbortSignal,
): Promise<number | null> {
  try {
    const response = await request(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      // A keep-alive connection that the receiver has closed would make the next delivery fail.
      reset: true,
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body.dump().catch(() => {});
    return response.statusCode;
  } catch {
    return null;
  }
}

/**
 * Makes the headers of an attempt, each with its own timestamp, and sets `event.last_timestamp`. The timestamp is in Unix
 * seconds. The signature is the HMAC-SHA-256 of `<timestamp>.<body>` in lowercase hexadecimal (Events: Delivery;
 * WHK-27..WHK-29, WHK-40, GAP-88, GAP-90).
 */
function signAttempt(event: EventRecord, signingSecret: string) {
  const timestamp = String(nextTimestamp(event));
  const signature = createHmac('sha256', signingSecret).update(`${timestamp}.${event.body}`).digest('hex');
  return {
    [eventHeaders.eventId]: event.id,
    [eventHeaders.sequence]: String(event.sequence),
    [eventHeaders.payloadVersion]: event.payload_version,
    [eventHeaders.timestamp]: timestamp,
    [eventHeaders.signature]: signature,
  };
}

/**
 * Uses the machine's clock, because receivers check the timestamp against theirs. If a change of the virtual clock causes
 * several attempts in one second, each gets the next second, which stays within the tolerance of minutes.
 */
function nextTimestamp(event: EventRecord): number {
  event.last_timestamp = Math.max(Math.floor(Date.now() / 1000), event.last_timestamp + 1);
  return event.last_timestamp;
}
