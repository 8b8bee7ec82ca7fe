/** Starts PostgreSQL once for all tests that ask for it. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the server answers; each test makes a database of its own in it. */
    postgresUrl: string;
  }
}

/** Starts PostgreSQL once for all tests, and stops it after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
