/** What a delivery says when a receiver does not take it in time, cannot be reached, or fails. */
import { Agent } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { factsOf } from '../../server/events/booking-facts.ts';
import { createReceivers } from '../../server/events/receivers.ts';
import { newEvent } from '../../server/events/stored-events.ts';
import type { Hooks } from '../../server/hooks.ts';
import { raw, scriptedServer, silence } from '../support/scripted-server.ts';

const ids = {
  customerId: 'ada',
  flow: 'co_branded',
  journeyId: null,
  orderId: 'o',
  appointmentId: 'a',
} as const;
const facts = { ...factsOf('confirmed'), isRefundDue: false };
const event = newEvent(
  { ...ids, id: 'a', revision: 1, sequence: 1, facts },
  { type: 'booking.confirmed', before: 'requested', atMs: Date.now() },
);

/** Delivers the event to the one receiver. */
async function deliver(to: { url?: string; onEvent?: NonNullable<Hooks['onEvent']> }, timeoutMs = 5_000) {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.destroy());
  const config = { urls: to.url ? [to.url] : [], keys: [Buffer.alloc(32, 1)] };
  const [receiver] = createReceivers({ config, onEvent: to.onEvent, dispatcher, now: Date.now });
  return receiver?.deliver(event, AbortSignal.timeout(timeoutMs));
}

it.each([
  [204, null],
  [299, null],
  [304, 'http_304'],
  [410, 'http_410'],
  [500, 'http_500'],
])('a response with %i is %j', async (status, reason) => {
  expect(await deliver(await scriptedServer(raw(status, '')))).toBe(reason);
});

it('a receiver that does not respond in time, or cannot be reached, is a reason', async () => {
  expect(await deliver(await scriptedServer(silence), 50)).toBe('timeout');
  expect(await deliver({ url: 'http://127.0.0.1:9/' })).toBe('network_ECONNREFUSED');
});

it('a hook that does not resolve in time, rejects or throws is a reason', async () => {
  expect(await deliver({ onEvent: () => new Promise(() => {}) }, 50)).toBe('timeout');
  expect(await deliver({ onEvent: () => Promise.reject(new Error('canary')) })).toBe('hook_failed');
  const throws = () => {
    throw new Error('canary');
  };
  expect(await deliver({ onEvent: throws })).toBe('hook_failed');
  expect(await deliver({ onEvent: async () => {} })).toBe(null);
});
