/** What a delivery says when a receiver does not take it in time, cannot be reached, or fails. */
import { expect, it } from 'vitest';
import { deliverEvent } from '../support/event-delivery.ts';
import { raw, scriptedServer, silence } from '../support/scripted-server.ts';

it.each([
  [204, null],
  [299, null],
  [304, 'http_304'],
  [410, 'http_410'],
  [500, 'http_500'],
])('a response with %i is %j', async (status, reason) => {
  expect(await deliverEvent(await scriptedServer(raw(status, '')))).toBe(reason);
});

it('a receiver that does not respond in time, or cannot be reached, is a reason', async () => {
  expect(await deliverEvent(await scriptedServer(silence), 50)).toBe('timeout');
  expect(await deliverEvent({ url: 'http://127.0.0.1:9/' })).toBe('network_ECONNREFUSED');
});

it('a hook that does not resolve in time, rejects or throws is a reason', async () => {
  expect(await deliverEvent({ onEvent: () => new Promise(() => {}) }, 50)).toBe('timeout');
  expect(await deliverEvent({ onEvent: () => Promise.reject(new Error('canary')) })).toBe('hook_failed');
  const throws = () => {
    throw new Error('canary');
  };
  expect(await deliverEvent({ onEvent: throws })).toBe('hook_failed');
  expect(await deliverEvent({ onEvent: async () => {} })).toBe(null);
});
