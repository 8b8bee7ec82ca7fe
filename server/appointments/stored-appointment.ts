/** The encrypted columns of an appointment. */
import { z } from 'zod';
import type { AskedTimes } from '../contract/appointments-api.ts';
import { appointment } from '../contract/upstream-api/appointments.ts';
import { createEncryptedColumn, type EncryptedColumn } from '../store/encrypted-column.ts';
import { type Encryption, Unreadable } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { AppointmentRow } from '../store/tables.ts';
import type { Change } from './change.ts';

const text = z.string();
const table = 'appointments';

/** The booked test and its place. */
const storedDetails = z.looseObject({
  testType: text,
  /** The bookable pair; null if the flow does not know it, and then no other time can be offered. */
  catalogId: text.nullable(),
  offeringId: text.nullable(),
  /** An open set (CFG-05). */
  physicianMode: text.nullable(),
});
/** The part of an appointment that the server knows without a read from the service. */
export type Details = z.infer<typeof storedDetails>;

/** The column values that earlier versions find in place of the details. */
export const noClearDetails = {
  test_type: '',
  catalog_id: null,
  offering_id: null,
  physician_mode: null,
} as const;

const storedTimes: z.ZodType<AskedTimes> = z.looseObject({ primary: text, alternates: z.array(text) });

const storedChange: z.ZodType<Change> = z.looseObject({
  kind: z.enum(['cancel', 'reschedule']),
  writeId: text,
  state: z.enum(['sending', 'warned', 'slot_gone', 'refused', 'done']),
  requested: storedTimes.nullable(),
  scheduledFor: text.nullable(),
  within24Hours: z.boolean().nullable(),
  requestId: text.nullable(),
});

/** Creates the access to the encrypted column of the booked test and its place. */
export const detailsColumn = (encryption: Encryption): EncryptedColumn<'appointments', Details> =>
  createEncryptedColumn(encryption, { table, column: 'details', schema: storedDetails });
/** Creates the access to the encrypted column of the requested times. */
export const timesColumn = (encryption: Encryption): EncryptedColumn<'appointments', AskedTimes> =>
  createEncryptedColumn(encryption, { table, column: 'requested', schema: storedTimes });

/**
 * Creates the access to the encrypted columns of appointments, and the read of a row. The read throws Unreadable if a
 * value is not bound to the row.
 */
export function appointmentColumns({ db }: Store, encryption: Encryption) {
  const details = detailsColumn(encryption);
  const body = createEncryptedColumn(encryption, { table, column: 'body', schema: appointment });
  const requested = timesColumn(encryption);
  const change = createEncryptedColumn(encryption, { table, column: 'change', schema: storedChange });

  /** Servers of earlier versions read these in clear, until the database is converted. */
  async function detailsOf(row: AppointmentRow): Promise<Details> {
    if (row.details !== null) return details.decrypt(db, row, row.details);
    if (!(await encryption.readsUnbound(db)))
      throw new Unreadable({ table, column: 'details' }, 'the row has none');
    return {
      testType: row.test_type,
      catalogId: row.catalog_id,
      offeringId: row.offering_id,
      physicianMode: row.physician_mode,
    };
  }

  return {
    body,
    requested,
    change,
    async open(row: AppointmentRow) {
      return {
        details: await detailsOf(row),
        body: row.body === null ? null : await body.decrypt(db, row, row.body),
        requested: row.requested === null ? null : await requested.decrypt(db, row, row.requested),
        change: row.change === null ? null : await change.decrypt(db, row, row.change),
      };
    },
  };
}
