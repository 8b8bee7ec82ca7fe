/** A process fails at a random statement of an erasure and runs no other; the next one finishes it. */
import { randomInt } from 'node:crypto';
import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createEncryption } from '../../../server/core/store/encryption.ts';
import { openStore } from '../../../server/core/store/store.ts';
import { checkAfterMs } from '../../../server/operate/records/erasures.ts';
import { newJobs } from '../../support/jobs.ts';
import { manualClock } from '../../support/manual-clock.ts';
import {
  newStoreSettings,
  openTestStore,
  type StoreKind,
  type StoreSettings,
  storeKinds,
} from '../../support/test-stores.ts';
import { addCustomer, recordsByKind } from './customer-rows.ts';
import { loneErasures } from './lone-erasures.ts';

/** Fewer statements than an erasure has, so that every process fails. */
const statementsAtLeast = 65;
const prototypes = [
  { prototype: StatementSync.prototype, methods: ['all', 'run'] },
  { prototype: pg.Client.prototype, methods: ['query'] },
] as const;

/** Runs `work`, whose statement number `failsAt` and all later ones fail. @returns the number of statements */
async function failing(failsAt: number, work: () => Promise<unknown>): Promise<number> {
  let statements = 0;
  const originals = prototypes.map(({ prototype, methods }) => {
    const all = prototype as unknown as Record<string, (...values: unknown[]) => unknown>;
    return methods.map((name) => {
      const original = all[name];
      all[name] = function counting(this: unknown, ...values: unknown[]) {
        statements += 1;
        if (statements >= failsAt) throw new Error('the process is dead');
        return original?.apply(this, values);
      };
      return () => Object.assign(all, { [name]: original });
    });
  });
  try {
    await work();
  } finally {
    for (const restore of originals.flat()) restore();
  }
  return statements;
}

/** Erases ada in a process, as far as it gets. @param atMs the time when it starts */
async function erase(settings: StoreSettings, atMs: number): Promise<void> {
  const store = await openStore(settings);
  const clock = manualClock(atMs);
  const jobs = newJobs(store, clock);
  try {
    const encryption = createEncryption(settings.storeKeys ?? []);
    const erasures = await loneErasures(store, encryption, jobs);
    // A process that fails before the first commit has not begun.
    if ((await erasures.last('ada')) === null) await erasures.erase('ada');
    jobs.start();
    while ((await erasures.last('ada'))?.state !== 'done') {
      clock.advance(checkAfterMs + 1);
      await jobs.idle();
    }
  } finally {
    await jobs.stop();
    await store.close();
  }
}

/** @param failsAt the number of the statement that fails first. @returns the number of statements of the first process */
async function failAndFinish(kind: StoreKind, failsAt: number): Promise<number> {
  const settings = await newStoreSettings(kind, 'migrated');
  const store = await openTestStore(settings);
  const encryption = createEncryption(settings.storeKeys ?? []);
  for (const customer of ['ada', 'bo']) await addCustomer(store, encryption, customer);
  const other = await recordsByKind(store.db, encryption, 'bo');
  const startsAtMs = Date.now();
  const statements = await failing(failsAt, () => erase(settings, startsAtMs).catch(() => {}));
  // The next process finds that the lease of the first one is over, and that a minute has passed.
  await erase(settings, startsAtMs + 10 * checkAfterMs);
  const left = await recordsByKind(store.db, encryption, 'ada');
  expect([failsAt, Object.values(left).flat()]).toEqual([failsAt, []]);
  const keys = await store.db.selectFrom('customer_keys').select('customer_id').execute();
  expect(keys.map(({ customer_id }) => customer_id).toSorted()).toEqual(['', 'bo']);
  expect(await recordsByKind(store.db, encryption, 'bo')).toEqual(other);
  return statements;
}

describe.each(storeKinds)('on %s', (kind) => {
  it('an erasure that stopped at random points is finished', async () => {
    for (let times = 0; times < 5; times++) {
      const failsAt = randomInt(1, statementsAtLeast);
      expect(await failAndFinish(kind, failsAt)).toBeGreaterThanOrEqual(failsAt);
    }
  });
});
