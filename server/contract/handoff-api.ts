/**
 * The handoff wire between <dx-handoff> and the partner's server (Hosted scheduling handoff; HND-08..HND-18, HND-21,
 * GAP-94..GAP-98).
 *
 * server-api/handoff-operations.ts lists the requests. Each has the customer's widget token (token-api.ts). A refusal
 * is a Problem, another customer's handoff a 404.
 */
import { z } from 'zod';
import { partnerContact } from './partner-contact.ts';
import { fieldProblem } from './problem.ts';
import { returnedId } from './upstream-api/envelope.ts';
import { presentationModes, uiControls } from './upstream-api/handoff.ts';
import { isoDate, sexes } from './upstream-api/identity.ts';
import { offsetTime } from './upstream-api/schedule.ts';
import { frameNames } from './upstream-frame.ts';

const filled = (max: number) =>
  z.string().trim().min(1, 'This is needed.').max(max, `At most ${max} characters.`);

/** The same eleven fields for every test, under the names of the customer's profile (HND-10, HND-11, HND-13). */
export const handoffProfile = z.strictObject({
  first_name: filled(100),
  last_name: filled(100),
  /** LIM-12 */
  phone: filled(30)
    .refine((text) => /^\d{10,11}$/.test(text.replace(/\D/g, '')), 'A phone has 10 or 11 digits.')
    .describe('10 or 11 digits, in any notation.'),
  /** LIM-13 */
  date_of_birth: isoDate.describe('YYYY-MM-DD, of a person from 16 to 100 years old.'),
  sex: z.enum(sexes),
  address: z.strictObject({
    address_line_1: filled(200),
    city: filled(100),
    state: filled(50),
    postal_code: filled(12),
  }),
  height_inches: z.number().min(20, 'Height is in inches.').max(110, 'Height is in inches.'),
  /** LIM-14 */
  weight_pounds: z
    .int('Weight is in whole pounds.')
    .min(20, 'Weight is in pounds.')
    .max(1000, 'Weight is in pounds.')
    .describe('Whole pounds.'),
});
/** The customer's data for a handoff; the server converts it to the service's fields. */
export type HandoffProfile = z.infer<typeof handoffProfile>;

/** The body of POST /handoffs. */
export const openHandoff = z
  .strictObject({
    order_id: returnedId
      .optional()
      .describe(
        'The order to schedule. The hook `handoffOrder` of the partner decides whether it belongs to this customer, or which order does.',
      ),
    /** GAP-70 */
    times: z
      .strictObject({
        primary: offsetTime,
        alternates: z.array(offsetTime).min(1, 'Choose at least one alternate time.').max(3),
      })
      .describe('The requested times, exactly as the availability lists them. One to three alternates.'),
    customer: handoffProfile,
    /** HND-15 */
    return_url: z
      .url()
      .max(2000)
      .optional()
      .describe("On a host of the server's setting HANDOFF_ALLOWED_HOSTS, as the next one."),
    member_profile_url: z.url().max(2000).optional(),
    presentation_mode: z.enum(presentationModes).optional().describe('`hosted_page` if it is left out.'),
    /** HND-18 */
    ui_controls: uiControls.optional().describe('Only for the mode `iframe`.'),
  })
  .refine((asked) => asked.ui_controls === undefined || asked.presentation_mode === 'iframe', {
    path: ['ui_controls'],
    message: 'These are for the mode iframe alone.',
  });
export type OpenHandoff = z.infer<typeof openHandoff>;

/** The states of a handoff. */
export const handoffStates = [
  /** The server requests the page from the service; `url` is still null. */
  'preparing',
  /** The page is ready and nothing was requested on it yet. If it does not respond, `retry` asks for another page. */
  'open',
  /**
   * The page reported completion; the server reads the appointment until it shows the request, for at most a minute.
   */
  'verifying',
  /** The appointment's own read shows the request; `appointment.status` has its progress. */
  'requested',
  /**
   * The page reported completion, but the reads do not show it or failed. The result is unknown: each read looks
   * again, and `retry` asks for another page.
   */
  'unknown',
  /** The service does not respond about the page; the server or `retry` sends the same request again. */
  'stalled',
  /** The service refused; `refusal` has the reason. A new handoff with the correction may be opened. */
  'refused',
] as const;

/** The appointment of the handoff's order, as it was read last. */
export const handoffAppointment = z.object({
  appointment_id: z.string(),
  status: z
    .string()
    .describe(
      'The word of the specification, such as `pending_scheduling`, `pending_confirmation` or `confirmed`; an unknown word as the service sent it.',
    ),
  test_type: z.string(),
  scheduled_for: z.string().nullable(),
  timezone: z.string().describe('IANA zone of the location.'),
});
export type HandoffAppointment = z.infer<typeof handoffAppointment>;

/** A handoff as the page shows it. */
export const handoffView = z.object({
  handoff_id: z.string(),
  state: z.enum(handoffStates),
  presentation_mode: z.enum(presentationModes),
  url: z
    .string()
    .nullable()
    .describe(
      'The hosted page: HTTPS (loopback excepted) and on `frame_origin`; null until it is known. It gives access as the customer: never log it.',
    ),
  frame_origin: z
    .string()
    .describe('The only accepted origin of messages, from the configuration and not from the address.'),
  frame_names: frameNames.describe(
    "The names by which the frame's messages are read; the window and the origin decide whether to accept them.",
  ),
  allowed_hosts: z.array(z.string()).describe('Hosts to which `return` and `profile` may lead.'),
  expires_at: z.string().nullable().describe('As the service sent it; null without one.'),
  appointment: handoffAppointment.nullable().describe('From the last read; null before the first.'),
  refusal: z
    .object({ code: z.string(), title: z.string(), fields: z.exactOptional(z.array(fieldProblem)) })
    .nullable()
    .describe('Why the service refused the handoff; null in every other state.'),
  contact: partnerContact,
  poll_after_ms: z
    .number()
    .nullable()
    .describe('Milliseconds until the next read; null if nothing is pending.'),
});
export type HandoffView = z.infer<typeof handoffView>;
