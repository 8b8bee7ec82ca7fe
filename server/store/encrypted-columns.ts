/** Where sealed values stand: each table's primary key and the columns that hold text or bytes of sealing.ts. */
import type { Tables } from './tables.ts';

type EncryptedTable = {
  [T in keyof Tables]: {
    table: T;
    key: (keyof Tables[T] & string)[];
    columns: (keyof Tables[T] & string)[];
    holds: 'text' | 'bytes';
  };
}[keyof Tables];

export const encryptedColumns: EncryptedTable[] = [
  { table: 'journeys', key: ['id'], columns: ['body'], holds: 'text' },
  { table: 'drafts', key: ['journey_id', 'step'], columns: ['body'], holds: 'text' },
  { table: 'writes', key: ['id'], columns: ['body', 'outcome'], holds: 'text' },
  {
    table: 'appointments',
    key: ['appointment_id'],
    columns: ['body', 'requested', 'change'],
    holds: 'text',
  },
  { table: 'evidence', key: ['id'], columns: ['body'], holds: 'text' },
  { table: 'document_parts', key: ['document_id', 'place'], columns: ['body'], holds: 'bytes' },
  { table: 'physician_orders', key: ['appointment_id'], columns: ['body'], holds: 'text' },
  { table: 'handoffs', key: ['id'], columns: ['body'], holds: 'text' },
  { table: 'handoff_purchases', key: ['id'], columns: ['body'], holds: 'text' },
  { table: 'webhook_events', key: ['id'], columns: ['body'], holds: 'text' },
  { table: 'webhook_secrets', key: ['write_id'], columns: ['body'], holds: 'text' },
];
