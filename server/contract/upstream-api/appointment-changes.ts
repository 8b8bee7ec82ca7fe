/**
 * POST cancel and POST reschedule of an appointment (Cancel and reschedule responses; APT-35, APT-36, APT-39..APT-41,
 * LIM-01, LIM-02).
 */
import { z } from 'zod';
import { uuid } from './envelope.ts';
import { offsetTime } from './schedule.ts';

/** The body of POST cancel. */
export const cancelRequest = z.strictObject({
  /** True only after the member was warned and agreed (APT-43). */
  confirm_within_24_hour_penalty: z.boolean().optional(),
  reason: z.string().max(500).optional(),
});

/** One l in the status, two in the flag (T34). */
export const cancelResponse = z.looseObject({
  appointment_id: uuid,
  status: z.string(),
  cancelled_within_24_hour_window: z.boolean(),
});
/** The data of the response to a cancel. */
export type CancelResponse = z.infer<typeof cancelResponse>;

/** The schedule's text, sent unchanged, or another ISO-8601 time (GAP-70). */
const requestedTime = z.union([offsetTime, z.iso.datetime({ offset: true })]);

/** The body of POST reschedule. */
export const rescheduleRequest = z.strictObject({
  new_requested_date: requestedTime,
  /** May be empty, unlike in a schedule request (T36). */
  alternate_availabilities: z.array(requestedTime).max(3).optional(),
  confirm_within_24_hour_penalty: z.boolean().optional(),
});

/** Other fields are kept and not used (GAP-69). */
export const rescheduleResponse = z.looseObject({
  new_requested_date: z.string(),
  rescheduled_within_24_hour_window: z.boolean(),
  status: z.string(),
});
/** The data of the response to a reschedule. */
export type RescheduleResponse = z.infer<typeof rescheduleResponse>;
