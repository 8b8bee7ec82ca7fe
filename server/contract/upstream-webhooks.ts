/**
 * The deliveries of the service to a registered callback: envelope, event types, objects and headers (Events;
 * WHK-07..WHK-29, VER-03, GAP-89, GAP-92).
 */
import { z } from 'zod';
import { timestamp, uuid } from './upstream-api/envelope.ts';

/** The types of appointment events. */
export const appointmentEventTypes = [
  'appointment.created',
  'appointment.requested',
  'appointment.confirmed',
  'appointment.rescheduled',
  'appointment.canceled',
  'appointment.no_show',
  'appointment.results_in_progress',
  'appointment.results_ready',
  'appointment.form_available',
] as const;

/** Delivered only to endpoints that opted in and subscribe to them (WHK-24). */
export const evidenceEventTypes = [
  'customer_consent_evidence.accepted',
  'customer_consent_evidence.rejected',
  'customer_consent_evidence.failed',
  'physician_order_evidence.accepted',
  'physician_order_evidence.rejected',
  'physician_order_evidence.failed',
] as const;

/** All event types. */
export const eventTypes = [...appointmentEventTypes, ...evidenceEventTypes] as const;
/** A type of the events about an appointment. */
export type AppointmentEventType = (typeof appointmentEventTypes)[number];
/** A type of the events about evidence. */
export type EvidenceEventType = (typeof evidenceEventTypes)[number];
/** A type of event that the specification names. */
export type EventType = (typeof eventTypes)[number];

/** The object of an appointment event. */
export const lifecycleObject = z.looseObject({
  appointment_id: uuid,
  order_id: uuid,
  test_type: z.string(),
  status: z.string(),
  results_status: z.string(),
  scheduled_for: timestamp.nullable(),
  previous_status: z.string().nullable(),
  previous_results_status: z.string().nullable(),
  previous_scheduled_for: timestamp.nullable(),
  original_scheduled_for: timestamp.nullable(),
});
export type LifecycleObject = z.infer<typeof lifecycleObject>;

/** The form itself is never attached (WHK-12). */
export const formObject = z.looseObject({
  appointment_id: uuid,
  order_id: uuid,
  test_type: z.string(),
  form_type: z.string(),
  artifact_type: z.string(),
  retrieval_status: z.string(),
});
/** The object of an event about a signed form. */
export type FormObject = z.infer<typeof formObject>;

/** The specification does not show it: a reader uses any evidence id that it finds and reads the evidence (GAP-89). */
export const evidenceObject = z.looseObject({
  evidence_id: uuid,
  status: z.string(),
  safe_reason_code: z.string().nullable(),
  appointment_id: uuid.nullable(),
  customer_identity_id: uuid.nullable(),
  external_reference_id: z.string().nullable(),
});
/** The object of an event about evidence. */
export type EvidenceObject = z.infer<typeof evidenceObject>;

/** Types and versions are open sets (WHK-46). */
export const eventEnvelope = z.looseObject({
  id: uuid,
  type: z.string(),
  occurred_at: timestamp,
  payload_version: z.string(),
  sequence: z.int(),
  data: z.looseObject({ object: z.record(z.string(), z.unknown()) }),
});
/** The body of a delivery. */
export type EventEnvelope = z.infer<typeof eventEnvelope>;

/** The kinds of resources that an event can name and the server reads again. */
export const readKinds = ['appointment', 'consent_evidence', 'physician_evidence'] as const;
/** A kind of resource that an event can name. */
export type ReadKind = (typeof readKinds)[number];

/** The signature covers the timestamp and the body, and no other header (WHK-33). */
export const eventHeaders = {
  eventId: 'X-Service-Event-Id',
  sequence: 'X-Service-Sequence',
  payloadVersion: 'X-Service-Payload-Version',
  timestamp: 'X-Service-Timestamp',
  signature: 'X-Service-Signature',
} as const;
