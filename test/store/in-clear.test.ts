/** The document of what is stored in clear names every column there is. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { encryptedTables } from '../../server/store/encrypted-columns.ts';
import { newTestStore, storeKinds } from '../support/test-stores.ts';

const text = readFileSync(new URL('../../server/store/README.md', import.meta.url), 'utf8');
const listed = [...text.matchAll(/^\| `(\w+\.\w+)` \| (clear|encrypted) \|(.*)\|$/gm)].map(
  ([, column = '', stored, reason = '']) => ({ column, stored, reason: reason.trim() }),
);
const namesOf = (stored: string) =>
  listed
    .filter((row) => row.stored === stored)
    .map(({ column }) => column)
    .toSorted();

it.each(storeKinds)('it lists each column of each table once, on %s', async (kind) => {
  const { db } = await newTestStore(kind);
  const columns = (await db.introspection.getTables()).flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name}`),
  );
  expect(listed.map(({ column }) => column).toSorted()).toEqual(columns.toSorted());
});

it('every column listed as encrypted is encrypted, and every other has a reason', () => {
  const encrypted = Object.entries(encryptedTables).flatMap(([table, { columns }]) =>
    columns.map((column) => `${table}.${column}`),
  );
  const underStoreKeys = ['customer_keys.wrapped_key', 'store_format.state'];
  expect(namesOf('encrypted')).toEqual([...encrypted, ...underStoreKeys].toSorted());
  expect(listed.filter(({ stored, reason }) => stored === 'clear' && reason === '')).toEqual([]);
});

it('states how often a key may be used', () => {
  expect(text).toMatch(/fewer than 2\^32 values/);
});
