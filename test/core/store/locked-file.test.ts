/** Another process keeps the file of the embedded database locked: all statements together wait for it as long as one does. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newStoreSettings, openTestStore } from '../../support/test-stores.ts';

it('waits five seconds in all, however many statements wait, and is patient again once the file was free', async () => {
  const settings = await newStoreSettings('sqlite', 'migrated');
  const store = await openTestStore(settings);
  const other = new DatabaseSync(settings.sqliteFile);
  onTestFinished(() => other.close());
  const add = (id: string) =>
    store.transaction((trx) =>
      trx
        .insertInto('document_parts')
        .values({ document_id: id, customer_id: 'c', created_at: 0, place: 0, body: new Uint8Array(1) })
        .execute(),
    );

  // The clock of the test: each look at it takes a tenth of a second, and no real time counts.
  let time = 0;
  let freeAt = Number.POSITIVE_INFINITY;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 100;
    if (time > freeAt) {
      other.exec('rollback');
      freeAt = Number.POSITIVE_INFINITY;
    }
    return time;
  });
  onTestFinished(() => void clock.mockRestore());

  other.exec('begin immediate');
  const waiting = ['first', 'second', 'third', 'fourth'].map((id) =>
    add(id).catch((error: unknown) => error),
  );
  const locked = { name: 'StoreUnavailable', code: 'SQLITE_BUSY' };
  expect(await Promise.all(waiting)).toMatchObject(waiting.map(() => locked));
  expect(time).toBeGreaterThan(5_000);
  expect(time).toBeLessThan(7_000);

  other.exec('rollback');
  await add('fifth');
  other.exec('begin immediate');
  freeAt = time + 3_000;
  await add('sixth');
  const rows = await store.db.selectFrom('document_parts').select('document_id').execute();
  expect(rows.map(({ document_id }) => document_id)).toEqual(['fifth', 'sixth']);
});
