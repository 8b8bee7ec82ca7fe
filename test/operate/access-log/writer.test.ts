/** Records are stored in batches, once and in order, also if the database fails before or after the commit. */
import { expect, it } from 'vitest';
import { createLog } from '../../../server/core/observability/log.ts';
import type { Store } from '../../../server/core/store/store.ts';
import { verify } from '../../../server/operate/access-log/verify.ts';
import { newAccessLog, viewOf } from '../../support/access-log.ts';
import { eventually } from '../../support/eventually.ts';
import { newJobs } from '../../support/jobs.ts';
import { newEncryption } from '../../support/keys.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { newTestStore } from '../../support/test-stores.ts';

/** When the next transaction fails: before it begins, or after its commit. */
type Failure = 'before' | 'after' | null;

async function newWriter() {
  const store = await newTestStore('sqlite');
  let failure: Failure = null;
  let transactions = 0;
  const failing: Store = {
    ...store,
    async transaction(work) {
      transactions += 1;
      const now = failure;
      failure = null;
      if (now === 'before') throw new Error('the database is away');
      const result = await store.transaction(work);
      if (now === 'after') throw new Error('the connection was cut');
      return result;
    },
  };
  const clock = manualClock();
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const accessLog = await newAccessLog(failing, newEncryption(), newJobs(store, clock), { log });
  transactions = 0;
  const stored = async () =>
    (await store.db.selectFrom('access_log').select('record_id').orderBy('seq').execute()).map(
      ({ record_id }) => record_id,
    );
  return {
    accessLog,
    clock,
    lines,
    stored,
    transactions: () => transactions,
    fail: (when: Failure) => {
      failure = when;
    },
    isIntact: async () => (await verify(store.db, accessLog.keys)).faults.length === 0,
  };
}

it('stores what came within a second in one transaction, and a full batch at once', async () => {
  const { accessLog, clock, stored, transactions } = await newWriter();
  accessLog.record(viewOf('ada', 'a'));
  clock.advance(999);
  accessLog.record(viewOf('ada', 'b'));
  expect([await stored(), transactions()]).toEqual([[], 0]);
  clock.advance(1);
  await eventually(async () => (await stored()).length === 2);
  expect([await stored(), transactions()]).toEqual([['a', 'b'], 1]);
  for (let at = 0; at < 200; at += 1) accessLog.record(viewOf('ada', `${at}`));
  await eventually(async () => (await stored()).length === 202);
  expect(transactions()).toBe(2);
  clock.advance(5_000);
  expect(transactions()).toBe(2);
});

it.each(['before', 'after'] as const)(
  'stores each record once if the transaction fails %s its commit, in the first batch and later',
  async (when) => {
    const { accessLog, clock, stored, fail, isIntact, lines } = await newWriter();
    for (const id of ['a', 'b']) {
      fail(when);
      accessLog.record(viewOf('ada', id));
      clock.advance(1_000);
      await eventually(async () => lines.filter((line) => line.includes('not_written')).length > 0);
      accessLog.record(viewOf('ada', `${id}2`));
      clock.advance(1_000);
      await eventually(async () => (await stored()).includes(`${id}2`));
      lines.length = 0;
    }
    expect(await stored()).toEqual(['a', 'a2', 'b', 'b2']);
    expect(await isIntact()).toBe(true);
  },
);

it('stores the last records when it closes', async () => {
  const { accessLog, stored } = await newWriter();
  accessLog.record(viewOf('ada', 'a'));
  await accessLog.close();
  expect(await stored()).toEqual(['a']);
});
