/**
 * The databases that all tests of a run share: a PostgreSQL server, and migrated databases to copy. Each starts when a test
 * first asks for it, so that a file without a database waits for none.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { TestPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a worker asks for the shared databases. */
    sharedDatabases: string;
  }
}

/** The answers to `GET /postgres` and `GET /sqlite`. */
export interface SharedDatabases {
  postgres: {
    /** Where the server listens. Each test creates its own database in it. */
    url: string;
    /** The name of a database with all tables and no row. To copy it takes a tenth of the time of the migrations. */
    migrated: string;
  };
  sqlite: { migratedFile: string };
}

/** Listens for workers that ask for a database. Stops what was started after the last test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The workers' own. On a disk, PostgreSQL takes five times the processor time to copy the files of a database.
  const { TMPDIR: parent = tmpdir() } = project.config.env as { TMPDIR?: string };
  const folder = await mkdtemp(join(parent, 'dx-migrated-'));
  let server: TestPostgres | undefined;
  const migrate = async (settings: { databaseUrl?: string; sqliteFile: string }) => {
    const { openStore } = await import('../../server/core/store/store.ts');
    await openStore(settings).then((store) => store.close());
  };
  const starts: { [Kind in keyof SharedDatabases]: () => Promise<SharedDatabases[Kind]> } = {
    async postgres() {
      const { startPostgres } = await import('./start-postgres.ts');
      server = await startPostgres(undefined, parent);
      const databaseUrl = await server.newDatabase();
      await migrate({ databaseUrl, sqliteFile: '' });
      return { url: server.url, migrated: new URL(databaseUrl).pathname.slice(1) };
    },
    async sqlite() {
      const migratedFile = join(folder, 'dx.sqlite');
      await migrate({ sqliteFile: migratedFile });
      return { migratedFile };
    },
  };
  const started = new Map<string, Promise<unknown>>();
  const listener = createServer(async (req, res) => {
    const kind = req.url === '/postgres' ? 'postgres' : 'sqlite';
    const database = started.get(kind) ?? starts[kind]();
    started.set(kind, database);
    try {
      res.end(JSON.stringify(await database));
    } catch (error) {
      res.writeHead(500).end(error instanceof Error ? error.stack : String(error));
    }
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  project.provide('sharedDatabases', `http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  return async () => {
    listener.close();
    listener.closeAllConnections();
    await Promise.allSettled(started.values());
    await server?.stop();
    await rm(folder, { recursive: true });
  };
}
