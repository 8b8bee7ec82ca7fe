/**
 * GET /v1/appointments/{appointmentId}/signed-form (Signed form, check-in link, configuration; APT-60, APT-61). The url
 * is temporary and never stored.
 */
import { z } from 'zod';
import { uuid } from './envelope.ts';

export const signedForm = z.looseObject({
  appointment_id: uuid,
  form_type: z.string(),
  signed_form_url: z.string(),
  expires_in_seconds: z.int(),
});
export type SignedForm = z.infer<typeof signedForm>;
