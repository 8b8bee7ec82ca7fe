/** The disk of the embedded database is full, or its file is read-only: the server reports it, and continues once there is room. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { StoreUnavailable } from '../../../server/core/errors.ts';
import { openStore } from '../../../server/core/store/store.ts';
import { folderOfTest } from '../../support/folders.ts';
import { newStoreSettings, openTestStore } from '../../support/test-stores.ts';

const part = { document_id: 'd', customer_id: 'c', created_at: 0 };
const large = new Uint8Array(100_000);

it('reports a full disk, also after SQLite rolled back by itself, and continues once there is room', async () => {
  const store = await openTestStore(await newStoreSettings('sqlite'));
  const { db } = store;
  const add = (place: number) =>
    store.transaction(async (trx) => {
      await trx
        .insertInto('document_parts')
        .values({ ...part, place, body: large })
        .execute();
    });
  await add(0);
  const room = async (bytes: string) => {
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
  };
  onTestFinished(() => room('unlimited'));
  await room('1000');
  await expect(add(1)).rejects.toMatchObject({ name: 'StoreUnavailable', code: 'SQLITE_IOERR' });
  await expect(
    db
      .insertInto('document_parts')
      .values({ ...part, place: 2, body: large })
      .execute(),
  ).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await db.selectFrom('document_parts').select('place').execute()).toEqual([{ place: 0 }]);
  await room('unlimited');
  await add(3);
  expect(await db.selectFrom('document_parts').select('place').execute()).toHaveLength(2);
});

it('explains in a sentence why a database cannot be opened, and names the setting but no path', async () => {
  const folder = folderOfTest();
  const file = join(folder, 'canary');
  await writeFile(file, 'this is no database, and long enough that it could be taken for one. '.repeat(20));
  const refused = (sqliteFile: string) =>
    openStore({ sqliteFile }).then(
      () => 'opened',
      (error: Error) => error.message,
    );
  expect(await refused(file)).toBe(
    'The store at SQLITE_FILE cannot be opened for writing: file is not a database.',
  );
  expect(await refused(folder)).toBe(
    'The store at SQLITE_FILE cannot be opened for writing: unable to open database file.',
  );
  expect(await refused(join(file, 'dx.sqlite'))).toBe(
    'The store at SQLITE_FILE cannot be opened for writing: EEXIST.',
  );
  expect(
    await openStore({ databaseUrl: 'postgres://canary:canary@127.0.0.1:1/canary', sqliteFile: '' }).catch(
      (error: Error) => error.message,
    ),
  ).toBe('The store at DATABASE_URL cannot be opened for writing: ECONNREFUSED.');
});
