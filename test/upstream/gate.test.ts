/** The gate before the service, on a clock that the test moves. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Turn } from '../../server/core/observability/label-values.ts';
import { createGate, inBackground, type Passage } from '../../server/upstream/gate.ts';
import { eventually } from '../support/eventually.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { failure, scriptedServer, success } from '../support/scripted-server.ts';
import { upstreamHttp } from '../support/upstream-client.ts';

/** A gate with the requests that it let through, each with its time since the start. */
function watched(settings: { requestsPerSecond?: number } = {}) {
  const clock = manualClock(0);
  const waits: [Turn, number][] = [];
  const slowed: number[] = [];
  const gate = createGate({
    ...settings,
    clock,
    onWaited: (turn, waitedMs) => waits.push([turn, waitedMs]),
    onSlowed: (perSecond) => slowed.push(perSecond),
  });
  const passed: { name: string; atMs: number; passage: Passage }[] = [];
  const send = (name: string, turn: Turn = 'read', limitMs = 60_000) =>
    gate.pass(turn, limitMs).then((passage) => passed.push({ name, atMs: clock.elapsed(), passage }));
  return { clock, waits, slowed, passed, send };
}

/** Advances in small steps, so that what follows from each call happens at its time. */
async function advance(clock: ManualClock, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= 10) {
    clock.advance(Math.min(10, leftMs));
    await nextTurn();
  }
}

const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

/** The most requests in any second. */
const mostInASecond = (times: number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));

it('lets everything through at once while the service refuses nothing', async () => {
  const { passed, send, waits } = watched();
  await Promise.all(many(200).map((name) => send(name)));
  expect(passed).toHaveLength(200);
  expect(waits).toEqual([]);
});

it('keeps the configured rate in every second, and lets a burst of one second through at once [LIM-16]', async () => {
  const { clock, passed, send } = watched({ requestsPerSecond: 5 });
  for (const name of many(23)) void send(name);
  await nextTurn();
  expect(passed).toHaveLength(5);
  await advance(clock, 10_000);
  expect(passed).toHaveLength(23);
  expect(mostInASecond(passed.map(({ atMs }) => atMs))).toBe(5);
});

it('after a 429 nobody passes for the time that the service asked for, then fewer pass, then more [ERR-29] [LIM-17]', async () => {
  const { clock, passed, send, slowed } = watched();
  for (const name of many(20)) await send(name);
  for (const { passage } of passed.slice(10)) passage.refused(3_000);
  expect(slowed.at(-1)).toBe(8);
  for (const name of many(400)) void send(name);
  await advance(clock, 2_990);
  expect(passed).toHaveLength(20);
  await advance(clock, 1_000);
  const first = passed.length - 20;
  expect(first).toBeGreaterThanOrEqual(8);
  expect(first).toBeLessThanOrEqual(11);
  await advance(clock, 20_000);
  const times = passed.map(({ atMs }) => atMs);
  expect(times.filter((at) => at >= 20_000 && at < 21_000).length).toBeGreaterThan(3 * first);
});

it('is as open as before some time after the last 429, and never opens beyond the configured rate', async () => {
  for (const [requestsPerSecond, expected] of [
    [undefined, 200],
    [7, 7],
  ] as const) {
    const { clock, passed, send } = watched(requestsPerSecond ? { requestsPerSecond } : {});
    await send('refused');
    passed[0]?.passage.refused(1_000);
    clock.advance(120_000);
    for (const name of many(200)) void send(name);
    await nextTurn();
    expect(passed.length - 1).toBe(expected);
  }
});

it('waits a second after a 429 that asks for no time', async () => {
  const { clock, passed, send } = watched();
  await send('refused');
  passed[0]?.passage.refused(null);
  void send('next');
  await advance(clock, 990);
  expect(passed).toHaveLength(1);
  await advance(clock, 10);
  expect(passed).toHaveLength(2);
});

it('lets reads of waiting customers through first, then writes, then all other reads', async () => {
  const { clock, passed, send, waits } = watched({ requestsPerSecond: 1 });
  await send('before');
  void send('reconciliation', 'background');
  void send('order', 'write');
  void send('times', 'read');
  await advance(clock, 5_000);
  expect(passed.map(({ name }) => name)).toEqual(['before', 'times', 'order', 'reconciliation']);
  expect(waits.map(([turn]) => turn)).toEqual(['read', 'write', 'background']);
});

it('lets a write through after two reads, and any other read after twenty requests, however many reads wait', async () => {
  const { clock, passed, send } = watched({ requestsPerSecond: 10 });
  for (const name of many(10)) void send(name);
  void send('background', 'background');
  for (const name of ['write 1', 'write 2']) void send(name, 'write');
  for (const name of many(60)) void send(name);
  await advance(clock, 10_000);
  const names = passed.slice(10).map(({ name }) => name);
  expect([names.indexOf('write 1'), names.indexOf('write 2'), names.indexOf('background')]).toEqual([
    2, 5, 20,
  ]);
});

it('gives a request up whose turn does not come in its time, and at once if that is certain', async () => {
  const { clock, passed, send, waits } = watched({ requestsPerSecond: 1 });
  await send('refused');
  passed[0]?.passage.refused(10_000);
  await expect(send('certain', 'read', 8_000)).rejects.toMatchObject({ status: 429, retryAfterMs: 10_000 });
  await advance(clock, 5_000);
  const [first, second] = [send('first', 'read', 6_000), send('second', 'read', 5_500)];
  const given = expect(second).rejects.toMatchObject({ status: 429 });
  await advance(clock, 6_000);
  await first;
  await given;
  expect(passed.map(({ name }) => name)).toEqual(['refused', 'first']);
  expect(waits).toEqual([
    ['read', 5_000],
    ['read', 5_500],
  ]);
});

it('holds back the reads and the writes of the key after a refused read, and sends each once its turn comes', async () => {
  const clock = manualClock();
  const refused = failure(429, null, { 'retry-after': '2' });
  const { url, received } = await scriptedServer(refused, success({ ok: 1 }));
  const http = upstreamHttp(url, { clock });
  const read = http.read('/v1/locations');
  // The retry of the read.
  await clock.waiting(1);
  const request = { route: '/v1/orders', path: '/v1/orders', idempotencyKey: 'key-1', body: '{}' };
  const write = http.attempt(request);
  const listed = inBackground(() => http.read('/v1/appointments'));
  await nextTurn();
  expect(received).toHaveLength(1);
  clock.advance(2_000);
  expect(await read).toMatchObject({ data: { ok: 1 } });
  expect(await write).toMatchObject({ kind: 'answered' });
  await eventually(() => {
    clock.advance(100);
    return received.length === 4;
  });
  await listed;
  expect(received.map(({ url }) => url).sort()).toEqual([
    '/v1/appointments',
    '/v1/locations',
    '/v1/locations',
    '/v1/orders',
  ]);
});

it('a write that gets no turn is unknown, and its retry comes when the service asked for it', async () => {
  const clock = manualClock();
  const { url, received } = await scriptedServer(failure(429, null, { 'retry-after': '60' }));
  const http = upstreamHttp(url, { clock, timeoutMs: 45_000 });
  await http.read('/v1/locations').catch(() => {});
  const request = { route: '/v1/orders', path: '/v1/orders', idempotencyKey: 'key-1', body: '{}' };
  expect(await http.attempt(request)).toEqual({
    kind: 'unknown',
    reason: 'no_turn',
    retryAfterMs: 60_000,
  });
  expect(received).toHaveLength(1);
});
