/**
 * POST /v1/orders/{orderId}/schedule-handoff, only of the co-branded flow (Hosted scheduling handoff; HND-08..HND-18,
 * LIM-01, LIM-12, LIM-14).
 */
import { z } from 'zod';
import { timestamp, uuid } from './envelope.ts';
import { isoDate, sexes } from './identity.ts';
import { offsetTime } from './schedule.ts';

const filled = z.string().regex(/\S/, 'must not be blank');

/** The presentation modes of the hosted page. */
export const presentationModes = ['hosted_page', 'iframe'] as const;
/** How the hosted page is shown: as a page of its own or in a frame. */
export type PresentationMode = (typeof presentationModes)[number];

/** The same fields for every test type (HND-13). */
export const handoffCustomer = z.strictObject({
  first_name: filled,
  last_name: filled,
  /** 10 or 11 digits in any notation (LIM-12, T90). */
  phone: z.string().regex(/^[\s().+-]*(?:\d[\s().+-]*){10,11}$/, 'must have 10 or 11 digits'),
  date_of_birth: isoDate,
  sex_assigned_at_birth: z.enum(sexes),
  address_line_1: filled,
  city: filled,
  state: filled,
  postal_code: filled,
  /** Inches. */
  height: z.number().positive(),
  /** Whole pounds. */
  weight: z.int().positive(),
});
/** The customer's data in a handoff. */
export type HandoffCustomer = z.infer<typeof handoffCustomer>;

/** The parts that the hosted page hides, only in a frame (HND-17, HND-18). */
export const uiControls = z.strictObject({
  hide_change: z.boolean().optional(),
  hide_exit: z.boolean().optional(),
  hide_return_to_profile: z.boolean().optional(),
});

/** The body of the request. */
export const handoffRequest = z.strictObject({
  selected_appointment_date: offsetTime,
  alternate_availabilities: z.array(offsetTime).min(1).max(3),
  customer_data: handoffCustomer,
  return_url: z.url().optional(),
  member_profile_url: z.url().optional(),
  presentation_mode: z.enum(presentationModes).optional(),
  ui_controls: uiControls.optional(),
});
export type HandoffRequest = z.infer<typeof handoffRequest>;

/** The specification does not show the shape; this one is the sandbox's (GAP-94). */
export const handoffResponse = z.looseObject({
  handoff_id: uuid,
  url: z.string(),
  expires_at: timestamp,
  presentation_mode: z.string(),
});
/** The data of the sandbox's response to a handoff. */
export type HandoffResponse = z.infer<typeof handoffResponse>;
