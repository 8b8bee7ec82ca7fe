/** POST cancel and POST reschedule of an appointment (Cancel and reschedule responses; APT-35, APT-36, APT-39..APT-41, LIM-01, LIM-02). */
import { z } from 'zod';
import { uuid } from './envelope.ts';

export const cancelRequest = z.strictObject({
  /** Only ever true after the member was warned and agreed (APT-43). */
  confirm_within_24_hour_penalty: z.boolean().optional(),
  reason: z.string().max(500).optional(),
});
export type CancelRequest = z.infer<typeof cancelRequest>;

/** One l in the status, two in the flag (T34). */
export const cancelResponse = z.looseObject({
  appointment_id: uuid,
  status: z.string(),
  cancelled_within_24_hour_window: z.boolean(),
});
export type CancelResponse = z.infer<typeof cancelResponse>;

/** ISO-8601 with an offset; the text of the schedule is sent as it came (GAP-70). */
const requestedTime = z.iso.datetime({ offset: true });

export const rescheduleRequest = z.strictObject({
  new_requested_date: requestedTime,
  /** None is allowed, unlike for a schedule request (T36). */
  alternate_availabilities: z.array(requestedTime).max(3).optional(),
  confirm_within_24_hour_penalty: z.boolean().optional(),
});
export type RescheduleRequest = z.infer<typeof rescheduleRequest>;

/** Whatever else comes with it is kept and not relied on (GAP-69). */
export const rescheduleResponse = z.looseObject({
  new_requested_date: z.string(),
  rescheduled_within_24_hour_window: z.boolean(),
  status: z.string(),
});
export type RescheduleResponse = z.infer<typeof rescheduleResponse>;
