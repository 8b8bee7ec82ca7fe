/** Processes on one database notify each other: each message once to every other process, and a notice after missed messages. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createActivity } from '../../../server/core/activity.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { silentLog } from '../../../server/core/observability/log.ts';
import { createPubSub } from '../../../server/core/store/pubsub.ts';
import { openStore } from '../../../server/core/store/store.ts';
import { eventually } from '../../support/eventually.ts';
import { startPostgres, type TestPostgres } from '../../support/start-postgres.ts';
import { newStoreSettings, openTestStore } from '../../support/test-stores.ts';

let postgres: TestPostgres;
let databaseUrl: string;
beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.newDatabase();
});
afterAll(() => postgres.stop());

const time = { clock: systemClock(), activity: createActivity() };

/** A process that listens. */
async function newProcess() {
  const store = await openStore({ databaseUrl, sqliteFile: '' });
  const pubsub = createPubSub({ store, databaseUrl, ...time, log: silentLog });
  const channel = pubsub.channel('dx_test');
  const received = { messages: [] as string[], gaps: 0 };
  channel.subscribe({
    onMessage: (text) => void received.messages.push(text),
    onGap: () => void received.gaps++,
  });
  pubsub.channel('dx_other').subscribe({ onMessage: () => expect.unreachable(), onGap() {} });
  pubsub.start();
  onTestFinished(async () => {
    await pubsub.stop();
    await store.close();
  });
  await eventually(() => received.gaps === 1);
  return { channel, received };
}

it('reaches every other process once, and not its sender', async () => {
  const [one, two, three] = [await newProcess(), await newProcess(), await newProcess()];
  one.channel.publish('first “word”');
  two.channel.publish('second');
  await eventually(() => three.received.messages.length === 2);
  await eventually(() => one.received.messages.length + two.received.messages.length === 2);
  expect(three.received.messages.sort()).toEqual(['first “word”', 'second']);
  expect([one.received.messages, two.received.messages]).toEqual([['second'], ['first “word”']]);
});

it('reports possibly missed messages when PostgreSQL returns, and receives again', async () => {
  const [one, two] = [await newProcess(), await newProcess()];
  await postgres.crash();
  one.channel.publish('nobody hears this');
  await postgres.startAgain();
  await eventually(() => one.received.gaps === 2 && two.received.gaps === 2);
  one.channel.publish('again');
  await eventually(() => two.received.messages.length === 1);
  expect(two.received.messages).toEqual(['again']);
});

it('has no other process to notify with SQLite', async () => {
  const store = await openTestStore(await newStoreSettings('sqlite'));
  const pubsub = createPubSub({ store, databaseUrl: undefined, ...time, log: silentLog });
  const channel = pubsub.channel('dx_test');
  channel.subscribe({ onMessage: () => expect.unreachable(), onGap: () => expect.unreachable() });
  pubsub.start();
  channel.publish('word');
  await pubsub.stop();
});
