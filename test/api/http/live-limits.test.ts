/** A stream that the server ended frees its connection, and no response is sent inside a stream. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { liveHarness } from './live-harness.ts';

/** Reads all, and never closes its half. */
function held(socket: Socket): Socket {
  onTestFinished(() => void socket.destroy());
  return socket.resume();
}

it('keeps eight connections of a customer who opens three hundred and closes none', async () => {
  const { live, connectSilently, openConnections } = await liveHarness();
  for (let n = 0; n < 300; n += 1) held(connectSilently('a', { allowHalfOpen: true }));
  await eventually(async () => (await openConnections()) <= 8 && live.connected() === 8);
});

it('leaves no connection open after the token or the stream ends', async () => {
  const { live, connectSilently, openConnections, advance } = await liveHarness();
  held(connectSilently('a', { allowHalfOpen: true }));
  await eventually(() => live.connected() === 1);
  advance(61_000);
  await eventually(async () => (await openConnections()) === 0);
  const other = await liveHarness();
  held(other.connectSilently('a', { allowHalfOpen: true }));
  await eventually(() => other.live.connected() === 1);
  other.live.close();
  await eventually(async () => (await other.openConnections()) === 0);
});

it('closes when the client reads nothing', async () => {
  const { live, connectSilently, openConnections } = await liveHarness();
  const socket = connectSilently('a', { allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  await eventually(() => live.connected() === 1);
  for (let n = 0; n < 20; n += 1) live.emit('a', { ...large, id: String(n) });
  await eventually(async () => (await openConnections()) === 0);
});

it('gives a client that does not read five seconds to take the rest of an ended stream', async () => {
  const { live, connectSilently, openConnections, advance } = await liveHarness();
  const socket = connectSilently('a', { allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  await eventually(() => live.connected() === 1);
  live.emit('a', { ...large, ref: 'x'.repeat(20_000_000) });
  live.close();
  advance(4_999);
  expect([live.connected(), await openConnections()]).toEqual([1, 1]);
  advance(1);
  await eventually(async () => (await openConnections()) === 0);
});

it('ends a stream that opens during the stop', async () => {
  const { live, connect } = await liveHarness();
  live.close();
  const page = await connect('a');
  await eventually(page.ended);
});

const large = { id: '1', kind: 'appointment', ref: 'x'.repeat(200_000) } as const;
const other = 'GET /other HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

it.each([
  ['in one piece with it', other, ''],
  ['in one piece with it, in part', other.slice(0, 20), other.slice(20)],
  ['later', '', other],
])('sends no response inside a stream when another request follows: %s', async (_, behind, later) => {
  const { live, connectSilently } = await liveHarness();
  let received = '';
  const socket = connectSilently('a', { behind });
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  await eventually(() => received.includes('event: reread'));
  socket.write(later);
  live.emit('a', { id: '1', kind: 'appointment', ref: 'after-it' });
  await eventually(() => received.includes('after-it'));
  live.close();
  await once(socket, 'close');
  expect(received).not.toContain('the other answer');
  expect(live.connected()).toBe(0);
});
