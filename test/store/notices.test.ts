/** Processes at one store tell each other: each word once, to everyone else; and that words were missed, after the store was away. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../server/http/log.ts';
import { createNotices } from '../../server/store/notices.ts';
import { openStore } from '../../server/store/store.ts';
import { startPostgres, type TestPostgres } from '../start-postgres.ts';
import { eventually } from '../writes/journal-stand.ts';
import { newStoreSettings, openTestStore } from './test-stores.ts';

let postgres: TestPostgres;
let databaseUrl: string;
beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.newDatabase();
});
afterAll(() => postgres.stop());

/** A process that listens. */
async function newProcess() {
  const store = await openStore({ databaseUrl, sqliteFile: '' });
  const notices = createNotices({ store, databaseUrl, log: silentLog });
  const told = { heard: [] as string[], missed: 0 };
  notices.listen({ heard: (text) => void told.heard.push(text), missed: () => void told.missed++ });
  notices.start();
  onTestFinished(async () => {
    await notices.stop();
    await store.close();
  });
  await eventually(() => told.missed === 1);
  return { notices, told };
}

it('is heard by every other process, once, and not by the one that said it', async () => {
  const [one, two, three] = [await newProcess(), await newProcess(), await newProcess()];
  one.notices.send('first “word”');
  two.notices.send('second');
  await eventually(() => three.told.heard.length === 2);
  await eventually(() => one.told.heard.length + two.told.heard.length === 2);
  expect(three.told.heard.sort()).toEqual(['first “word”', 'second']);
  expect([one.told.heard, two.told.heard]).toEqual([['second'], ['first “word”']]);
});

it('says that words may have been missed when PostgreSQL is back, and hears again', async () => {
  const [one, two] = [await newProcess(), await newProcess()];
  await postgres.crash();
  one.notices.send('nobody hears this');
  await postgres.startAgain();
  await eventually(() => one.told.missed === 2 && two.told.missed === 2);
  one.notices.send('again');
  await eventually(() => two.told.heard.length === 1);
  expect(two.told.heard).toEqual(['again']);
});

it('has nobody to tell at SQLite', async () => {
  const store = await openTestStore(await newStoreSettings('sqlite'));
  const notices = createNotices({ store, databaseUrl: undefined, log: silentLog });
  notices.listen({ heard: () => expect.unreachable(), missed: () => expect.unreachable() });
  notices.start();
  notices.send('word');
  await notices.stop();
});
