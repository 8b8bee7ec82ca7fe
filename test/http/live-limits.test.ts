/** A stream that the server ended frees its connection, and no response is sent inside a stream. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/outbox-harness.ts';
import { liveHarness } from './live-harness.ts';

/** Reads all, and never closes its half. */
function held(socket: Socket): Socket {
  onTestFinished(() => void socket.destroy());
  return socket.resume();
}

it('keeps eight connections of a customer who opens three hundred and closes none', async () => {
  const { live, connectSilently, openConnections } = await liveHarness();
  for (let n = 0; n < 300; n += 1) held(connectSilently('a', { allowHalfOpen: true }));
  await eventually(async () => (await openConnections()) <= 8 && live.connected() === 8, 10_000);
}, 20_000);

it('leaves no connection open after the token or the stream ends', async () => {
  const { live, connectSilently, openConnections } = await liveHarness({ lifetimeMs: 300 });
  held(connectSilently('a', { allowHalfOpen: true }));
  await eventually(() => live.connected() === 1);
  await eventually(async () => (await openConnections()) === 0, 7_000);
  const other = await liveHarness();
  held(other.connectSilently('a', { allowHalfOpen: true }));
  await eventually(() => other.live.connected() === 1);
  other.live.close();
  await eventually(async () => (await other.openConnections()) === 0, 7_000);
}, 20_000);

it('closes within five seconds when the client reads nothing', async () => {
  const { live, connectSilently, openConnections } = await liveHarness();
  const socket = connectSilently('a', { allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  await eventually(() => live.connected() === 1);
  for (let n = 0; n < 20; n += 1)
    live.emit('a', { id: String(n), kind: 'appointment', ref: 'x'.repeat(200_000) });
  live.close();
  await eventually(async () => (await openConnections()) === 0, 6_000);
}, 20_000);

const other = 'GET /other HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

it.each([
  ['in one piece with it', 0, other],
  ['in one piece with it, in part', 0, other.slice(0, 20)],
  ['in one piece with it, while it is let in', 100, other],
])('sends no response inside a stream when another request follows: %s', async (_, doorMs, behind) => {
  const { live, connectSilently } = await liveHarness({ doorMs });
  let received = '';
  const socket = connectSilently('a', { behind });
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  await sleep(300);
  if (behind !== other) socket.write(other.slice(20));
  if (!socket.closed) await once(socket, 'close');
  expect(received).not.toContain('the other answer');
  expect(live.connected()).toBe(0);
});

it('ends a stream when another request follows on its connection', async () => {
  const { live, connectSilently } = await liveHarness();
  let received = '';
  const socket = connectSilently('a');
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  await eventually(() => received.includes('event: reread'));
  socket.write(other);
  await once(socket, 'close');
  expect(received).not.toContain('the other answer');
  await eventually(() => live.connected() === 0);
});
