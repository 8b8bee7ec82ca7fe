/** All records of customers that the server stores. Their modules describe them. */
import { consentRecords } from '../booking/appointments/signed-consents.ts';
import { appointmentRecords } from '../booking/appointments/stored-appointment.ts';
import { documentRecords } from '../booking/evidence/documents.ts';
import { evidenceRecords } from '../booking/evidence/rows.ts';
import { draftRecords, journeyRecords } from '../booking/journey/journey-records.ts';
import { physicianOrderRecords } from '../booking/physician/orders.ts';
import { serviceEventRecords } from '../booking/webhooks/inbox.ts';
import type { CustomerTable, RecordKind } from '../core/store/record-kind.ts';
import { handoffRecords } from '../handoff/handoffs.ts';
import { purchaseRecords } from '../handoff/purchases.ts';
import { eventBookingRecords, eventRecords } from '../partner/events/stored-events.ts';
import { writeRecords } from '../upstream/writes/write-records.ts';
import { noteRecords } from './support/notes.ts';

/** The type names each table with encrypted values of customers, so that no new one survives an erasure. */
const byTable = {
  journeys: journeyRecords,
  appointments: appointmentRecords,
  handoffs: handoffRecords,
  handoff_purchases: purchaseRecords,
  evidence: evidenceRecords,
  physician_orders: physicianOrderRecords,
  writes: writeRecords,
  document_parts: documentRecords,
  drafts: draftRecords,
  consents: consentRecords,
  event_bookings: eventBookingRecords,
  events: eventRecords,
  webhook_events: serviceEventRecords,
  support_notes: noteRecords,
} satisfies { [T in CustomerTable]: RecordKind & { table: T } };

/**
 * The descriptions, owners before what belongs to them. They are deleted in this order: a transaction that changes an
 * owner and adds rows for it waits for the deletion of the owner, then finds none and is rolled back.
 */
export const recordKinds: readonly RecordKind[] = Object.values(byTable);
