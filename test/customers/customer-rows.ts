/** Rows of a customer in every table, without a booking. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type CustomerTable, customerTables } from '../../server/customers/customer-tables.ts';
import { encryptedTables } from '../../server/store/encrypted-columns.ts';
import type { Encryption } from '../../server/store/encryption.ts';
import type { Store } from '../../server/store/store.ts';

/** Values of columns in place of the defaults, by table. */
export type Over = Partial<Record<CustomerTable, Record<string, string | number | null>>>;

/**
 * Inserts one row of a customer into each table. All share one id.
 * @param options.bodies what an encrypted column holds. @default an empty object
 * @returns the id
 */
export async function addCustomer(
  store: Store,
  encryption: Encryption,
  customerId: string,
  options: {
    over?: Over;
    bodies?: Partial<Record<CustomerTable, object>>;
    tables?: readonly CustomerTable[];
    /** @default a random one */
    id?: string;
  } = {},
): Promise<string> {
  const { over = {}, bodies = {}, tables = customerTables, id = randomUUID() } = options;
  const known = await store.db.introspection.getTables();
  await store.transaction(async (trx) => {
    for (const table of tables) {
      const columns = known.find(({ name }) => name === table)?.columns ?? [];
      const { key, columns: encrypted, holds } = encryptedTables[table];
      const isKey = (name: string) => (key as readonly string[]).includes(name);
      const row: Record<string, string | number | Buffer | null> = {};
      for (const { name, dataType } of columns)
        if (name === 'customer_id') row[name] = customerId;
        else if (name === 'step') row[name] = 'times';
        else if (name === 'state') row[name] = 'left';
        // Each customer has one flow of the two.
        else if (name === 'flow') row[name] = 'full_api';
        else if (/int/i.test(dataType)) row[name] = name === 'place' ? 0 : 1;
        else
          row[name] =
            isKey(name) || /^(ref|upstream_id|appointment_id|booking_id)$/.test(name) ? id : randomUUID();
      Object.assign(row, over[table]);
      for (const column of encrypted) {
        if (row[column] === null) continue;
        const place = { table, column, key: key.map((name) => row[name] as string), customerId };
        const json = Buffer.from(JSON.stringify(bodies[table] ?? {}));
        const bytes = await encryption.encryptBytes(trx, place, json, 1);
        row[column] = holds === 'bytes' ? bytes : bytes.toString('base64url');
      }
      await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(trx);
    }
  });
  return id;
}
