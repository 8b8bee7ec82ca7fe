/** Fresh databases for tests, of both kinds. They are deleted at the end of the test. */
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JWK } from 'jose';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../server/core/store/store.ts';
import { shared } from './ask-made-once.ts';
import { folderOfTest } from './folders.ts';
import { newStoreKey } from './keys.ts';
import { dropDatabase, newDatabase } from './new-database.ts';

/** A kind of store. */
export type StoreKind = 'sqlite' | 'postgres';
/** Both kinds of store, for `it.each`; only SQLite in `npm run test:quick`. */
export const storeKinds: readonly StoreKind[] =
  process.env.TEST_DATABASES === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres'];
/** The settings that open a store, and the keys for its encryption. */
export type StoreSettings = Parameters<typeof openStore>[0] & { storeKeys?: readonly JWK[] };

/** @returns the address of the PostgreSQL server that all tests share */
export const postgresUrl = async (): Promise<string> => (await shared('postgres')).url;

/** Creates a PostgreSQL database without tables. @returns its address */
export const newEmptyDatabase = async (): Promise<string> => patient(await newDatabase(await postgresUrl()));

/** Creates a PostgreSQL database that has all tables and no row. @returns its address */
export async function newMigratedDatabase(): Promise<string> {
  const { url, migrated } = await shared('postgres');
  return patient(await newDatabase(url, migrated));
}

/** Lets a connection take, and a transaction be silent, for as long as a busy machine holds up its process. */
function patient(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('connect_timeout', '300');
  url.searchParams.set('idle_in_transaction_session_timeout', '300000');
  return url.href;
}

/**
 * Creates a database that the end of the test deletes.
 * @param content with all tables and no row, or without tables
 * @returns its settings, for one process or several
 */
export async function newStoreSettings(
  kind: StoreKind,
  content: 'migrated' | 'empty' = 'empty',
): Promise<StoreSettings> {
  const storeKeys = [newStoreKey('test')];
  if (kind === 'postgres') {
    const databaseUrl = await (content === 'migrated' ? newMigratedDatabase() : newEmptyDatabase());
    const server = await postgresUrl();
    // The files of a database take eight megabytes of memory.
    onTestFinished(() => dropDatabase(server, databaseUrl));
    return { databaseUrl, sqliteFile: '', storeKeys };
  }
  const folder = folderOfTest();
  const sqliteFile = join(folder, 'made', 'dx.sqlite');
  if (content === 'migrated') {
    await mkdir(dirname(sqliteFile));
    await copyFile((await shared('sqlite')).migratedFile, sqliteFile);
  }
  return { sqliteFile, storeKeys };
}

/** Opens a store that the end of the test closes. */
export async function openTestStore(settings: StoreSettings): Promise<Store> {
  const store = await openStore(settings);
  onTestFinished(() => store.close());
  return store;
}

/** Creates an empty store that the end of the test closes: a copy of one that has all tables. */
export const newTestStore = async (kind: StoreKind): Promise<Store> =>
  openTestStore(await newStoreSettings(kind, 'migrated'));
