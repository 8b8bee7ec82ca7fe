/** Reads everything that the server stores of a customer, decrypted, whichever module wrote it. */
import { type Kysely, sql } from 'kysely';
import { type EncryptedTableName, encryptedTables } from '../store/encrypted-columns.ts';
import { type Encryption, Unreadable } from '../store/encryption.ts';
import type { Tables } from '../store/tables.ts';
import {
  ageColumns,
  type CustomerTable,
  customerTables,
  kinds,
  ofCustomer,
  type RecordKind,
} from './customer-tables.ts';

/** A row as it is stored. */
type Row = Record<string, string | number | Uint8Array | null>;

/** One record of a customer. */
export interface CustomerRecord {
  /** The columns that are in clear. */
  row: Row;
  /** The encrypted columns, decrypted, by their names; null if no data key decrypts the row. */
  values: Record<string, unknown> | null;
}

/** The records of a customer by kind. A kind without records has an empty list. */
export type CustomerRecords = Record<RecordKind, CustomerRecord[]>;

/** The records of a user of whom nothing is stored. */
export const noRecords = (): CustomerRecords =>
  Object.fromEntries(Object.values(kinds).map((kind) => [kind, []])) as unknown as CustomerRecords;

/**
 * Reads the records of a customer, in the order of their keys. The content of uploaded documents is not read.
 * @param options.newest reads only so many of each kind except documents, the newest first. @default all
 */
export async function readRecords(
  db: Kysely<Tables>,
  encryption: Encryption,
  customerId: string,
  { newest }: { newest?: number } = {},
): Promise<CustomerRecords> {
  const records = {} as CustomerRecords;
  for (const table of customerTables) {
    const rows =
      table === 'document_parts'
        ? await documentsOf(db, customerId)
        : await rowsOf(db, table, customerId, newest);
    records[kinds[table]] = await Promise.all(
      rows.map(async (row) => ({
        row,
        values: table === 'document_parts' ? {} : await valuesOf(db, encryption, { table, row, customerId }),
      })),
    );
  }
  return records;
}

/**
 * Reads the rows of a customer in one table, in the order of their keys.
 * @param newest reads only so many, the newest first. @default all
 */
export async function rowsOf(
  db: Kysely<Tables>,
  table: CustomerTable,
  customerId: string,
  newest?: number,
): Promise<Row[]> {
  const key = sql.join(encryptedTables[table].key.map((name) => sql.ref(name)));
  const order = newest === undefined ? key : sql`${sql.ref(ageColumns[table])} desc, ${key} limit ${newest}`;
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where ${ofCustomer(table, customerId)} order by ${order}`.execute(db);
  return rows;
}

/** What encryption adds to each part of a document, in bytes: mark, version, nonce and tag. */
const overheadBytes = 30;

async function documentsOf(db: Kysely<Tables>, customerId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select document_id, sum(length(body) - ${sql.lit(overheadBytes)}) as bytes, min(created_at) as created_at
    from document_parts where ${ofCustomer('document_parts', customerId)}
    group by document_id order by document_id`.execute(db);
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes), created_at: Number(row.created_at) }));
}

/**
 * Decrypts the encrypted columns of a row.
 * @returns the values of the columns that are not null; null if no data key decrypts them
 */
export async function valuesOf(
  db: Kysely<Tables>,
  encryption: Encryption,
  { table, row, customerId }: { table: EncryptedTableName; row: Row; customerId: string },
): Promise<Record<string, unknown> | null> {
  const { key, columns, holds } = encryptedTables[table];
  // An event that came before its appointment is under the server's own key.
  const whose = table === 'webhook_events' ? (row.customer_id as string | null) : customerId;
  const values: Record<string, unknown> = {};
  for (const column of columns) {
    const stored = row[column] ?? null;
    if (stored === null) continue;
    const place = { table, column, key: key.map((name) => row[name] as string | number), customerId: whose };
    const bytes = holds === 'bytes' ? (stored as Uint8Array) : Buffer.from(`${stored}`, 'base64url');
    try {
      const decrypted = await encryption.decryptBytes(db, place, bytes);
      values[column] = holds === 'bytes' ? null : JSON.parse(decrypted.bytes.toString());
    } catch (error) {
      if (error instanceof Unreadable) return null;
      throw error;
    }
  }
  return values;
}
