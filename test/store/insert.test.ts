/** Inserts of many rows, on both databases. */
import { describe, expect, it } from 'vitest';
import { createInsert } from '../../server/store/insert.ts';
import { newTestStore, storeKinds } from '../support/test-stores.ts';

const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    customer_id: `user-${first + at}`,
    wrapped_key: `key ${first + at}`,
    created_at: first + at,
  }));

describe.each(storeKinds)('An insert on %s', (kind) => {
  it('stores each row of any number, and reports how many are new', async () => {
    const { db } = await newTestStore(kind);
    const insert = createInsert('customer_keys', 'nothing');
    expect(await insert(db, [])).toBe(0);
    const added = [];
    for (const [first, count] of [
      [0, 1],
      [1, 700],
      [699, 7],
    ] as const)
      added.push(await insert(db, rowsFrom(first, count)));
    expect(added).toEqual([1, 700, 5]);
    const stored = await db.selectFrom('customer_keys').selectAll().orderBy('created_at').execute();
    expect(stored).toEqual(rowsFrom(0, 706));
  });

  it('fails if a row exists that must be new', async () => {
    const { db } = await newTestStore(kind);
    const insert = createInsert('customer_keys');
    await insert(db, rowsFrom(0, 1));
    await expect(insert(db, rowsFrom(0, 2))).rejects.toThrow();
  });
});
