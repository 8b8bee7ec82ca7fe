/**
 * GET /v1/appointments/{appointmentId}/signed-form (Signed form, check-in link, configuration; APT-60, APT-61). The url
 * is temporary and never stored.
 */
import { z } from 'zod';
import { uuid } from './envelope.ts';

/** The data of the response. The address gives access to the form until it expires. */
export const signedForm = z.looseObject({
  appointment_id: uuid,
  form_type: z.string(),
  signed_form_url: z.string(),
  expires_in_seconds: z.int(),
});
export type SignedForm = z.infer<typeof signedForm>;
