/** The encrypted columns of an appointment. */
import { z } from 'zod';
import { bookingReference } from '../../contract/booking-reference.ts';
import { createEncryptedColumn } from '../../core/store/encrypted-column.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import { isoTime, recordKind } from '../../core/store/record-kind.ts';
import { stored } from '../../core/store/stored.ts';
import { neededAppointment } from '../../upstream/appointments/responses.ts';
import { isOver } from '../../upstream/appointments/status-words.ts';

const text = z.string();
const table = 'appointments';

/** The patient as the customer named them. */
const storedPatient = stored({
  name: text,
  /** YYYY-MM-DD. */
  date_of_birth: text,
});

const storedDetails = stored({
  testType: text,
  /** The bookable pair; null if the flow does not know it, and then no other time can be offered. */
  catalogId: text.nullable(),
  offeringId: text.nullable(),
  /** Who orders the test, an open set (CFG-05); null if the flow does not know it. */
  physicianMode: text.nullable(),
  /** The order number of the service; null if it has sent none. */
  orderRef: text.nullable(),
  /** The booking in which the customer signed the consent that is kept here; null without one. */
  consentJourneyId: text.nullable(),
  /** For the clinician who orders the test; null if the flow does not know it. */
  patient: storedPatient.nullable(),
});
/** The part of an appointment that the server knows without a read from the service: the booked test and its place. */
export type Details = z.infer<typeof storedDetails>;

const storedTimes = stored({ primary: text, alternates: z.array(text) });

const storedVisit = z.looseObject({
  /** The clinic's note. */
  note: text.nullable(),
  /** The texts that the customer confirmed in the questionnaire. */
  preparation: z.array(z.looseObject({ label: text, format: z.enum(['html', 'text']), text })),
});
/** What the customer takes along for the visit. */
export type StoredVisit = z.infer<typeof storedVisit>;

const storedChange = stored({
  kind: z.enum(['cancel', 'reschedule']),
  writeId: text,
  /**
   * `warned`: the customer must agree to the 24-hour consequence; nothing has changed (APT-43, T37).
   * `slot_gone`: a chosen time was taken. `refused`: for a reason that the customer cannot correct.
   */
  state: z.enum(['sending', 'warned', 'slot_gone', 'refused', 'done']),
  /** The times that a reschedule asks for. */
  requested: storedTimes.nullable(),
  /** The appointment's time when the change was sent: a warning is valid for that time only. */
  scheduledFor: text.nullable(),
  /** Whether the service counted it as within 24 hours; null until it responds. */
  within24Hours: z.boolean().nullable(),
  /** For support: the upstream's request id of a refusal. */
  requestId: text.nullable(),
});
/**
 * The last cancel or reschedule of an appointment: under way, waiting for the customer's agreement, or completed
 * (APT-33..APT-44). Kept with its appointment; stored encrypted.
 */
export type Change = z.infer<typeof storedChange>;

/** Describes stored appointments, for erasure, retention, exports and support. */
export const appointmentRecords = recordKind({
  table: 'appointments',
  kind: 'appointments',
  columns: {
    details: { schema: storedDetails },
    body: { schema: neededAppointment },
    requested: { schema: storedTimes },
    change: { schema: storedChange },
    visit: { schema: storedVisit },
  },
  id: 'appointment_id',
  age: 'created_at',
  exported: ['appointment_id', 'order_id', 'flow', 'read_at', 'updated_at', 'created_at'],
  names: ['appointment_id'],
  underWay: {
    message: 'An appointment is not over: the service expects the customer, or has no results yet.',
    holds: ({ values }) => values !== null && !isOver(values.body?.status ?? ''),
  },
  booking: {
    period: 'bookings',
    // The second is the service's own time, which it may leave out.
    changes: ['created_at', 'updated_at'],
    links: ({ row }) => [row.appointment_id, row.order_id],
    // Once it is no longer under way.
    expires: () => true,
  },
  support: {
    list: 'appointments',
    summary({ row, values }) {
      const change = values?.change;
      return {
        id: row.appointment_id,
        order_id: row.order_id,
        reference: bookingReference({
          orderRef: values?.details.orderRef ?? null,
          orderId: row.order_id,
          appointmentId: row.appointment_id,
        }),
        flow: row.flow,
        status: values?.body?.status ?? null,
        change: change ? { kind: change.kind, state: change.state, reference: change.requestId } : null,
        read_at: row.read_at === 0 ? null : isoTime(row.read_at),
        created_at: isoTime(row.created_at),
      };
    },
  },
});

/** Creates the access to the encrypted columns of appointments. */
export const appointmentColumns = (encryption: Encryption) => ({
  details: createEncryptedColumn(encryption, { table, column: 'details', schema: storedDetails }),
  body: createEncryptedColumn(encryption, { table, column: 'body', schema: neededAppointment }),
  requested: createEncryptedColumn(encryption, { table, column: 'requested', schema: storedTimes }),
  change: createEncryptedColumn(encryption, { table, column: 'change', schema: storedChange }),
  visit: createEncryptedColumn(encryption, { table, column: 'visit', schema: storedVisit }),
});
