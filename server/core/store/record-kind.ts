/**
 * Describes the records of customers in one table. Each module describes its own, typed by its stored schemas. Erasure,
 * retention, exports and support loop over the descriptions and know no module's columns or bodies.
 */
import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { SupportRecords } from '../../contract/admin-api/views.ts';
import type { ColumnFormat } from './encrypted-column.ts';
import type { EncryptedColumnOf, EncryptedTableName } from './encrypted-columns.ts';
import type { Tables } from './tables.ts';

/** The tables with records of customers. The other encrypted values are the server's own. */
export type CustomerTable = Exclude<EncryptedTableName, 'webhook_secrets'>;

/** One record of a customer. @typeParam R its row. @typeParam V its encrypted columns, decrypted */
export interface CustomerRecord<R = Readonly<Record<string, unknown>>, V = object> {
  row: R;
  /** By column; null if no data key decrypts them, or they do not fit their schemas. */
  values: V | null;
  /** As they were stored, by column; null if no data key decrypts them. */
  stored: Readonly<Record<string, unknown>> | null;
}

/** When retention deletes a booking: it has no order, or its appointment is over. */
export type RetentionPeriod = 'unfinished' | 'bookings';

/** The part of a description that says what an erasure would cut off. */
interface UnderWayPart<R> {
  /** A sentence for the operator, without the id. */
  message: string;
  holds(record: R): boolean;
  /** Whether retention ignores it: it does not keep a booking that is old. @default no */
  isForErasureOnly?(record: R): boolean;
}

/** The part of a description of records that a customer's own request creates. All other records belong to one. */
interface BookingPart<R, Column extends string> {
  period: RetentionPeriod;
  /** The columns that hold the time of its last change, in milliseconds since the epoch. */
  changes: readonly Column[];
  /** The service's ids of its order and its appointment. Records that share one are one booking. */
  links(record: R): readonly string[];
  /** Whether it can be deleted once it is old enough and nothing of it is under way. */
  expires(record: R): boolean;
  /**
   * Whether the customer left it before anything was paid, ordered or signed. A customer keeps only the newest of these.
   * @default no
   */
  isAbandoned?(record: R): boolean;
}

/** The lists of records that support shows. */
export type SupportList = {
  [L in keyof SupportRecords]: SupportRecords[L] extends readonly object[] ? L : never;
}[keyof SupportRecords];

/** The part of a description that support shows: states, codes and ids, and no name, contact or answer. */
type SupportPart<R> = {
  [L in SupportList]: {
    list: L;
    /** @param options.notes whether to show the texts of notes */
    summary(record: R, options: { notes: boolean }): SupportRecords[L][number];
  };
}[SupportList];

/** The part of a description that any table has. @typeParam R a record. @typeParam Column the columns of its row */
interface Description<R, Column extends string, StoredColumn extends string> {
  /** The name of these records in exports, counts and reports. */
  kind: string;
  /** The column that names a record to operators. */
  id: Column;
  /** The columns that tell records apart. @default the primary key */
  key?: readonly StoredColumn[];
  /** The column by which records are new or old. */
  age: Column;
  /** The columns in clear that an export shows. The others are the server's own bookkeeping. */
  exported: readonly Column[];
  /** The columns that name what a record belongs to: each has a value of its owner's `names`. @default none */
  owners?: readonly StoredColumn[];
  /** The columns by which other records name it as their owner. @default none */
  names?: readonly StoredColumn[];
  /** How the records of a customer are found: by `customer_id`, by their owners, or either. @default 'column' */
  foundBy?: 'column' | 'owners' | 'either';
  /** Selects rows in another form than they are stored. @default the whole rows */
  select?(where: RawBuilder<SqlBool>): RawBuilder<unknown>;
  /** Deletes what is no record but goes with those that name these owners. @default nothing */
  alsoDelete?(trx: Kysely<Tables>, owners: readonly string[]): Promise<void>;
  /** Deletes records whose owners are gone. @default nothing */
  deleteOrphans?(db: Kysely<Tables>): Promise<void>;
  /** The values of an export besides `exported`. @default the decrypted columns */
  export?(record: R): object;
  /** @default it is never under way */
  underWay?: UnderWayPart<R>;
  /** The ids of other records that end with it, although they look as if they were under way. @default none */
  ends?(record: R): readonly string[];
  /** @default it belongs to another record */
  booking?: BookingPart<R, Column>;
  /** The work that an operator's retry continues at once, if it waits for its next try. @default none */
  pause?: { work: 'document' | 'physician_order'; isWaiting(record: R): boolean };
  /** @default support does not show it */
  support?: SupportPart<R>;
}

/** The row of a table, with its columns as keys. */
type RowOf<N extends CustomerTable> = Pick<Tables[N], keyof Tables[N]>;
type Formats<N extends CustomerTable> = { [C in EncryptedColumnOf<N>]?: ColumnFormat<unknown> };
type ValueOf<F> = F extends ColumnFormat<infer T> ? T : never;
type NullableIn<N extends CustomerTable, C> = C extends keyof Tables[N]
  ? null extends Tables[N][C]
    ? C
    : never
  : never;
/** The values of a row: a nullable column may be missing. */
type ValuesOf<N extends CustomerTable, F> = {
  [C in Exclude<keyof F, NullableIn<N, keyof F>>]: ValueOf<F[C]>;
} & { [C in NullableIn<N, keyof F>]?: ValueOf<F[C]> };

/** A description, typed by its table and the formats of its encrypted columns. */
export interface TypedRecordKind<N extends CustomerTable, F extends Formats<N>, R extends object = RowOf<N>>
  extends Description<CustomerRecord<R, ValuesOf<N, F>>, keyof R & string, keyof Tables[N] & string> {
  table: N;
  /** The encrypted columns to read. */
  columns: F;
}

/** A record of a typed description. */
export type RecordOf<K> =
  K extends Description<infer R extends CustomerRecord<object>, infer _Column, infer _Stored> ? R : never;

/** A description of any table. */
export interface RecordKind extends Description<CustomerRecord, string, string> {
  table: CustomerTable;
  columns: Readonly<Record<string, ColumnFormat<unknown>>>;
}

/** Checks a description against its table. */
export const recordKind = <N extends CustomerTable, F extends Formats<N>>(
  description: TypedRecordKind<N, F>,
): TypedRecordKind<N, F> => description;

/** Formats a time of a row for a summary. @param atMs milliseconds since the epoch */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString();
