/** Prescreen form and submission (Prescreen form; PRE-04, PRE-13, PRE-14, PRE-17). */
import { z } from 'zod';
import { uuid } from './envelope.ts';
import { isoDate } from './identity.ts';
import { orderIdentifiers } from './orders.ts';

/** Controls and options are open (GAP-44); copy is shown unchanged (PRE-09). */
export const prescreenForm = z.looseObject({
  required_fields: z.array(z.string()),
  validation_rules: z.unknown(),
  copy: z.looseObject({
    sections: z.array(
      z.looseObject({
        id: z.string(),
        title: z.string().nullable(),
        fields: z.array(
          z.looseObject({
            name: z.string(),
            label: z.string(),
            control: z.string(),
            required: z.boolean(),
            options: z.array(z.unknown()).nullish(),
          }),
        ),
      }),
    ),
    consent: z.looseObject({ field: z.string(), label: z.string() }),
    submit_button_text: z.string(),
  }),
});
/** The form of a prescreen. */
export type PrescreenForm = z.infer<typeof prescreenForm>;

/** Turns MM/DD/YYYY into YYYY-MM-DD; null for another text. */
const isoOf = (text: string): string | null => {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
};

const answer = z.boolean();
/** The answers of a prescreen submission. */
export const prescreenAnswers = z.strictObject({
  /** MM/DD/YYYY, unlike every other date of birth (PRE-07, T24). */
  dob: z
    .string()
    .regex(/^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])\/\d{4}$/, { abort: true })
    .refine((text) => isoDate.safeParse(isoOf(text)).success, 'must be a date as MM/DD/YYYY'),
  family_history_cardiovascular_disease: answer,
  high_cholesterol_or_hypertension: answer,
  diabetes: answer,
  bmi_higher_than_25: answer,
  sedentary_lifestyle: answer,
  smoker: answer,
  symptoms_heart_disease: answer,
  pregnant: answer.optional(),
  diagnosed_heart_disease: answer,
  pcp_name: z.string().optional(),
  pcp_phone: z.string().optional(),
  pcp_consent: z.literal(true),
});

export type PrescreenAnswers = z.infer<typeof prescreenAnswers>;

/** Carries no `external_payment_reference` (PRE-18). */
export const prescreenRequest = orderIdentifiers.extend({ prescreen: prescreenAnswers });

/** The response to a submission. */
export const prescreenSubmission = z.looseObject({ order_id: uuid });
