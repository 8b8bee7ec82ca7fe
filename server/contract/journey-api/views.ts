/** The views that the page receives on the journey wire: a step's name and its content. */
import { z } from 'zod';
import { draft } from './answers.ts';
import {
  consentShows,
  documentShows,
  identityShows,
  prescreenShows,
  questionnaireShows,
} from './form-views.ts';
import { notice } from './notices.ts';
import { placeShows, placeView, price, productShows, timesShows } from './place-views.ts';
import { stepNames } from './steps.ts';

export type * from './form-views.ts';
export type * from './place-views.ts';

/** The review step: what the customer is about to pay for, and the state of the payment. */
export const reviewShows = z.object({
  step: z.literal('review'),
  name: z.string(),
  email: z.string(),
  additional_note: z.string().nullable().describe("The location's own text; null without one."),
  total: price,
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

/** The order step, in which the customer waits. */
export const orderShows = z.object({ step: z.literal('order') });
/** See {@link orderShows}. */
export type OrderShows = z.infer<typeof orderShows>;

/** The schedule step, in which the customer waits. */
export const scheduleShows = z.object({ step: z.literal('schedule') });
/** See {@link scheduleShows}. */
export type ScheduleShows = z.infer<typeof scheduleShows>;

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
  physician_review: z
    .boolean()
    .describe("Whether the questionnaire's outcome requires a physician's review."),
});
/** See {@link sentShows}. */
export type SentShows = z.infer<typeof sentShows>;

/** The other end of a journey: the answers do not allow this test. */
export const blockedShows = z.object({
  step: z.literal('blocked'),
  appointment_id: z.string(),
  order_ref: z.string(),
  outcome_code: z.string().nullable().describe('An open set.'),
});
/** See {@link blockedShows}. */
export type BlockedShows = z.infer<typeof blockedShows>;

/** What the current step shows, named by `step`. */
export const shows = z.discriminatedUnion('step', [
  placeShows,
  productShows,
  timesShows,
  identityShows,
  documentShows,
  consentShows,
  prescreenShows,
  reviewShows,
  orderShows,
  questionnaireShows,
  scheduleShows,
  sentShows,
  blockedShows,
]);
/** See {@link shows}. */
export type Shows = z.infer<typeof shows>;

/** The choices so far; grows with the journey. */
export const summary = z.object({
  test: z
    .object({
      test_type: z.string(),
      name: z.string().nullable(),
    })
    .nullable(),
  place: placeView.nullable(),
  times: z
    .object({
      primary: z.string(),
      alternates: z.array(z.string()),
    })
    .nullable(),
  price: price.nullable(),
});
/** See {@link summary}. */
export type Summary = z.infer<typeof summary>;

/** A journey as the page shows it. Every response of a journey route is one. */
export const journeyView = z.object({
  journey_id: z.string(),
  revision: z.number().describe('Raised by every change; send it back in If-Match.'),
  steps: z
    .array(
      z.object({
        name: z.enum(stepNames),
        state: z.enum(['done', 'current', 'ahead']),
        can_revisit: z.boolean(),
      }),
    )
    .describe('The steps of this journey that customers see, in order.'),
  summary: summary,
  notice: notice.nullable(),
  working: z
    .object({ poll_after_ms: z.number() })
    .nullable()
    .describe('A write is running: read again after this time. Null without one.'),
  draft: draft
    .nullable()
    .describe('The input of this step that was typed and not yet sent; null without any.'),
  can_start_over: z.boolean().describe('Whether the server accepts `start_over` now.'),
  previous: z
    .object({
      journey_id: z.string(),
      test_type: z.string().nullable(),
    })
    .nullable()
    .describe('The finished booking that this one followed; null without one, and once a place is chosen.'),
  shows: shows,
});
/** See {@link journeyView}. */
export type JourneyView = z.infer<typeof journeyView>;
