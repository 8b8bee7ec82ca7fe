/** Every table that holds rows of a customer, and how to find them. */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EncryptedTableName } from '../store/encrypted-columns.ts';
import type { Tables } from '../store/tables.ts';

/**
 * The kinds of records of a customer, by the table that holds them. Exports and reports use these names. The type names
 * each table with encrypted values, so that no new one survives an erasure.
 */
export const kinds = {
  journeys: 'journeys',
  drafts: 'drafts',
  appointments: 'appointments',
  evidence: 'evidence',
  physician_orders: 'physician_orders',
  handoffs: 'handoffs',
  handoff_purchases: 'purchases',
  writes: 'writes',
  document_parts: 'documents',
  event_bookings: 'bookings',
  events: 'events',
  webhook_events: 'service_events',
  support_notes: 'notes',
} as const satisfies Record<Exclude<EncryptedTableName, 'webhook_secrets'>, string>;

/** A table with rows of customers. */
export type CustomerTable = keyof typeof kinds;
/** A kind of records of a customer. */
export type RecordKind = (typeof kinds)[CustomerTable];
/** All these tables. */
export const customerTables = Object.keys(kinds) as CustomerTable[];

/** The column that says how old a row is. */
export const ageColumns = {
  journeys: 'created_at',
  drafts: 'updated_at',
  appointments: 'created_at',
  evidence: 'updated_at',
  physician_orders: 'updated_at',
  handoffs: 'created_at',
  handoff_purchases: 'created_at',
  writes: 'created_at',
  document_parts: 'created_at',
  event_bookings: 'updated_at',
  events: 'created_at',
  webhook_events: 'received_at',
  support_notes: 'created_at',
} as const satisfies { [T in CustomerTable]: keyof Tables[T] };

/** The tables whose rows a customer's own request creates. The rows of the other tables follow from them. */
export const ownerTables = ['journeys', 'appointments', 'handoffs', 'handoff_purchases'] as const;

/** The condition for the rows of a customer. Some are found through their owners. */
export function ofCustomer(table: CustomerTable, customerId: string): RawBuilder<SqlBool> {
  if (table === 'drafts')
    return sql`journey_id in (select id from journeys where customer_id = ${customerId})`;
  if (table === 'webhook_events')
    return sql`(customer_id = ${customerId} or ref in (
      select appointment_id from appointments where customer_id = ${customerId}
      union all select upstream_id from evidence where customer_id = ${customerId} and upstream_id is not null))`;
  return sql`customer_id = ${customerId}`;
}

/** Whether the customer has a row in one of these tables. */
export async function hasRows(
  db: Kysely<Tables>,
  tables: readonly CustomerTable[],
  customerId: string,
): Promise<boolean> {
  for (const table of tables) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${ofCustomer(table, customerId)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}
