/** POST /v1/appointments/{appointmentId}/schedule (Schedule response; SCH-03..SCH-07). */
import { z } from 'zod';
import { timestamp, uuid } from './envelope.ts';

/** A time that exists, in ISO-8601 with a numeric offset; carried byte for byte (SCH-04). */
export const offsetTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?[+-]\d{2}:?\d{2}$/)
  .refine((time) => !Number.isNaN(Date.parse(time)), 'must be a time that exists');

/** The body of POST. */
export const scheduleRequest = z.strictObject({
  selected_appointment_date: offsetTime,
  alternate_availabilities: z.array(offsetTime).min(1).max(3),
});
export type ScheduleRequest = z.infer<typeof scheduleRequest>;

/** The response to POST. */
export const scheduleResponse = z.looseObject({
  appointment_id: uuid,
  order_id: uuid,
  status: z.string(),
  selected_appointment_date: z.string(),
  alternate_availabilities: z.array(z.string()),
  requested_at: timestamp,
  requested_timezone: z.string(),
  physician_order_status: z.string().nullable(),
  physician_order_submission_status: z.string().nullable(),
  physician_order_submission_deadline_at: timestamp.nullable(),
  physician_order_submitted_at: timestamp.nullable(),
  cancellation_reason_code: z.string().nullable(),
});
export type ScheduleResponse = z.infer<typeof scheduleResponse>;
