/** What an export contains. A field that is stored under another name, or no longer, makes it another export. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { recordKinds } from '../../../server/operate/record-kinds.ts';
import { exportCustomer } from '../../../server/operate/records/export-customer.ts';

/** The fields of the contents of an export of version 1. Content that is a text, or that the page chooses, has none. */
const fields: Record<string, Record<string, string>> = {
  journeys: {
    body: `advisesEmergency asksBodyMeasures chosen completed configuration consent customerId documentReason earlierProfile
      evidence finishedAt id identityId knownZip lastRequest limits notice offeredTests offersAlternates openConsentSession order partnerAsked
      payment pending preparation prescreen previous product profile questionnaire refused revision schedule search signing state
      step taken times uploaded`,
  },
  drafts: { body: '' },
  consents: {
    body: `content_hash decisions document evidence_id grant_id signed_from signer_name template_id template_version
      test_type text typed_name`,
  },
  appointments: {
    details: 'catalogId consentJourneyId offeringId orderRef patient physicianMode testType',
    body: `appointment_id artifact_status cancellation_reason_code confirmed_at created_at form_type has_signed_form
      location order_id original_scheduled_for physician_order_status physician_order_submission_deadline_at
      physician_order_submission_status physician_order_submitted_at requested_at results_status scheduled_for status
      test_type updated_at`,
    requested: 'alternates primary',
    change: 'kind requestId requested scheduledFor state within24Hours writeId',
    visit: 'note preparation',
  },
  evidence: {
    body: 'customerId document documentId id kind ownerId params phase reason record renewals session',
  },
  physician_orders: {
    body: `appointmentId customerId documentReason evidence given notice partnerAsked phase reference revision session
      uploaded write`,
  },
  handoffs: {
    body: `answer appointment customerId id mayHavePage orderId refusal repeatsWrite request revision state verifyUntilMs
      writeId`,
  },
  purchases: {
    body: `beginnings customerId facts id identityId orderId prescreenOrderId product refusal revision writeId`,
  },
  writes: { body: '', outcome: 'data error ok retryAfterMs status' },
  documents: {},
  bookings: { body: 'appointmentId customerId facts flow id journeyId orderId reference revision sequence' },
  events: { body: 'event receiver' },
  service_events: { body: '' },
  notes: { body: '' },
};

/** A content of one of several shapes has the fields of all. */
function fieldsOf(schema: z.ZodType): string[] {
  const { properties, anyOf } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  const shapes = anyOf?.map((shape) => shape.properties) ?? [properties];
  return [...new Set(shapes.flatMap((shape) => Object.keys(shape ?? {})))].toSorted();
}

it('an export has these fields: raise its version, and change the guide, if one is renamed or goes', () => {
  expect(exportCustomer([], { subject: 'user-1', nowMs: 0 }).version).toBe(1);
  const stored = recordKinds.map(({ kind, columns }) => [
    kind,
    Object.fromEntries(Object.entries(columns).map(([name, { schema }]) => [name, fieldsOf(schema)])),
  ]);
  const listed = Object.entries(fields).map(([kind, columns]) => [
    kind,
    Object.fromEntries(
      Object.entries(columns).map(([name, list]) => [name, list.split(/\s+/).filter(Boolean)]),
    ),
  ]);
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(listed));
});
