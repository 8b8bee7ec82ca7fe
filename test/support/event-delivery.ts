/** Delivers an event of a booking to one receiver. */
import { Agent } from 'undici';
import { onTestFinished } from 'vitest';
import { factsOf } from '../../server/partner/events/booking-facts.ts';
import { createReceivers } from '../../server/partner/events/receivers.ts';
import { newEvent } from '../../server/partner/events/stored-events.ts';
import type { Hooks } from '../../server/partner/hooks.ts';

const ids = {
  customerId: 'ada',
  flow: 'co_branded',
  journeyId: null,
  orderId: 'o',
  appointmentId: 'a',
  reference: 'ORD-000001',
} as const;
const facts = {
  ...factsOf('confirmed'),
  isRefundDue: false,
  isDelayed: false,
  needsSupport: false,
  confirmedAtMs: null,
  announced: null,
};
const event = newEvent(
  { ...ids, id: 'a', revision: 1, sequence: 1, facts },
  { type: 'booking.confirmed', before: 'requested', atMs: Date.now() },
);

/** Where the event goes: an address, or a hook. */
export interface EventReceiver {
  url?: string;
  onEvent?: NonNullable<Hooks['onEvent']>;
}

/**
 * Delivers the event `booking.confirmed`.
 * @returns the reason for which the receiver did not take it, or null
 */
export async function deliverEvent(
  to: EventReceiver,
  timeoutMs = 300_000,
): Promise<string | null | undefined> {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.destroy());
  const config = { urls: to.url ? [to.url] : [], keys: [Buffer.alloc(32, 1)] };
  const [receiver] = createReceivers({ config, onEvent: to.onEvent, dispatcher, now: Date.now });
  return receiver?.deliver(event, AbortSignal.timeout(timeoutMs));
}
