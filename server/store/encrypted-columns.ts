/**
 * The places of encrypted values: each table's primary key, its encrypted columns, and how to find the customer of a
 * row.
 */
import { type Kysely, sql } from 'kysely';
import { ofServer } from './customer-keys.ts';
import type { Tables } from './tables.ts';

interface EncryptedTable {
  key: readonly string[];
  columns: readonly string[];
  holds: 'text' | 'bytes';
  /** SQL over a row: its customer's id, also where a version without the column `customer_id` inserted the row. */
  customer: string;
}

const evidenceCustomer = (row: string) => `${row}.customer_id,
  (select journeys.customer_id from journeys where journeys.id = ${row}.owner_id),
  (select appointments.customer_id from appointments where appointments.appointment_id = ${row}.owner_id)`;

const writeCustomer = `coalesce(writes.customer_id,
  (select journeys.customer_id from journeys where journeys.id = writes.owner_id),
  (select appointments.customer_id from appointments where appointments.appointment_id = writes.owner_id),
  (select handoffs.customer_id from handoffs where handoffs.id = writes.owner_id),
  (select handoff_purchases.customer_id from handoff_purchases where handoff_purchases.id = writes.owner_id),
  (select coalesce(${evidenceCustomer('owner')}) from evidence as owner where owner.id = writes.owner_id))`;

/** In the order of the conversion: documents are found through the journeys, orders and evidence that name them. */
export const encryptedTables = {
  journeys: { key: ['id'], columns: ['body'], holds: 'text', customer: 'journeys.customer_id' },
  drafts: {
    key: ['journey_id', 'step'],
    columns: ['body'],
    holds: 'text',
    customer: '(select journeys.customer_id from journeys where journeys.id = drafts.journey_id)',
  },
  appointments: {
    key: ['appointment_id'],
    columns: ['details', 'body', 'requested', 'change'],
    holds: 'text',
    customer: 'appointments.customer_id',
  },
  evidence: {
    key: ['id'],
    columns: ['body'],
    holds: 'text',
    customer: `coalesce(${evidenceCustomer('evidence')})`,
  },
  physician_orders: {
    key: ['appointment_id'],
    columns: ['body'],
    holds: 'text',
    customer: `coalesce(physician_orders.customer_id, (select appointments.customer_id from appointments
      where appointments.appointment_id = physician_orders.appointment_id))`,
  },
  handoffs: { key: ['id'], columns: ['body'], holds: 'text', customer: 'handoffs.customer_id' },
  handoff_purchases: {
    key: ['id'],
    columns: ['body'],
    holds: 'text',
    customer: 'handoff_purchases.customer_id',
  },
  writes: { key: ['id'], columns: ['body', 'outcome'], holds: 'text', customer: writeCustomer },
  document_parts: {
    key: ['document_id', 'place'],
    columns: ['body'],
    holds: 'bytes',
    customer: 'document_parts.customer_id',
  },
  event_bookings: { key: ['id'], columns: ['body'], holds: 'text', customer: 'event_bookings.customer_id' },
  events: { key: ['id'], columns: ['body'], holds: 'text', customer: 'events.customer_id' },
  webhook_events: { key: ['id'], columns: ['body'], holds: 'text', customer: 'webhook_events.customer_id' },
  support_notes: { key: ['id'], columns: ['body'], holds: 'text', customer: 'support_notes.customer_id' },
  webhook_secrets: { key: ['write_id'], columns: ['body'], holds: 'text', customer: `'${ofServer}'` },
} as const satisfies {
  [T in keyof Tables]?: EncryptedTable & {
    key: readonly (keyof Tables[T])[];
    columns: readonly (keyof Tables[T])[];
  };
};

/** A table with encrypted values. */
export type EncryptedTableName = keyof typeof encryptedTables;
/** A column of the table's primary key. */
export type KeyOf<N extends EncryptedTableName> = (typeof encryptedTables)[N]['key'][number];
/** An encrypted column of the table. */
export type EncryptedColumnOf<N extends EncryptedTableName> = (typeof encryptedTables)[N]['columns'][number];

/** The values of a row to which its encrypted values are bound. */
export type RowPlace<N extends EncryptedTableName> = {
  [K in KeyOf<N>]: Tables[N][K & keyof Tables[N]];
} & {
  /** Null in rows of earlier versions. */
  customer_id: string | null;
};

/** The tables with encrypted values, in the order of the conversion. */
export const encryptedTableNames = Object.keys(encryptedTables) as EncryptedTableName[];

/**
 * Finds the customer of a row that an earlier version inserted without it.
 * @param key the values of the primary key, in the order of its columns
 * @returns the customer's id; `ofServer` if none is found
 */
export async function findCustomer<N extends EncryptedTableName>(
  db: Kysely<Tables>,
  table: N,
  key: readonly unknown[],
): Promise<string> {
  const { key: names, customer } = encryptedTables[table];
  const place = sql.join(
    names.map((name, at) => sql`${sql.ref(name)} = ${key[at]}`),
    sql` and `,
  );
  const { rows } = await sql<{ customer_id: string | null }>`
    select ${sql.raw(customer)} as customer_id from ${sql.table(table)} where ${place}`.execute(db);
  return rows[0]?.customer_id ?? ofServer;
}
