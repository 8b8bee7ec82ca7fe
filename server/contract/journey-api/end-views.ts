/** The views of the steps in which a customer pays, and of the ends of a journey. */
import { z } from 'zod';
import { partnerContact } from '../partner-contact.ts';
import { price } from './place-views.ts';

const note = z.string().nullable().describe("The location's own text; null without one.");

/** The partner's own texts about money. Each text is null if the partner has not set it. */
export const partnerTerms = z.object({
  refund_if_unconfirmed: z
    .string()
    .nullable()
    .describe('What happens to the payment if no time is confirmed.'),
  refund_if_stopped: z
    .string()
    .nullable()
    .describe("What happens to the payment if the customer's health answers stop the booking."),
  cancellation: z.string().nullable().describe('How to cancel, and what that costs.'),
  contact: partnerContact,
});
/** See {@link partnerTerms}. */
export type PartnerTerms = z.infer<typeof partnerTerms>;

/** The review step: what the customer is about to pay for, and the state of the payment. */
export const reviewShows = z.object({
  step: z.literal('review'),
  name: z.string(),
  email: z.string(),
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
/** See {@link reviewShows}. */
export type ReviewShows = z.infer<typeof reviewShows>;

/** The end of a journey: the location has the request. */
export const sentShows = z.object({
  step: z.literal('sent'),
  appointment_id: z.string(),
  order_ref: z.string(),
  status: z
    .string()
    .describe('The last status read from the service; `pending_confirmation` is a request, not a booking.'),
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
  paid: price.describe('What the customer paid.'),
  email: z.string().describe("The customer's address for messages."),
  additional_note: note,
  terms: partnerTerms,
  appointments_url: z
    .string()
    .nullable()
    .describe("The partner's page with the customer's appointments; null if the partner has not set it."),
});
/** See {@link sentShows}. */
export type SentShows = z.infer<typeof sentShows>;

/** The other end of a journey: the answers do not allow this test. */
export const blockedShows = z.object({
  step: z.literal('blocked'),
  appointment_id: z.string(),
  order_ref: z.string(),
  outcome_code: z.string().nullable().describe('An open set.'),
  paid: price.describe('What the customer paid.'),
  terms: partnerTerms,
});
/** See {@link blockedShows}. */
export type BlockedShows = z.infer<typeof blockedShows>;
