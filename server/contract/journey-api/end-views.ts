/** The views of the steps in which a customer pays, and of the ends of a journey. */
import { z } from 'zod';
import { appointmentAction, appointmentStatus } from '../appointments-api.ts';
import { partnerTerms } from '../partner-terms.ts';
import { cancellation, confirmation, visit } from '../visit.ts';
import { price } from './place-views.ts';

const reference = z.string().describe('As in the view of an appointment.');
const note = z.string().nullable().describe("The location's own text; null without one.");

/** The review step: what the customer is about to pay for, and the state of the payment. */
export const reviewShows = z.object({
  step: z.literal('review'),
  name: z.string(),
  email: z.string(),
  advises_emergency: z
    .boolean()
    .describe('Whether to say first what to do in an emergency, as the health questions did.'),
  additional_note: note,
  total: price,
  terms: partnerTerms,
  payment: z
    .object({
      state: z.enum(['due', 'begun', 'paid']),
      pay_url: z.string().nullable(),
    })
    .describe(
      "`pay_url` is the partner's own page; null until the payment has begun, or if the partner needs none.",
    ),
});
export type ReviewShows = z.infer<typeof reviewShows>;

/** The end of a journey: the location has the request. */
export const sentShows = z.object({
  step: z.literal('sent'),
  appointment_id: z.string(),
  reference,
  status: appointmentStatus.describe('The last status read; `requested` is a request, not a booking.'),
  can_choose_times: z
    .boolean()
    .describe(
      'The location has declined the requested times. POST revisit with the step `times` lets the customer choose others, without a second payment.',
    ),
  requested: z.object({
    primary: z.string(),
    alternates: z.array(z.string()),
  }),
  timezone: z.string().nullable().describe('IANA name; null if the service sent none.'),
  scheduled_for: z
    .string()
    .nullable()
    .describe('The confirmed time, an absolute instant; null before the location confirms one.'),
  physician_review: z
    .boolean()
    .describe("Whether the questionnaire's outcome requires a physician's review."),
  physician_deadline_at: z
    .string()
    .nullable()
    .describe("By when the physician's order is due, an absolute instant; null if the service sent none."),
  canceled: cancellation.nullable().describe('Null unless it is canceled.'),
  confirmation: confirmation.nullable().describe('Null unless the clinic has to confirm a time.'),
  visit,
  actions: z.array(appointmentAction).describe('As in the view of the appointment.'),
  paid: price.describe('What the customer paid.'),
  email: z.string().describe("The customer's own address."),
  phone: z.string().describe("The customer's own number."),
  messages: z
    .array(z.enum(['email', 'sms']))
    .describe('How the partner sends messages about the booking; empty if it does not say that it does.'),
  terms: partnerTerms,
  appointments_url: z
    .string()
    .nullable()
    .describe("The partner's page with the customer's appointments; null if the partner has not set it."),
});
export type SentShows = z.infer<typeof sentShows>;

/** The other end of a journey: the answers do not allow this test. */
export const blockedShows = z.object({
  step: z.literal('blocked'),
  appointment_id: z.string(),
  reference,
  outcome_code: z.string().nullable().describe('An open set.'),
  paid: price.describe('What the customer paid.'),
  terms: partnerTerms,
});
export type BlockedShows = z.infer<typeof blockedShows>;
