/** Appointment reads and the list (Appointment; APT-03..APT-14). */
import { z } from 'zod';
import { timestamp, uuid } from './envelope.ts';

/** Values the list filter takes; fewer than the statuses (APT-04, T29). */
export const appointmentStatusFilters = [
  'pending_scheduling',
  'pending_confirmation',
  'confirmed',
  'canceled',
  'no_show',
  'completed',
] as const;
/** Values of `results_status` that the specification names. */
export const resultsStatuses = ['waiting_results', 'in_progress', 'finalized'] as const;

/** The query of the list. */
export const appointmentsQuery = z.strictObject({
  email: z.string().optional(),
  order_id: uuid.optional(),
  appointment_id: uuid.optional(),
  status: z.enum(appointmentStatusFilters).optional(),
  results_status: z.enum(resultsStatuses).optional(),
  test_type: z.string().optional(),
  updated_after: timestamp.optional(),
  limit: z.int().optional(),
  cursor: z.string().optional(),
});
export type AppointmentsQuery = z.infer<typeof appointmentsQuery>;

/** Every status field is an open set (APT-17, T98). */
export const appointment = z.looseObject({
  appointment_id: uuid,
  order_id: uuid,
  status: z.string(),
  results_status: z.string(),
  test_type: z.string(),
  scheduled_for: timestamp.nullable(),
  original_scheduled_for: timestamp.nullable(),
  requested_at: timestamp.nullable(),
  confirmed_at: timestamp.nullable(),
  created_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
  location: z.looseObject({
    address_line_1: z.string(),
    address_line_2: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    postal_code: z.string(),
    timezone: z.string(),
  }),
  form_type: z.string().nullable(),
  has_signed_form: z.boolean(),
  artifact_status: z.string().nullable(),
  physician_order_status: z.string().nullable(),
  physician_order_submission_status: z.string().nullable(),
  physician_order_submission_deadline_at: timestamp.nullable(),
  physician_order_submitted_at: timestamp.nullable(),
  cancellation_reason_code: z.string().nullable(),
});
/** One appointment, as the service sends it in reads and in the list. */
export type Appointment = z.infer<typeof appointment>;

/** One page of the list. */
export const appointmentList = z.looseObject({
  items: z.array(appointment),
  page_info: z.looseObject({ has_more: z.boolean(), limit: z.int(), next_cursor: z.string().nullable() }),
});
export type AppointmentList = z.infer<typeof appointmentList>;
