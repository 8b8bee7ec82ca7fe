/** Reads everything that the server stores of a customer, decrypted, as the modules describe it. */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { nullIf } from '../../core/errors.ts';
import type { Log } from '../../core/observability/log.ts';
import { ofServer } from '../../core/store/customer-keys.ts';
import { parseValue } from '../../core/store/encrypted-column.ts';
import { encryptedTables } from '../../core/store/encrypted-columns.ts';
import { type Encryption, InvalidValue, Unreadable } from '../../core/store/encryption.ts';
import type { CustomerRecord, CustomerTable, RecordKind, RecordOf } from '../../core/store/record-kind.ts';
import type { Tables } from '../../core/store/tables.ts';

/** A row as it is stored. */
export type Row = Readonly<Record<string, unknown>>;

/** The records of a customer of one kind. */
export interface RecordsOfKind {
  kind: RecordKind;
  records: CustomerRecord[];
}
/** The records of a customer, of each kind, also of those without records. */
export type CustomerRecords = readonly RecordsOfKind[];

/** The dependencies of a read of records. */
export interface RecordsDeps {
  db: Kysely<Tables>;
  encryption: Encryption;
  /** The descriptions of all records, owners before what belongs to them. */
  kinds: readonly RecordKind[];
  /** Receives `record.invalid` for each value that does not fit its schema. */
  log: Log;
}

/** Reads the records of a customer, in the order of their keys. The content of uploaded documents is not read. */
export async function readRecords(
  deps: RecordsDeps,
  customerId: string,
  options: {
    /** Reads only so many of each kind except documents, the newest first. @default all */
    newest?: number;
  } = {},
): Promise<CustomerRecords> {
  const owners = new Set<string>();
  const all: RecordsOfKind[] = [];
  for (const kind of deps.kinds) {
    const rows = await selectRows(deps.db, kind, ofCustomer(kind, customerId, owners), options.newest);
    addNames(owners, kind, rows);
    const records = await Promise.all(rows.map((row) => open(deps, kind, row, customerId)));
    all.push({ kind, records });
  }
  return all;
}

/** Finds the records of one kind. */
export const recordsOf = <K extends { table: CustomerTable }>(all: CustomerRecords, kind: K) =>
  (all.find((each) => each.kind.table === kind.table)?.records ?? []) as RecordOf<K>[];

/** The records that do not fit their schemas: nobody knows what they say. */
export const invalidIn = (all: CustomerRecords): { kind: RecordKind; record: CustomerRecord }[] =>
  all.flatMap(({ kind, records }) =>
    records
      .filter(({ values, stored }) => values === null && stored !== null)
      .map((record) => ({ kind, record })),
  );

/** The value of a column that is text. */
export const textIn = (row: Row, column: string): string => `${row[column]}`;

/** Adds the names of owners among these rows. */
export function addNames(owners: Set<string>, { names = [] }: RecordKind, rows: readonly Row[]): void {
  for (const row of rows) for (const name of names) if (row[name] != null) owners.add(textIn(row, name));
}

/**
 * Creates the condition for the rows of a customer.
 * @param owners the names of the customer's other records, by which some rows are found
 */
export function ofCustomer(
  { foundBy = 'column', owners: columns = [] }: RecordKind,
  customerId: string,
  owners: ReadonlySet<string>,
): RawBuilder<SqlBool> {
  const conditions = [
    ...(foundBy === 'owners' ? [] : [sql<SqlBool>`customer_id = ${customerId}`]),
    ...(foundBy === 'column' ? [] : columns.map((column) => isIn(column, owners))),
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** Creates the condition that a column has one of these values. */
export const isIn = (column: string, values: Iterable<string>): RawBuilder<SqlBool> => {
  const list = [...values].map((value) => sql.val(value));
  // An empty list is no SQL: null matches nothing.
  return sql`${sql.ref(column)} in (${list.length === 0 ? sql`null` : sql.join(list)})`;
};

/** The columns that tell the rows of a table apart. */
export const keyOf = ({ table, key = encryptedTables[table].key }: RecordKind): readonly string[] => key;

async function selectRows(
  db: Kysely<Tables>,
  kind: RecordKind,
  where: RawBuilder<SqlBool>,
  newest: number | undefined,
): Promise<Row[]> {
  const key = sql.join(keyOf(kind).map((name) => sql.ref(name)));
  const order = newest === undefined ? key : sql`${sql.ref(kind.age)} desc, ${key} limit ${newest}`;
  const query =
    kind.select?.(where) ?? sql`select * from ${sql.table(kind.table)} where ${where} order by ${order}`;
  return (await (query as RawBuilder<Row>).execute(db)).rows as Row[];
}

async function open(
  deps: RecordsDeps,
  kind: RecordKind,
  row: Row,
  customerId: string,
): Promise<CustomerRecord> {
  const stored: Record<string, unknown> = {};
  let values: Record<string, unknown> | null = {};
  for (const [column, format] of Object.entries(kind.columns)) {
    if (row[column] == null) continue;
    const decrypted = await decryptColumn(deps, { kind, column, row, customerId });
    if (!decrypted) return { row, values: null, stored: null };
    const { bytes, version } = decrypted;
    stored[column] = JSON.parse(bytes.toString());
    try {
      const value = parseValue(format, { table: kind.table, column }, { stored: stored[column], version });
      if (values) values[column] = value;
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      values = null;
      const { fields } = error;
      deps.log('record.invalid', { kind: kind.kind, record_id: textIn(row, kind.id), column, fields });
    }
  }
  return { row, values, stored };
}

/** Decrypts an encrypted column of a row. @returns null if no data key decrypts it */
export async function decryptColumn(
  { db, encryption }: Pick<RecordsDeps, 'db' | 'encryption'>,
  { kind, column, row, customerId }: { kind: RecordKind; column: string; row: Row; customerId: string },
): Promise<{ bytes: Buffer; version: number } | null> {
  const { table, foundBy } = kind;
  const { key, holds } = encryptedTables[table];
  const place = {
    table,
    column,
    key: key.map((name) => row[name] as string | number),
    // What came before the server knew its customer is under the server's own key.
    customerId: foundBy === 'either' ? ((row.customer_id ?? ofServer) as string) : customerId,
  };
  const bytes =
    holds === 'bytes' ? (row[column] as Uint8Array) : Buffer.from(textIn(row, column), 'base64url');
  return encryption.decryptBytes(db, place, bytes).catch(nullIf(Unreadable));
}
