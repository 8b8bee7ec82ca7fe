/**
 * GET /v1/appointments/{appointmentId}/check-in-link (Signed form, check-in link, configuration; APT-50). The server
 * never logs, parses or stores the url.
 */
import { z } from 'zod';

/** The data of the response. The address gives access to the check-in until it expires. */
export const checkInLink = z.looseObject({
  url: z.string(),
  expires_at_iso: z.string(),
  expires_at_unix: z.int(),
});
export type CheckInLink = z.infer<typeof checkInLink>;
