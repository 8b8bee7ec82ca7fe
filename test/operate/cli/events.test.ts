/** The command that lists and replays events, and what doctor finds about their receivers. */
import { expect, it } from 'vitest';
import { databasesOf, readConfig } from '../../../server/config/config.ts';
import type { BookingEvent } from '../../../server/contract/events.ts';
import { createEncryption } from '../../../server/core/store/encryption.ts';
import { doctor } from '../../../server/operate/cli/doctor.ts';
import { eventsList, eventsReplay } from '../../../server/operate/cli/events.ts';
import { eventsHarness, minutes } from '../../partner/events/events-harness.ts';
import { eventReceiver } from '../../support/event-receiver.ts';
import { operator } from '../../support/operator.ts';
import { raw, scriptedServer } from '../../support/scripted-server.ts';
import { openTestStore } from '../../support/test-stores.ts';

/** An installation, and a server that has delivered one event and tries another. */
async function installed() {
  let refused = 'booking.confirmed';
  const receiver = await eventReceiver({
    isVirtual: true,
    answer: ({ type }: BookingEvent) => (type === refused ? 503 : 204),
  });
  receiver.closeAfterTest();
  const installation = await operator({
    env: { EVENTS_URL: receiver.url, EVENTS_SECRET: receiver.secret },
  });
  const config = readConfig(installation.env);
  const encryption = createEncryption(config.STORE_KEYS);
  const all = eventsHarness(await openTestStore(databasesOf(config)), [receiver], { encryption });
  await all.read('user-canary', 'unscheduled', 'requested');
  await all.read('user-canary', 'requested', 'confirmed');
  await all.settle();
  const repair = () => {
    refused = '';
  };
  return { installation, receiver, ...all, repair };
}

it('lists events with their state, and names no user', async () => {
  const { installation, receiver } = await installed();
  const listed = await installation.run(eventsList);
  expect(listed.code).toBe(0);
  const [confirmed = '', requested = ''] = listed.output.split('\n');
  expect(requested).toMatch(
    /^\d{4}-\S+Z {2}evt_\S+ {2}booking\.requested +delivered {2}1 try +\S+#1 {2}127\.0\.0\.1/,
  );
  expect(confirmed).toMatch(/booking\.confirmed +due +1 try +appointment-of-user-canary#2 {2}127/);
  const { output } = await installation.run(eventsList, { state: 'due', json: true });
  expect(JSON.parse(output)).toMatchObject([{ type: 'booking.confirmed', state: 'due', sequence: 2 }]);
  expect((await installation.run(eventsList, { since: '2999-01-01' })).output).toBe('');
  expect(output).not.toContain(receiver.secret);
});

it('replays an event with its id, a time or all that are parked', async () => {
  const { installation, receiver, pass, repair, log } = await installed();
  const [requested] = receiver.accepted();
  const replayed = await installation.run(eventsReplay, { ids: [requested?.id ?? ''] });
  expect(replayed).toEqual({
    code: 0,
    output: '1 delivery is due again. Running servers send them within seconds.',
  });
  await pass(minutes(1));
  expect(receiver.accepted()).toEqual([requested, requested]);
  expect((await installation.run(eventsReplay, { ids: ['evt_of-nobody'] })).code).toBe(1);
  expect((await installation.run(eventsReplay, { parked: true })).code).toBe(1);
  repair();
  await pass(minutes(10));
  expect((await installation.run(eventsReplay, { since: '2020-01-01' })).output).toMatch(/^2 deliveries are/);
  await pass(minutes(1));
  expect(receiver.of('user-canary')).toHaveLength(5);
  expect(await log.list({ state: 'delivered' }, 10)).toHaveLength(2);
});

it('refuses options that select nothing, and times and numbers that are none', async () => {
  const print = () => {};
  await expect(eventsReplay({}, {}, print)).rejects.toThrow('--parked or --since');
  await expect(eventsReplay({}, { since: 'yesterday' }, print)).rejects.toThrow('ISO 8601');
  await expect(eventsList({}, { limit: '0' }, print)).rejects.toThrow('from 1 to 10000');
});

it('doctor finds receivers that do not respond, do not verify, or are elsewhere', async () => {
  const right = await eventReceiver();
  right.closeAfterTest();
  const careless = await scriptedServer(raw(200, 'ok'));
  const missing = await scriptedServer(raw(404, ''));
  const moved = await scriptedServer(raw(307, '', { location: right.url }));
  const urls = [right.url, careless.url, missing.url, moved.url, 'http://127.0.0.1:9/events?key=canary'];
  const installation = await operator({ env: { EVENTS_URL: urls.join(','), EVENTS_SECRET: right.secret } });
  const { code, output } = await installation.run(doctor);
  expect(code).toBe(1);
  const found = output.split('\n').filter((line) => line.includes('EVENTS_URL'));
  expect(found).toEqual([
    expect.stringMatching(/^ok .*refuses an event with a wrong signature/),
    expect.stringMatching(/^warning .*accepts an event with a wrong signature/),
    expect.stringMatching(/^fault .*404/),
    expect.stringMatching(/^fault .*redirect \(307\)/),
    expect.stringMatching(/^fault .*127\.0\.0\.1:9 does not respond/),
  ]);
  expect(output).not.toContain('canary');
  expect(right.forged).toHaveLength(1);
});
