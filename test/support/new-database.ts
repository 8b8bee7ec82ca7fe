/** A database of its own, for one test. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Creates a database.
 * @param server the address of a PostgreSQL server
 * @param template the database to copy, which nobody uses. @default an empty one
 * @returns the address of the database
 */
export async function newDatabase(server: string, template = 'template1'): Promise<string> {
  const url = new URL(server);
  const name = `t${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(url.href);
  await client.connect();
  // Copies the files. By default PostgreSQL logs each page, which takes twice the processor time.
  await client.query(`create database ${name} template ${template} strategy file_copy`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
