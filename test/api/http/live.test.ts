/** The live stream: each hint once, for one customer only, and no resources left after a page leaves. */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../../server/api/http/live.ts';
import { eventually } from '../../support/eventually.ts';
import { liveHarness } from './live-harness.ts';

const event = (ref: string): LiveEvent => ({ id: `id-${ref}`, kind: 'appointment', ref });

it('answers HEAD with headers only', async () => {
  const { live, url } = await liveHarness();
  const response = await fetch(`${url}/live`, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(live.connected()).toBe(0);
});

it('keeps no stream of a page that left during authentication', async () => {
  const door = Promise.withResolvers<void>();
  const { live, connect, connectSilently, atTheDoor, openConnections } = await liveHarness({
    door: door.promise,
  });
  const gone = connectSilently('a');
  await eventually(() => atTheDoor() === 1);
  gone.destroy();
  await eventually(async () => (await openConnections()) === 0);
  door.resolve();
  await connect('b');
  expect(live.connected()).toBe(1);
});

it('sends a customer the ids of what changed, and nothing else', async () => {
  const { live, connect } = await liveHarness();
  const page = await connect('a');
  expect(page.response.headers.get('content-type')).toContain('text/event-stream');
  expect(page.response.headers.get('cache-control')).toBe('no-store, no-transform');
  live.emit('a', event('1'));
  await eventually(() => page.messages.length === 2);
  expect(page.messages[0]).toMatchObject({ event: 'reread', data: '{}' });
  expect(page.messages[1]).toEqual({ id: 'id-1', event: 'change', data: '{"kind":"appointment","ref":"1"}' });
});

it('knows how long ago a change was sent, also after the clock was set back', async () => {
  const { live, connect, advance, setBack } = await liveHarness();
  await connect('a');
  live.emit('a', event('1'));
  expect(live.wasEmitted('a', '1', 1_000)).toBe(true);
  setBack(30_000);
  advance(1_000);
  expect(live.wasEmitted('a', '1', 1_000)).toBe(false);
});

it('sends no change to another customer', async () => {
  const { live, connect } = await liveHarness();
  const [a, b] = [await connect('a'), await connect('b')];
  live.emit('a', event('mine'));
  live.emit('b', event('theirs'));
  // Anything that was sent to the wrong page comes before the last.
  for (const customer of ['a', 'b']) live.emit(customer, event('last'));
  await eventually(() => [a, b].every((page) => page.refs().at(-1) === 'last'));
  expect([a.refs(), b.refs()]).toEqual([
    ['mine', 'last'],
    ['theirs', 'last'],
  ]);
  // Not even with the other's position in hand.
  a.leave();
  live.emit('a', event('missed'));
  const thief = await connect('b', 'id-mine');
  await eventually(() => thief.messages.length > 0);
  expect(thief.messages).toMatchObject([{ event: 'reread' }]);
});

it('asks every page to read again after missed changes, also a page that reconnects', async () => {
  const { live, connect } = await liveHarness();
  const [stays, leaves] = [await connect('a'), await connect('b')];
  live.emit('b', event('1'));
  await eventually(() => leaves.refs().length === 1);
  leaves.leave();
  await eventually(() => live.connected() === 1);
  live.emitGap();
  await eventually(() => stays.messages.filter(({ event }) => event === 'reread').length === 2);
  const back = await connect('b', 'id-1');
  await eventually(() => back.messages.length > 0);
  expect(back.messages).toMatchObject([{ event: 'reread' }]);
});

it('sends each missed change once to a page that reconnects', async () => {
  const { live, connect } = await liveHarness();
  const first = await connect('a');
  live.emit('a', event('1'));
  await eventually(() => first.refs().length === 1);
  first.leave();
  await eventually(() => live.connected() === 0);
  live.emit('a', event('2'));
  live.emit('a', event('3'));
  const second = await connect('a', first.messages.at(-1)?.id);
  live.emit('a', event('4'));
  await eventually(() => second.refs().at(-1) === '4');
  expect(second.messages.map(({ event }) => event)).toEqual(['change', 'change', 'change']);
  expect(second.refs()).toEqual(['2', '3', '4']);
});

it('resumes from before the first change', async () => {
  const { live, connect } = await liveHarness();
  const first = await connect('a');
  await eventually(() => first.messages.length === 1);
  first.leave();
  await eventually(() => live.connected() === 0);
  live.emit('a', event('1'));
  const second = await connect('a', first.messages[0]?.id);
  await eventually(() => second.refs().length === 1);
  expect(second.messages).toHaveLength(1);
});

describe('asks a page to read everything again', () => {
  it.each([
    ['to a page that comes back to another process', 'id-of-elsewhere', 0],
    ['to a page that was away for too long', 'id-1', 11 * 60_000],
  ])('%s', async (_, lastSeen, awayMs) => {
    const { live, connect, advance } = await liveHarness();
    const first = await connect('a');
    live.emit('a', event('1'));
    await eventually(() => first.refs().length === 1);
    first.leave();
    await eventually(() => live.connected() === 0);
    advance(awayMs);
    const second = await connect('a', lastSeen);
    await eventually(() => second.messages.length === 1);
    expect(second.messages).toMatchObject([{ event: 'reread' }]);
  });

  it('when it missed more changes than the server keeps', async () => {
    const { live, connect } = await liveHarness();
    const first = await connect('a');
    await eventually(() => first.messages.length === 1);
    first.leave();
    await eventually(() => live.connected() === 0);
    for (let n = 0; n < 150; n++) live.emit('a', event(String(n)));
    const second = await connect('a', first.messages[0]?.id);
    await eventually(() => second.messages.length === 1);
    expect(second.messages).toMatchObject([{ event: 'reread', id: 'id-149' }]);
  });
});

it('stays open for longer than the keep-alive timeout', async () => {
  const { live, connect, url } = await liveHarness({ keepAliveMs: 1 });
  const page = await connect('a');
  const [other] = await once(get(`${url}/other`, { agent: new Agent({ keepAlive: true }) }), 'response');
  // Its connection is younger, and ends with the time-out.
  await once(other.resume().socket, 'close');
  live.emit('a', event('1'));
  await eventually(() => page.refs().length === 1);
});

it('sends heartbeats, so that no proxy closes the connection', async () => {
  const { live, connectSilently, advance } = await liveHarness({ lifetimeMs: 120_000 });
  const page = connectSilently('a').setEncoding('latin1');
  let received = '';
  page.on('data', (text) => {
    received += text;
  });
  await eventually(() => received.includes('event: reread'));
  expect(received).not.toMatch(/^:$/m);
  advance(61_000);
  live.emit('a', event('last'));
  await eventually(() => received.includes('id-last'));
  expect(received.split('\n:\n')).toHaveLength(5);
  page.destroy();
});

it('ends when the token ends', async () => {
  const { live, connect, advance } = await liveHarness();
  const page = await connect('a');
  advance(59_000);
  expect(live.connected()).toBe(1);
  advance(1_500);
  await eventually(() => page.ended());
  await eventually(() => live.connected() === 0);
});

it('ends the oldest stream of a customer with too many tabs', async () => {
  const { live, connect } = await liveHarness();
  const pages: Awaited<ReturnType<typeof connect>>[] = [];
  for (let n = 0; n < 10; n++) pages.push(await connect('a'));
  await eventually(() => live.connected() === 8);
  await eventually(() => pages.filter((page) => page.ended()).length === 2);
  expect(pages.slice(0, 2).every((page) => page.ended())).toBe(true);
});

it('frees everything after a thousand streams came and went', async () => {
  const { live, connect } = await liveHarness();
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  for (let round = 0; round < 20; round++) {
    const pages = await Promise.all(Array.from({ length: 50 }, (_, n) => connect(`c${round}-${n}`)));
    for (const page of pages) page.leave();
  }
  await eventually(() => live.connected() === 0);
  await eventually(() => timers() <= before + 2);
});

it('drops a page that reads nothing, and bounds its buffer', async () => {
  const { live, connectSilently } = await liveHarness();
  const page = connectSilently('a');
  await eventually(() => live.connected() === 1);
  // More than the kernel keeps on the way.
  for (let n = 0; n < 100; n++) live.emit('a', { ...event(String(n)), ref: 'x'.repeat(200_000) });
  await eventually(() => live.connected() === 0);
  page.destroy();
});
