/** The views that the page receives on the journey wire: a step's name and its content. */
import { z } from 'zod';
import { partnerContact } from '../partner-contact.ts';
import { draft } from './answers.ts';
import { blockedShows, reviewShows, sentShows } from './end-views.ts';
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

export type * from './end-views.ts';
export type * from './form-views.ts';
export type * from './place-views.ts';

/** The order step, in which the customer waits. */
const orderShows = z.object({ step: z.literal('order') });
export type OrderShows = z.infer<typeof orderShows>;

/** The schedule step, in which the customer waits. */
const scheduleShows = z.object({ step: z.literal('schedule') });
export type ScheduleShows = z.infer<typeof scheduleShows>;

/** The view of the current step, named by `step`. */
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
  paid: z.boolean().describe('Whether the payment hook has said that the price is paid.'),
});
export type Summary = z.infer<typeof summary>;

/** A journey as the page shows it. The routes that open, read, answer and move it respond with one. */
export const journeyView = z.object({
  journey_id: z.string(),
  revision: z.number().describe('Raised by every change; send it back in If-Match.'),
  is_stored: z
    .boolean()
    .describe(
      'False for a look: the view of a new booking that the customer has not begun. Send `opening` with each request about it.',
    ),
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
  contact: partnerContact.describe('How the customer reaches the partner, for the foot of every screen.'),
  shows: shows,
});
export type JourneyView = z.infer<typeof journeyView>;
