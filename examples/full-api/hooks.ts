/**
 * The hooks module of the clinic's server (HOOKS_MODULE): `verifySubject` returns the role of the user, `mayOrder` lets
 * clinicians order, and `payment` asks the clinic's backend whether a journey is paid. Change each to your own backend.
 */
import { z } from 'zod';
import { signedSubjectCheck } from '../../server/api/tokens/signed-subject.ts';
import type { Hooks } from '../../server/partner/hooks.ts';
import { clinicians } from './clinicians.ts';

const payment = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('paid'), reference: z.string().min(1) }),
  z.strictObject({ state: z.literal('due'), payUrl: z.url() }),
]);

const settings = z
  .object({
    CLINIC_URL: z.url(),
    CLINIC_HOOK_SECRET: z.string().min(32),
    SUBJECT_ISSUER: z.string(),
    SUBJECT_JWKS_URL: z.url(),
    SUBJECT_AUDIENCE: z.string(),
  })
  .transform((env) => ({
    subject: {
      issuer: env.SUBJECT_ISSUER,
      jwksUrl: env.SUBJECT_JWKS_URL,
      audience: env.SUBJECT_AUDIENCE,
    },
    billsUrl: new URL('/internal/bills', env.CLINIC_URL),
    secret: env.CLINIC_HOOK_SECRET,
  }))
  .parse(process.env);

const signed = signedSubjectCheck(settings.subject, Date.now);
/** Only the ids of clinicians begin with `staff-` (clinicians.ts). */
const isClinician = (subject: string) => subject.startsWith('staff-');

/** The hooks of the clinic. */
export const hooks: Hooks = {
  /** Patients and clinicians have the same kind of JWT; the id decides the role. */
  async verifySubject(subject_token, subject_token_type) {
    const found = await signed({ subject_token, subject_token_type });
    return found && { ...found, role: isClinician(found.subject) ? 'physician' : 'customer' };
  },
  /** Every clinician of this clinic may order for every patient. */
  mayOrder: async (subject) => isClinician(subject),
  /** From the staff directory, so that no clinician types it for each patient. */
  clinicianProfile: async ({ subject }) => clinicians.find(({ id }) => id === subject)?.profile ?? null,

  async payment(request) {
    const response = await fetch(settings.billsUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${settings.secret}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(request),
      redirect: 'error',
      signal: AbortSignal.timeout(5000),
    });
    if (!response.ok) throw new Error(`the clinic's backend responded with status ${response.status}`);
    return payment.parse(await response.json());
  },
};
