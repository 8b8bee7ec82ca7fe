/** What a customer needs to know between the request and the visit. */
import { z } from 'zod';
import { partnerText } from './partner-text.ts';

/** Whom the service names as canceling, and what was canceled. */
export const cancellation = z.object({
  by: z
    .enum(['customer', 'clinic'])
    .nullable()
    .describe('Who canceled; null if neither this server nor the service says so.'),
  of: z.enum(['request', 'appointment']).describe('An appointment has a time that the clinic had confirmed.'),
  at: z.string().nullable().describe('When, an absolute instant; null if it is not known.'),
  refund: partnerText
    .nullable()
    .describe(
      "The partner's own text about the payment; null if it has set none, or if nobody says who canceled a confirmed appointment.",
    ),
});
export type Cancellation = z.infer<typeof cancellation>;

/** How long a customer waits for the clinic to confirm. */
export const confirmation = z.object({
  usual_hours: z
    .int()
    .nullable()
    .describe('How long clinics usually take; null if the partner has not said.'),
  is_late: z.boolean().describe('Whether the clinic has taken longer.'),
});
export type Confirmation = z.infer<typeof confirmation>;

/** What the customer has read and confirmed for the visit, and takes along. */
export const visit = z.object({
  note: z.string().nullable().describe("The clinic's own note; null without one."),
  arrival: partnerText
    .nullable()
    .describe("The partner's own text about when to arrive; null if it has set none."),
  preparation: z
    .array(
      z.object({
        label: z.string().describe('What the customer confirmed.'),
        format: z.enum(['html', 'text']),
        text: z.string(),
      }),
    )
    .describe('The texts that the customer confirmed in the questionnaire, as the service sent them.'),
  doctor_form: z
    .object({ note: partnerText.nullable() })
    .nullable()
    .describe(
      "A blank form for the customer's own doctor, and the partner's text about it. Null if the test has none, and once the appointment is canceled.",
    ),
});
export type Visit = z.infer<typeof visit>;
