/** A database of a version before 0016: every encrypted value is under a store key and unbound. */
import { randomUUID } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import { encryptedTableNames, encryptedTables } from '../../server/store/encrypted-columns.ts';
import { migrate, migrations } from '../../server/store/migrate.ts';
import { paddedJson } from '../../server/store/padding.ts';
import { postgresDialect } from '../../server/store/postgres.ts';
import { sqliteDialect } from '../../server/store/sqlite.ts';
import type { StoreKeys } from '../../server/store/store-keys.ts';
import type { Tables } from '../../server/store/tables.ts';
import type { StoreSettings } from './test-stores.ts';

const newerTableNames: readonly string[] = ['events', 'event_bookings', 'support_notes'];
/** The tables with encrypted values that such a version has. */
export const earlierTableNames = encryptedTableNames.filter((name) => !newerTableNames.includes(name));

/** The columns that this version encrypts in a table. */
export const encryptedIn = (table: string) => `what was said, in ${table}`;

/** Encrypts a value in the earlier format. @returns the text for the column */
export const encryptEarlier = (keys: StoreKeys, value: unknown) =>
  keys.encrypt(paddedJson(value)).toString('base64url');

/** Opens the database as this version does, and creates missing tables. */
export async function openEarlier({ databaseUrl, sqliteFile }: StoreSettings): Promise<Kysely<Tables>> {
  const db = new Kysely<Tables>({
    dialect: databaseUrl ? postgresDialect(databaseUrl) : sqliteDialect(sqliteFile),
  });
  const known = migrations.filter(([name]) => name < '0016');
  await migrate(db, databaseUrl ? 'postgres' : 'sqlite', null, known);
  return db;
}

/** Adds `count` rows to every table with encrypted values. */
export async function fillEarlier(db: Kysely<Tables>, keys: StoreKeys, count: number): Promise<void> {
  const tables = await db.introspection.getTables();
  await db.transaction().execute(async (trx) => {
    for (const table of earlierTableNames) {
      const { columns, holds } = encryptedTables[table];
      // The columns of this version, also if a later one has opened the database.
      const known = (tables.find(({ name }) => name === table)?.columns ?? []).filter(
        ({ name }) => name !== 'details' && !(name === 'customer_id' && isLater(table)),
      );
      const newValue = ({ name, dataType }: (typeof known)[number], n: number) => {
        if ((columns as readonly string[]).includes(name))
          return holds === 'bytes'
            ? keys.encrypt(Buffer.from(JSON.stringify(encryptedIn(table))))
            : encryptEarlier(keys, encryptedIn(table));
        return /int/i.test(dataType) ? n : name === 'state' ? 'left' : randomUUID();
      };
      for (let n = 0; n < count; n += 1) {
        const names = sql.join(known.map(({ name }) => sql.ref(name)));
        const values = sql.join(known.map((column) => newValue(column, n)));
        await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(trx);
      }
    }
  });
}

const isLater = (table: string) =>
  ['writes', 'evidence', 'physician_orders', 'document_parts'].includes(table);
