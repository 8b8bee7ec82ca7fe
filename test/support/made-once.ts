/**
 * What all tests of a run share: a PostgreSQL server, migrated databases to copy, the built pages, and the packed packages. Each is made when a test
 * first asks for it, so that a file that needs none waits for none. `npm test` names in TEST_MADE_FIRST what is made before all tests.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildPages } from '../../examples/build-pages.ts';
import type { PackedRelease } from '../packages/install-packages.ts';
import { serve } from './serve.ts';
import type { TestPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a worker asks for what all share. */
    sharedByRun: string;
  }
}

/** The answers to `GET /postgres` and so on. */
export interface Shared {
  postgres: {
    /** Where the server listens. Each test creates its own database in it. */
    url: string;
    /** The name of a database with all tables and no row. To copy it takes a tenth of the time of the migrations. */
    migrated: string;
  };
  sqlite: { migratedFile: string };
  /** The tarballs of the packages. Nobody changes them. */
  release: PackedRelease;
  /** The pages of the widget and of the examples are built from the sources of now, by one build. */
  pages: Record<string, never>;
  /** A partner's folder within the repository, with the packages and what the guides install. Each guide has its own folder in it. */
  partner: { folder: string };
}

/** Listens for workers that ask. Stops and removes what was made after the last test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The workers' own. On a disk, PostgreSQL takes five times the processor time to copy the files of a database.
  const { TMPDIR: parent = tmpdir() } = project.config.env as { TMPDIR?: string };
  const folder = await mkdtemp(join(parent, 'dx-migrated-'));
  const removals: (() => Promise<void>)[] = [() => rm(folder, { recursive: true })];
  const migrate = async (settings: { databaseUrl?: string; sqliteFile: string }) => {
    const { openStore } = await import('../../server/core/store/store.ts');
    await openStore(settings).then((store) => store.close());
  };
  const starts: { [Kind in keyof Shared]: () => Promise<Shared[Kind]> } = {
    async postgres() {
      const { startPostgres } = await import('./start-postgres.ts');
      const server: TestPostgres = await startPostgres(undefined, parent);
      removals.push(() => server.stop());
      const databaseUrl = await server.newDatabase();
      await migrate({ databaseUrl, sqliteFile: '' });
      return { url: server.url, migrated: new URL(databaseUrl).pathname.slice(1) };
    },
    async sqlite() {
      const migratedFile = join(folder, 'dx.sqlite');
      await migrate({ sqliteFile: migratedFile });
      return { migratedFile };
    },
    async release() {
      const { packRelease } = await import('../packages/install-packages.ts');
      const { release, remove } = await packRelease();
      removals.push(remove);
      return release;
    },
    async pages() {
      await buildPages(fileURLToPath(new URL('../..', import.meta.url)), () => {});
      return {};
    },
    async partner() {
      const { installForGuides } = await import('../packages/install-packages.ts');
      const { folder, remove } = await installForGuides(await makeOnce('release'));
      removals.push(remove);
      return { folder };
    },
  };
  const started = new Map<string, Promise<unknown>>();
  /** Makes one of them when it is asked for first. Later callers get the same. */
  const makeOnce = <Kind extends keyof Shared>(kind: Kind): Promise<Shared[Kind]> => {
    const made = started.get(kind) ?? starts[kind]();
    started.set(kind, made);
    return made as Promise<Shared[Kind]>;
  };
  const { TEST_MADE_FIRST: first } = process.env;
  if (first !== undefined) await makeOnce(first as keyof Shared);
  const listener = await serve(async (req, res) => {
    try {
      res.end(JSON.stringify(await makeOnce(req.url?.slice(1) as keyof Shared)));
    } catch (error) {
      res.writeHead(500).end(error instanceof Error ? error.stack : String(error));
    }
  });
  project.provide('sharedByRun', listener.url);
  return async () => {
    await listener.close();
    await Promise.allSettled(started.values());
    for (const remove of removals) await remove();
  };
}
