/** Creates and drops the databases of tests. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A connection to each server, for all databases of a worker: PostgreSQL starts a process for each connection. */
const servers = new Map<string, pg.Pool>();

function connectionTo(server: string): pg.Pool {
  const known = servers.get(server);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: server, max: 1, allowExitOnIdle: true });
  // The server of a test may stop while the connection is idle.
  pool.on('error', () => {});
  servers.set(server, pool);
  return pool;
}

/**
 * Creates a database.
 * @param server the address of a PostgreSQL server
 * @param template the database to copy, which nobody uses. @default an empty one
 * @returns the address of the database
 */
export async function newDatabase(server: string, template = 'template1'): Promise<string> {
  const url = new URL(server);
  const name = `t${randomUUID().replaceAll('-', '')}`;
  // Copies the files. By default PostgreSQL logs each page, which takes twice the processor time.
  await connectionTo(server).query(`create database ${name} template ${template} strategy file_copy`);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Drops a database, and ends its connections.
 * @param server the address of its server
 * @param database its own address
 */
export async function dropDatabase(server: string, database: string): Promise<void> {
  await connectionTo(server).query(`drop database ${new URL(database).pathname.slice(1)} with (force)`);
}
