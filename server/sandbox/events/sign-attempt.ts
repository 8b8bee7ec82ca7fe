/** Signs each attempt with its own timestamp (Events: Delivery; WHK-27..WHK-29, WHK-40, GAP-88, GAP-90). */
import { createHmac } from 'node:crypto';
import { eventHeaders } from '../../contract/upstream-webhooks.ts';
import type { EventRecord } from './webhook-state.ts';

export interface SignedAttempt {
  timestamp: string;
  signature: string;
  headers: Record<string, string>;
}

/**
 * Makes the headers of an attempt and sets `event.last_timestamp`. The timestamp is in Unix seconds. The signature is
 * the HMAC-SHA-256 of `<timestamp>.<body>` in lowercase hexadecimal.
 */
export function signAttempt(event: EventRecord, signingSecret: string): SignedAttempt {
  const timestamp = String(nextTimestamp(event));
  const signature = createHmac('sha256', signingSecret).update(`${timestamp}.${event.body}`).digest('hex');
  return {
    timestamp,
    signature,
    headers: {
      [eventHeaders.eventId]: event.id,
      [eventHeaders.sequence]: String(event.sequence),
      [eventHeaders.payloadVersion]: event.payload_version,
      [eventHeaders.timestamp]: timestamp,
      [eventHeaders.signature]: signature,
    },
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
