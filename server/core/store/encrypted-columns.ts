/** The places of encrypted values: the primary key and the encrypted columns of each table. */
import type { Tables } from './tables.ts';

interface EncryptedTable {
  key: readonly string[];
  columns: readonly string[];
  holds: 'text' | 'bytes';
}

/** Each table with encrypted values: its primary key, its encrypted columns, and their type. */
export const encryptedTables = {
  journeys: { key: ['id'], columns: ['body'], holds: 'text' },
  consents: { key: ['id'], columns: ['body'], holds: 'text' },
  drafts: { key: ['journey_id', 'step'], columns: ['body'], holds: 'text' },
  appointments: {
    key: ['appointment_id'],
    columns: ['details', 'body', 'requested', 'change', 'visit'],
    holds: 'text',
  },
  evidence: { key: ['id'], columns: ['body'], holds: 'text' },
  physician_orders: { key: ['appointment_id'], columns: ['body'], holds: 'text' },
  handoffs: { key: ['id'], columns: ['body'], holds: 'text' },
  handoff_purchases: { key: ['id'], columns: ['body'], holds: 'text' },
  writes: { key: ['id'], columns: ['body', 'outcome'], holds: 'text' },
  document_parts: { key: ['document_id', 'place'], columns: ['body'], holds: 'bytes' },
  event_bookings: { key: ['id'], columns: ['body'], holds: 'text' },
  events: { key: ['id'], columns: ['body'], holds: 'text' },
  webhook_events: { key: ['id'], columns: ['body'], holds: 'text' },
  support_notes: { key: ['id'], columns: ['body'], holds: 'text' },
  webhook_secrets: { key: ['write_id'], columns: ['body'], holds: 'text' },
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
  /** `ofServer` if the row belongs to no customer. */
  customer_id: string;
};
