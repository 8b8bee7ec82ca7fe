/** A process dies at a random point of an erasure, and the next one finishes it. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { readRecords } from '../../server/customers/customer-records.ts';
import { checkAfterMs, createErasures } from '../../server/customers/erasures.ts';
import { silentLog } from '../../server/observability/log.ts';
import { createEncryption } from '../../server/store/encryption.ts';
import { bareEnv } from '../support/bare-env.ts';
import { newJobs, silentChannel } from '../support/jobs.ts';
import { manualClock } from '../support/manual-clock.ts';
import { eventually } from '../support/outbox-harness.ts';
import { newStoreSettings, openTestStore, type StoreKind, storeKinds } from '../support/test-stores.ts';
import { addCustomer } from './customer-rows.ts';

const script = join(import.meta.dirname, 'erasing-process.ts');
/** Fewer statements than an erasure has, so that every process dies. */
const statementsAtLeast = 65;

async function withTwoCustomers(kind: StoreKind) {
  const { database, sqliteFile } = inject('migrated');
  const settings = await newStoreSettings(kind, database);
  if (kind === 'sqlite') {
    await mkdir(dirname(settings.sqliteFile));
    await copyFile(sqliteFile, settings.sqliteFile);
  }
  const store = await openTestStore(settings);
  const encryption = createEncryption(settings.storeKeys ?? []);
  for (const customer of ['ada', 'bo']) await addCustomer(store, encryption, customer);
  return { settings, store, encryption };
}

/** Erases ada in a process. @param dieBefore the number of the statement before which it dies; 0 for none */
async function eraseInProcess(settings: object, dieBefore: number) {
  const given = JSON.stringify({ settings, subject: 'ada', atMs: Date.now(), dieBefore });
  const child = spawn(process.execPath, [script, given], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: bareEnv,
  });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString();
  });
  const [, signal] = await once(child, 'close');
  return { signal, statements: Number(output) };
}

async function dieAndFinish(kind: StoreKind, dieBefore: number): Promise<void> {
  const { settings, store, encryption } = await withTwoCustomers(kind);
  const other = await readRecords(store.db, encryption, 'bo');
  const { signal } = await eraseInProcess(settings, dieBefore);
  expect([dieBefore, signal]).toEqual([dieBefore, 'SIGKILL']);
  // The next process finds that the lease of the dead one is over, and that a minute has passed.
  const clock = manualClock(Date.now() + 10 * checkAfterMs);
  const next = createEncryption(settings.storeKeys ?? []);
  const jobs = newJobs(store, clock);
  const revocations = { revoke: async () => {} };
  const erasures = createErasures({
    store,
    encryption: next,
    jobs,
    revocations,
    channel: silentChannel,
    log: silentLog,
  });
  // A process that dies before the first commit has not begun.
  if ((await erasures.last('ada')) === null) await erasures.erase('ada');
  jobs.start();
  await eventually(async () => {
    clock.advance(checkAfterMs);
    return (await erasures.last('ada'))?.state === 'done';
  });
  await jobs.stop();
  const left = await readRecords(store.db, next, 'ada');
  expect([dieBefore, Object.values(left).flat()]).toEqual([dieBefore, []]);
  const keys = await store.db.selectFrom('customer_keys').select('customer_id').execute();
  expect(keys.map(({ customer_id }) => customer_id).toSorted()).toEqual(['', 'bo']);
  expect(await readRecords(store.db, next, 'bo')).toEqual(other);
}

describe.each(storeKinds)('on %s', (kind) => {
  it('an erasure that was killed at random points is finished', { timeout: 60_000 }, async () => {
    // Ten on both databases.
    const points = Array.from({ length: 5 }, () => randomInt(1, statementsAtLeast));
    await Promise.all(points.map((point) => dieAndFinish(kind, point)));
  });

  it('an erasure that nobody kills has more statements than that', async () => {
    const { settings } = await withTwoCustomers(kind);
    const { signal, statements } = await eraseInProcess(settings, 0);
    expect([signal, statements > statementsAtLeast]).toEqual([null, true]);
    console.info(`an erasure: ${statements} statements`);
  });
});
