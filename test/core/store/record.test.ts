import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Conflict } from '../../../server/core/store/conflict.ts';
import type { ColumnDefinition } from '../../../server/core/store/encrypted-column.ts';
import { createEncryption, InvalidValue } from '../../../server/core/store/encryption.ts';
import { createRecords } from '../../../server/core/store/record.ts';
import type { Store } from '../../../server/core/store/store.ts';
import { newStoreKey } from '../../support/keys.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';

const keys = [newStoreKey('test')];

const first = z.looseObject({ id: z.string(), customerId: z.string(), name: z.string() });
const second = z.looseObject({ id: z.string(), customerId: z.string(), names: z.array(z.string()) });
type First = z.infer<typeof first>;
type Second = z.infer<typeof second>;
const toSecond = (earlier: unknown): unknown => {
  const { name, ...rest } = earlier as First;
  return { ...rest, names: [name] };
};

const recordsOf = <T extends { id: string; customerId: string }>(
  store: Store,
  definition: Pick<ColumnDefinition<'handoffs', T>, 'schema' | 'upgrades' | 'isCached'>,
) =>
  createRecords<'handoffs', T>(store, createEncryption(keys), {
    ...definition,
    table: 'handoffs',
    revision: 'revision',
    placeOf: ({ id, customerId }) => ({ id, customer_id: customerId }),
  });

const columns = { order_id: 'order', is_current: 0, created_at: 1, updated_at: 1 } as const;
const ada: First = { id: 'a', customerId: 'ada', name: 'Ada Example' };

describe.each(storeKinds)('on %s', (kind) => {
  it('loads what was inserted, with keys that this version does not know', async () => {
    const store = await newTestStore(kind);
    const records = recordsOf(store, { schema: first });
    await store.transaction((trx) => records.insert(trx, { ...ada, later: [1] }, columns));
    expect(await records.load({ id: 'a' })).toEqual({ ...ada, later: [1] });
    expect(await records.load({ id: ['a', 'b'], customer_id: 'ada' })).toMatchObject({ id: 'a' });
    expect(await records.load({ id: 'b' })).toBeNull();
    expect(await records.loadAll({ customer_id: 'ada' })).toHaveLength(1);
  });

  it('changes a record only from the revision that was read, and inserts it once', async () => {
    const store = await newTestStore(kind);
    const records = recordsOf(store, { schema: first });
    const insert = () => store.transaction((trx) => records.insert(trx, ada, columns));
    const update = (name: string, from: number) =>
      store.transaction((trx) => records.update(trx, { ...ada, name }, from, { updated_at: 2 }));
    await insert();
    await expect(insert()).rejects.toThrow(Conflict);
    await update('Bea', 1);
    await expect(update('Cleo', 1)).rejects.toThrow(Conflict);
    await update('Dora', 2);
    expect(await records.load({ id: 'a' })).toMatchObject({ name: 'Dora' });
    const row = await store.db.selectFrom('handoffs').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ revision: 3, created_at: 1, updated_at: 2 });
  });

  it('upgrades a body of version 1, and stores it as the latest', async () => {
    const store = await newTestStore(kind);
    const earlier = recordsOf(store, { schema: first });
    const later = recordsOf<Second>(store, { schema: second, upgrades: [toSecond] });
    await store.transaction((trx) => earlier.insert(trx, ada, columns));
    const read = await later.load({ id: 'a' });
    expect(read).toEqual({ id: 'a', customerId: 'ada', names: ['Ada Example'] });
    await store.transaction((trx) => later.update(trx, read as Second, 1, {}));
    expect(await later.load({ id: 'a' })).toEqual(read);
    await expect(earlier.load({ id: 'a' })).rejects.toThrow(
      'handoffs.body cannot be read: a later release wrote it, as version 2',
    );
  });

  it('shares a cached value until another process changes the record', async () => {
    const store = await newTestStore(kind);
    const records = recordsOf(store, { schema: first, isCached: true });
    const other = recordsOf(store, { schema: first, isCached: true });
    await store.transaction((trx) => records.insert(trx, ada, columns));
    expect(await records.load({ id: 'a' })).toBe(ada);
    expect(await other.load({ id: 'a' })).toEqual(ada);
    await store.transaction((trx) => other.update(trx, { ...ada, name: 'Bea' }, 1, {}));
    expect(await records.load({ id: 'a' })).toEqual({ ...ada, name: 'Bea' });
  });

  it('keeps nothing of a change that was rolled back', async () => {
    const store = await newTestStore(kind);
    const records = recordsOf(store, { schema: first, isCached: true });
    await store.transaction((trx) => records.insert(trx, ada, columns));
    const rolledBack = store.transaction(async (trx) => {
      await records.update(trx, { ...ada, name: 'Bea' }, 1, {});
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await records.load({ id: 'a' })).toEqual(ada);
  });

  it('refuses a value that was moved to another record, also if it is cached', async () => {
    const store = await newTestStore(kind);
    const records = recordsOf(store, { schema: first, isCached: true });
    await store.transaction((trx) => records.insert(trx, ada, columns));
    await store.transaction((trx) => records.insert(trx, { ...ada, id: 'b' }, columns));
    const { body } = await store.db
      .selectFrom('handoffs')
      .select('body')
      .where('id', '=', 'a')
      .executeTakeFirstOrThrow();
    await store.db.updateTable('handoffs').set({ body }).where('id', '=', 'b').execute();
    expect(await records.load({ id: 'a' })).toEqual(ada);
    await expect(records.load({ id: 'b' })).rejects.toThrow('it was changed, or encrypted for another place');
  });

  it('refuses a body that does not fit its schema, and names no value of it', async () => {
    const store = await newTestStore(kind);
    const records = recordsOf(store, { schema: first });
    await store.transaction((trx) => records.insert(trx, ada, columns));
    const strict = recordsOf(store, { schema: first.extend({ name: z.literal('Bea') }) });
    const error = await strict.load({ id: 'a' }).catch((thrown: unknown) => thrown as Error);
    expect(error).toBeInstanceOf(InvalidValue);
    expect(String(error)).toContain('handoffs.body cannot be read: what it holds is not of version 1');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('Ada');
  });
});
