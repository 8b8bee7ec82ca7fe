/** Delivery of events: at least once, in order for each booking, with retries, and parked at the end. */
import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../../server/core/jobs/backoff.ts';
import { attemptsAtMost, deliveryBackoff } from '../../../server/partner/events/delivery.ts';
import { deliverEvent } from '../../support/event-delivery.ts';
import { eventReceiver, inWords, newSecret } from '../../support/event-receiver.ts';
import { raw, scriptedServer, silence } from '../../support/scripted-server.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';
import { deadProcess, eventsHarness, minutes } from './events-harness.ts';

const requested = 'booking.requested unscheduled>requested';
const confirmed = 'booking.confirmed requested>confirmed';
const canceled = 'booking.canceled confirmed>canceled';

describe.each(storeKinds)('On %s', (kind) => {
  async function started(over: Parameters<typeof eventsHarness>[2] & { answer?: () => number | null } = {}) {
    const receiver = await eventReceiver({
      isVirtual: true,
      ...(over.answer ? { answer: over.answer } : {}),
    });
    receiver.closeAfterTest();
    const store = await newTestStore(kind);
    return { store, receiver, ...eventsHarness(store, [receiver], over) };
  }
  type Started = Awaited<ReturnType<typeof started>>;

  async function threeEvents({ read }: Pick<Started, 'read'>, subject: string): Promise<void> {
    await read(subject, 'unscheduled', 'requested');
    await read(subject, 'requested', 'confirmed');
    await read(subject, 'confirmed', 'canceled');
  }

  it('every event arrives once and in order after the receiver was down for an hour', async () => {
    let isDown = true;
    const all = await started({ answer: () => (isDown ? null : 204) });
    const { receiver, pass, settle, states } = all;
    const users = ['ada', 'bea', 'cleo'];
    for (const user of users) await threeEvents(all, user);
    await pass(minutes(60));
    expect(receiver.accepted()).toEqual([]);
    // Only the first event of each booking was tried, and several times.
    expect(new Set(receiver.all.map(({ event }) => event.data.sequence))).toEqual(new Set([1]));
    expect(receiver.all.length).toBeGreaterThan(users.length * 3);
    isDown = false;
    await pass(minutes(120), minutes(30));
    await settle();
    for (const user of users) expect(receiver.of(user)).toEqual([requested, confirmed, canceled]);
    expect(await states()).toEqual(Array(9).fill('delivered'));
    expect(receiver.forged).toEqual([]);
  });

  it('an event whose response is lost comes again with the same id and body', async () => {
    let tries = 0;
    const all = await started({ answer: () => (++tries <= 2 ? null : 204) });
    await all.read('ada', 'unscheduled', 'requested');
    await all.pass(minutes(30));
    const [first, ...others] = all.receiver.all;
    expect(others).toHaveLength(2);
    for (const other of others) {
      expect(other.body).toBe(first?.body);
      expect(other.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect(other.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    }
  });

  it('an event that is refused for days is parked, the later ones go on, and a replay sends it', async () => {
    let isRepaired = false;
    const receiver = await eventReceiver({
      isVirtual: true,
      answer: (event) => (event.type === 'booking.requested' && !isRepaired ? 422 : 204),
    });
    receiver.closeAfterTest();
    const store = await newTestStore(kind);
    const all = eventsHarness(store, [receiver]);
    await threeEvents(all, 'ada');
    await all.pass(minutes(60));
    expect([receiver.of('ada'), await all.states()]).toEqual([[], ['due', 'due', 'due']]);
    // Days later.
    await store.db
      .updateTable('events')
      .set({ attempts: attemptsAtMost - 1, due_at: all.clock.now() })
      .where('sequence', '=', 1)
      .execute();
    await all.pass(minutes(10));
    expect(receiver.of('ada')).toEqual([confirmed, canceled]);
    expect(await all.states()).toEqual(['parked', 'delivered', 'delivered']);
    expect(all.logged.filter(({ event }) => event === 'event.parked')).toMatchObject([
      { type: 'booking.requested', reason: 'http_422', attempts: attemptsAtMost },
    ]);
    isRepaired = true;
    const [parked] = await all.log.list({ state: 'parked' }, 10);
    expect(parked).toMatchObject({ type: 'booking.requested', sequence: 1, attempts: attemptsAtMost });
    expect(await all.log.replay({ state: 'parked' })).toHaveLength(1);
    await all.pass(minutes(1));
    expect(receiver.accepted().map(inWords)).toEqual([confirmed, canceled, requested]);
    expect(await all.states()).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('an event for an address that was removed is parked after three days, and not before', async () => {
    const all = await started({ answer: () => null });
    await all.read('ada', 'unscheduled', 'requested');
    await all.settle();
    await all.stop();
    const { clock, encryption, store } = all;
    const other = await eventReceiver({ isVirtual: true });
    other.closeAfterTest();
    const next = eventsHarness(store, [other], { clock, encryption });
    const days = minutes(24 * 60);
    await next.pass(3 * days, minutes(60));
    expect(await next.states()).toEqual(['due']);
    await next.pass(minutes(60), minutes(60));
    expect(await next.states()).toEqual(['parked']);
    expect(other.all).toEqual([]);
    expect(next.logged.filter(({ event }) => event === 'event.parked')).toMatchObject([
      { receiver: expect.any(String), reason: 'receiver_removed', attempts: 1 },
    ]);
    await next.stop();
    // Nobody receives events any more.
    expect(await next.log.replay({})).toHaveLength(1);
    const none = eventsHarness(store, [], { clock, encryption });
    await none.pass(3 * days + minutes(60), minutes(60));
    expect(await none.states()).toEqual(['parked']);
  });

  it('another process delivers what a process has stored and not sent, or has under way', async () => {
    const all = await started();
    await all.stop();
    await all.read('ada', 'unscheduled', 'requested');
    await all.read('bea', 'unscheduled', 'requested');
    // The other one died while it sent this event.
    const leasedUntil = all.clock.now() + 5_000;
    await all.store.db
      .updateTable('events')
      .set({ lease_owner: deadProcess, due_at: leasedUntil, attempts: 1 })
      .where('customer_id', '=', 'bea')
      .execute();
    const { clock, encryption, receiver } = all;
    const next = eventsHarness(all.store, [receiver], { clock, encryption });
    await next.pass(1_000, 1_000);
    expect([receiver.of('ada'), receiver.of('bea')]).toEqual([[requested], []]);
    await next.pass(minutes(1), 10_000);
    expect([receiver.of('ada'), receiver.of('bea')]).toEqual([[requested], [requested]]);
  });

  it('a change that is rolled back is not announced', async () => {
    const all = await started();
    const fails = () => {
      throw new Error('the change failed');
    };
    await expect(all.read('ada', 'unscheduled', 'requested', fails)).rejects.toThrow('the change failed');
    await all.pass(minutes(1));
    expect([all.receiver.all, await all.states()]).toEqual([[], []]);
  });

  it('processes that see the same change at once announce it once', async () => {
    const all = await started();
    const { clock, encryption, receiver, store } = all;
    const other = eventsHarness(store, [receiver], { clock, encryption });
    const both = [all, other].flatMap((each) => [
      each.read('ada', 'unscheduled', 'requested'),
      each.read('ada', 'unscheduled', 'requested'),
    ]);
    await Promise.all(both);
    await Promise.all([
      all.read('ada', 'requested', 'confirmed'),
      other.read('ada', 'requested', 'confirmed'),
    ]);
    await Promise.all([all.settle(), other.settle()]);
    await all.pass(minutes(1));
    expect(await all.states()).toEqual(['delivered', 'delivered']);
    expect(receiver.of('ada')).toEqual([requested, confirmed]);
  });

  it('a redirect is not followed, and an endless response does not hold up the next event', async () => {
    const elsewhere = await scriptedServer(raw(204, ''));
    const moved = await scriptedServer(raw(307, '', { location: elsewhere.url }));
    const endless = await scriptedServer((response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.once('close', () => clearInterval(more));
    });
    const secret = newSecret();
    const all = eventsHarness(await newTestStore(kind), [
      { ...moved, secret },
      { ...endless, secret },
    ]);
    await threeEvents(all, 'ada');
    await all.settle();
    expect(elsewhere.received).toEqual([]);
    expect([moved.received.length, endless.received.length]).toEqual([1, 3]);
    expect(all.logged.find(({ event }) => event === 'event.retried')).toMatchObject({ reason: 'http_307' });
  });

  it('a receiver that does not respond delays no other, and the hook is one of them', async () => {
    const silent = await eventReceiver({ answer: () => 500, isVirtual: true });
    silent.closeAfterTest();
    const receiver = await eventReceiver({ secret: silent.secret, isVirtual: true });
    receiver.closeAfterTest();
    const hooked: string[] = [];
    let isBroken = true;
    const all = eventsHarness(await newTestStore(kind), [silent, receiver], {
      async onEvent(event) {
        if (isBroken) throw new Error('the books are closed');
        hooked.push(inWords(event));
      },
    });
    await threeEvents(all, 'ada');
    await all.pass(minutes(10));
    expect([silent.accepted(), receiver.of('ada'), hooked]).toEqual([
      [],
      [requested, confirmed, canceled],
      [],
    ]);
    isBroken = false;
    await all.pass(minutes(20));
    expect(hooked).toEqual([requested, confirmed, canceled]);
    expect(all.logged.some(({ receiver: name, reason }) => name === 'hook' && reason === 'hook_failed')).toBe(
      true,
    );
  });
});

it('the waits between the attempts take about three days', () => {
  const days = (random: number) => {
    const waits = Array.from({ length: attemptsAtMost - 1 }, (_, at) =>
      backoffMs(at + 1, null, deliveryBackoff, () => random),
    );
    return waits.reduce((sum, wait) => sum + wait, 0) / (24 * 60 * 60_000);
  };
  expect(days(0.5)).toBeCloseTo(3, 1);
});

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
