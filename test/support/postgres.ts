/** Starts PostgreSQL once for all tests that ask for it, and creates the databases that tests copy. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../server/store/store.ts';
import { startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the server answers; each test makes a database of its own in it. */
    postgresUrl: string;
    /** Databases with all tables and no row, to be copied. To run the migrations takes ten times as long. */
    migrated: { database: string; sqliteFile: string };
  }
}

/** Starts PostgreSQL once for all tests, and stops it after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The workers' own. On a disk, PostgreSQL takes five times the processor time to copy the files of a database.
  const { TMPDIR: parent = tmpdir() } = project.config.env as { TMPDIR?: string };
  const postgres = await startPostgres(undefined, parent);
  const folder = await mkdtemp(join(parent, 'dx-migrated-'));
  const databaseUrl = await postgres.newDatabase();
  const sqliteFile = join(folder, 'dx.sqlite');
  for (const settings of [{ databaseUrl, sqliteFile: '' }, { sqliteFile }])
    await openStore(settings).then((store) => store.close());
  project.provide('postgresUrl', postgres.url);
  project.provide('migrated', { database: new URL(databaseUrl).pathname.slice(1), sqliteFile });
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true });
  };
}
