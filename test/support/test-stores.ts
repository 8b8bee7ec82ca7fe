/** Fresh databases for tests, of both kinds. They are deleted at the end of the test. */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../server/store/store.ts';
import { newStoreKey } from './encryption-keys.ts';
import { dropDatabase, newDatabase } from './new-database.ts';

/** Both kinds of store, for `it.each`. */
export const storeKinds = ['sqlite', 'postgres'] as const;
/** A kind of store. */
export type StoreKind = (typeof storeKinds)[number];
/** The settings that open a store. */
export type StoreSettings = Parameters<typeof openStore>[0];

/**
 * Creates an empty database that the end of the test deletes.
 * @param template the PostgreSQL database to copy. @default one without tables
 * @returns its settings, for one process or several
 */
export async function newStoreSettings(kind: StoreKind, template?: string): Promise<StoreSettings> {
  const storeKeys = [newStoreKey('test')];
  if (kind === 'postgres') {
    const server = inject('postgresUrl');
    const databaseUrl = await newDatabase(server, template);
    // The files of a database take eight megabytes of memory.
    onTestFinished(() => dropDatabase(server, databaseUrl));
    return { databaseUrl, sqliteFile: '', storeKeys };
  }
  const folder = await mkdtemp(join(tmpdir(), 'dx-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { sqliteFile: join(folder, 'made', 'dx.sqlite'), storeKeys };
}

/** Creates a PostgreSQL database that has all tables and no row. @returns its address */
export const newMigratedDatabase = (): Promise<string> =>
  newDatabase(inject('postgresUrl'), inject('migrated').database);

/** Opens a store that the end of the test closes. */
export async function openTestStore(settings: StoreSettings): Promise<Store> {
  const store = await openStore(settings);
  onTestFinished(() => store.close());
  return store;
}

/** Creates an empty store that the end of the test closes: a copy of one that has all tables. */
export async function newTestStore(kind: StoreKind): Promise<Store> {
  const { database, sqliteFile } = inject('migrated');
  const settings = await newStoreSettings(kind, database);
  if (kind === 'sqlite') {
    await mkdir(dirname(settings.sqliteFile));
    await copyFile(sqliteFile, settings.sqliteFile);
  }
  return openTestStore(settings);
}
