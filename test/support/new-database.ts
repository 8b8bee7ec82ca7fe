/** An empty database of its own, for one test. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** @param server where a database can be made */
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
