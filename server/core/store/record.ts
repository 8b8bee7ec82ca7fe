/** Records: rows with an encrypted body. A change is computed from a revision and applies only to that revision. */
import { type Kysely, sql } from 'kysely';
import { Conflict } from './conflict.ts';
import { type ColumnDefinition, createEncryptedColumn } from './encrypted-column.ts';
import { type EncryptedTableName, encryptedTables, type RowPlace } from './encrypted-columns.ts';
import type { Encryption } from './encryption.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/** The tables whose rows are records. */
type RecordTableName = Extract<
  EncryptedTableName,
  | 'journeys'
  | 'evidence'
  | 'physician_orders'
  | 'handoffs'
  | 'handoff_purchases'
  | 'event_bookings'
  | 'events'
>;
type Columns<N extends RecordTableName> = Partial<Tables[N]>;
/** Values of columns; a list, which is not empty, matches one of its values. Null matches nothing. */
type Where<N extends RecordTableName> = {
  [C in keyof Tables[N]]?: Tables[N][C] | readonly Tables[N][C][];
};
/** The values of a row that are needed to decrypt it. */
type StoredRow<N extends RecordTableName> = RowPlace<N> & { body: string };

/** The definition of the records of one table. */
export interface RecordDefinition<N extends RecordTableName, T>
  extends Pick<
    ColumnDefinition<N, T>,
    'table' | 'schema' | 'upgrades' | 'leastBytes' | 'scalarBytes' | 'isCached'
  > {
  /** The column that counts changes. */
  revision: keyof Tables[N] & string;
  /** The primary key and the customer of a value. */
  placeOf(value: T): RowPlace<N>;
  /** Adds to a body the values that only its row has. @default the body unchanged */
  restore?(body: T, row: Tables[N]): T;
}

/** The records of one table. @typeParam T what a body holds */
export interface Records<N extends RecordTableName, T> {
  /** Decrypts a row. @throws Unreadable */
  open(row: Tables[N], db?: Kysely<Tables>): Promise<T>;
  /**
   * Loads a record whose columns have these values; null if there is none.
   * @param db the caller's transaction. @default none
   * @throws Unreadable
   */
  load(where: Where<N>, db?: Kysely<Tables>): Promise<T | null>;
  /** Loads all records whose columns have these values, the latest change first. @throws Unreadable */
  loadAll(where: Where<N>): Promise<T[]>;
  /**
   * Inserts a record.
   * @param columns the clear columns except its place. The default of its revision is 1
   * @throws Conflict if a row with its key or another of its unique values exists
   */
  insert(trx: Kysely<Tables>, value: T, columns: Columns<N>): Promise<void>;
  /**
   * Updates a record. Its new revision is `fromRevision` + 1.
   * @param columns the clear columns to change, except its revision
   * @throws Conflict if the stored record has another revision than `fromRevision`, or is deleted
   */
  update(trx: Kysely<Tables>, value: T, fromRevision: number, columns: Columns<N>): Promise<void>;
}

/** Creates the typed access to the records of one table. Its `insert` and `update` throw Conflict. */
export function createRecords<N extends RecordTableName, T>(
  store: Store,
  encryption: Encryption,
  definition: RecordDefinition<N, T>,
): Records<N, T> {
  const { revision, placeOf, restore = (body: T) => body } = definition;
  const body = createEncryptedColumn<N, T>(encryption, { ...definition, column: 'body' });
  const table = sql.table(definition.table);
  const { key } = encryptedTables[definition.table];

  const equal = (values: object) =>
    Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);

  async function open(row: Tables[N], db: Kysely<Tables> = store.db): Promise<T> {
    const stored = row as unknown as StoredRow<N>;
    return restore(await body.decrypt(db, stored, stored.body), row);
  }

  return {
    open,
    async load(where, db = store.db) {
      const { rows } = await sql<Tables[N]>`select * from ${table} where ${allOf(where)}`.execute(db);
      const [row] = rows;
      return row ? open(row, db) : null;
    },
    async loadAll(where) {
      const { rows } = await sql<Tables[N]>`
        select * from ${table} where ${allOf(where)} order by updated_at desc`.execute(store.db);
      return Promise.all(rows.map((row) => open(row)));
    },
    async insert(trx, value, columns) {
      const place = placeOf(value);
      const row = { ...place, [revision]: 1, ...columns, body: await body.encrypt(trx, place, value) };
      const names = Object.keys(row).map((name) => sql.ref(name));
      const { numAffectedRows } = await sql`
        insert into ${table} (${sql.join(names)}) values (${sql.join(Object.values(row))})
        on conflict do nothing`.execute(trx);
      if (numAffectedRows !== 1n) throw new Conflict();
    },
    async update(trx, value, fromRevision, columns) {
      const place = placeOf(value);
      const encrypted = await body.encryptMore(trx, place, value);
      if (encrypted === null) throw new Conflict();
      const row = { ...columns, [revision]: fromRevision + 1, body: encrypted };
      const keys = Object.fromEntries(key.map((name) => [name, place[name as keyof typeof place]]));
      const found = sql.join(equal({ ...keys, [revision]: fromRevision }), sql` and `);
      const { numAffectedRows } = await sql`
        update ${table} set ${sql.join(equal(row))} where ${found}`.execute(trx);
      if (numAffectedRows !== 1n) throw new Conflict();
    },
  };
}

const allOf = (where: object) =>
  sql.join(
    Object.entries(where).map(([name, value]) =>
      Array.isArray(value) ? sql`${sql.ref(name)} in (${sql.join(value)})` : sql`${sql.ref(name)} = ${value}`,
    ),
    sql` and `,
  );
