/** What the clinic supplies to the server: whether a journey is paid, asked of its own books over HTTP; who a user is; and who orders tests. */
import { z } from 'zod';
import type { Hooks } from '../../server/hooks.ts';
import { signedSubjectCheck } from '../../server/tokens/signed-subject.ts';

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

export const hooks: Hooks = {
  /** Patients and clinicians both carry the clinic's own JWT; whose id it is says which of the two. */
  async verifySubject(subject_token, subject_token_type) {
    const found = await signed({ subject_token, subject_token_type });
    return found && { ...found, role: isClinician(found.subject) ? 'physician' : 'customer' };
  },
  /** Every clinician of this clinic orders for every patient of it. */
  mayOrder: async (subject) => isClinician(subject),

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
    if (!response.ok) throw new Error(`the clinic's books answered ${response.status}`);
    return payment.parse(await response.json());
  },
};
