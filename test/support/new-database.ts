/** An empty database of its own, for one test. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Creates an empty database.
 * @param server the address of a PostgreSQL server
 * @returns the address of the database
 */
export async function newDatabase(server: string): Promise<string> {
  const url = new URL(server);
  const name = `t${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(url.href);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
