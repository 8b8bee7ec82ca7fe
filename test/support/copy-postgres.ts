/** Copies the rows of a PostgreSQL database while servers write to it, in one snapshot, as `pg_dump` does. */
import pg from 'pg';

interface Table {
  name: string;
  rows: Record<string, unknown>[];
}

/**
 * Reads all rows of one moment.
 * @param from the address of the database
 * @param to the address of a database with the same tables, whose rows are replaced
 * @returns writes the rows; call it when nobody uses the second database
 */
export async function copyPostgres(from: string, to: string): Promise<() => Promise<void>> {
  const tables = await connected(from, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const found = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const read: Table[] = [];
    for (const { name } of found.rows)
      read.push({ name, rows: (await client.query(`select * from "${name}"`)).rows });
    return read;
  });
  return () =>
    connected(to, async (client) => {
      for (const { name, rows } of tables) {
        await client.query(`delete from "${name}"`);
        for (const row of rows) {
          const names = Object.keys(row);
          const places = names.map((_, n) => `$${n + 1}`);
          await client.query(
            `insert into "${name}" (${names.map((each) => `"${each}"`)}) values (${places})`,
            Object.values(row),
          );
        }
      }
    });
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
