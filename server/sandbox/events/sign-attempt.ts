/** The headers of one attempt: a timestamp of its own, and the signature over it and the body (Events: Delivery; WHK-27..WHK-29, WHK-40, GAP-88, GAP-90). */
import { createHmac } from 'node:crypto';
import { eventHeaders } from '../../contract/upstream-webhooks.ts';
import type { EventRecord } from './webhook-state.ts';

export interface SignedAttempt {
  timestamp: string;
  signature: string;
  headers: Record<string, string>;
}

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
 * Receivers check the timestamp against their own clock, hence the machine's here. Attempts that a move of the virtual clock
 * crowds into one second count on from the last one: seconds ahead at most, where minutes are tolerated.
 */
function nextTimestamp(event: EventRecord): number {
  event.last_timestamp = Math.max(Math.floor(Date.now() / 1000), event.last_timestamp + 1);
  return event.last_timestamp;
}
