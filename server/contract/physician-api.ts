/**
 * The wire between `<dx-physician-order>` and the partner's server. Every call carries a physician's widget token and
 * its proof (PHY-44); an appointment that the partner does not let this physician order for is a 404; every refusal is
 * a Problem.
 *
 * server-api/physician-operations.ts lists the requests.
 */
import { z } from 'zod';
import { appointmentPlace, askedTimes } from './appointments-api.ts';
import { uploadedDocument } from './journey-api/form-views.ts';
import { optional, partOf } from './known-part.ts';
import { partnerContact } from './partner-contact.ts';

const text = (what: string, longest = 200) =>
  z.string().trim().min(1, `Enter ${what}.`).max(longest, `At most ${longest} characters.`);

/** Whether a text is a National Provider Identifier: ten digits, the last of which is the check digit (45 CFR 162.406). */
export function isNpi(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false;
  // The formula of Luhn over the number with the prefix of health cards in the USA.
  const sum = [...`80840${text}`].reduceRight((total, digit, at, all) => {
    const doubled = Number(digit) * ((all.length - at) % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

const npi = text('the NPI', 20).refine(
  isNpi,
  'Check the NPI: it has ten digits, and the last one is a check digit.',
);

/**
 * The specification does not show the formats of the license, so any text that is not blank is accepted (GAP-77).
 */
const license = {
  npi,
  license_state: text('the state of the license', 40),
  license_number: text('the license number', 60),
};
const orderDate = z.iso.date('Enter the date of the order.');

const address = {
  address_line_1: text('the street address'),
  city: text('the city', 100),
  state: text('the state', 40),
  postal_code: text('the postal code', 20),
};
const contact = {
  type: text('the kind of contact', 60),
  phone: text('the phone number', 40),
  fax: z.string().trim().max(40, 'At most 40 characters.').optional(),
};
const physician = {
  full_name: text('the full name'),
  credentials: text('the credentials', 60),
  ...license,
  ordering_entity: text('the practice or entity that orders'),
};

/** What the partner knows of a clinician: all fields are optional, and invalid values are left out. */
export const knownClinician = z.object({
  ...partOf(physician),
  contact: optional(z.object({ ...partOf(contact), address: optional(z.object(partOf(address))) })),
});
export type KnownClinician = z.infer<typeof knownClinician>;

/** The ordering physician and the order's choices. */
export const providerAnswer = z.strictObject({
  physician: z.strictObject({
    ...physician,
    contact: z.strictObject({ ...contact, address: z.strictObject(address) }),
  }),
  /** May be omitted only if the view does not require it; today's date is used then. */
  order_date: orderDate.optional(),
  /** One of the view's lists; may be omitted if a list has one entry. */
  approval_method: z.string().min(1).optional(),
  workflow_type: z.string().min(1).optional(),
});
export type ProviderAnswer = z.infer<typeof providerAnswer>;

/** The body of POST session. */
export const sessionAnswer = providerAnswer.extend({
  /**
   * The open session that this answer replaces (PHY-40), as the page shows it; null if it shows none. Another one, made
   * meanwhile in another tab, is never replaced unseen: 409 `order_moved`.
   */
  replaces_session_id: z.string().min(1).nullable().default(null),
});
export type SessionAnswer = z.input<typeof sessionAnswer>;

const given = z.literal(true, 'Both acknowledgements are needed.');

/** The body of POST finalize. */
export const approvalAnswer = z.strictObject({
  /** The session that was read: the server never signs another session or another text in its place. */
  session_id: z.string().min(1),
  presentation_hash: z.string().min(1),
  typed_name: text('your full name'),
  order_acknowledgement: given,
  electronic_signature_attestation: given,
});
/** The body of POST finalize: the physician's signature under the presentation that was shown. */
export type ApprovalAnswer = z.infer<typeof approvalAnswer>;

const uploadedOrder = z.strictObject({
  document_id: z.string().min(1),
  physician_full_name: text('the full name'),
  ...license,
  order_date: orderDate,
  attestation: z.literal(true, 'Confirm that this is the signed order.'),
});
/** The body of POST evidence. */
export const evidenceAnswer = z.union([z.strictObject({ ask_partner: z.literal(true) }), uploadedOrder]);
export type EvidenceAnswer = z.infer<typeof evidenceAnswer>;
/** The variant of {@link EvidenceAnswer} that hands in a document which the physician uploaded. */
export type UploadedOrder = z.infer<typeof uploadedOrder>;

/** A part of the frozen presentation, in the order received; `name` is its key, empty in a list. */
export const presentationNode = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), name: z.string(), text: z.string() }),
  z.object({
    kind: z.literal('group'),
    name: z.string(),
    get nodes() {
      return z.array(presentationNode);
    },
  }),
  z
    .object({ kind: z.literal('unshown'), name: z.string() })
    .describe('A part that cannot be shown in full: the order cannot be signed.'),
]);
export type PresentationNode = z.infer<typeof presentationNode>;

/** A field of the approval that the physician confirms separately. */
const acknowledgementField = z.enum(['order_acknowledgement', 'electronic_signature_attestation']);
export type AcknowledgementField = z.infer<typeof acknowledgementField>;

/** The choices and requirements of the form of a structured order. */
const providerForm = z.object({
  allowed_approval_methods: z.array(z.string()),
  allowed_workflow_types: z.array(z.string()),
  order_date_required: z.boolean().describe('Whether `order_date` must be in the answer.'),
  sla: z
    .object({
      due_at: z.string().nullable(),
      breached_at: z.string().nullable(),
    })
    .nullable()
    .describe('Null if the service sets none.'),
  given: providerAnswer.nullable().describe('The answer of the previous session; null without one.'),
});
export type ProviderForm = z.infer<typeof providerForm>;

/** Why a physician cannot order for this appointment. */
export const blockedCode = z
  .enum([
    'not_scheduled',
    'appointment_over',
    'mode_unknown',
    'structured_not_enabled',
    'not_configured',
    'nothing_allowed',
  ])
  .describe(
    '`not_configured`: The service is not set up for structured orders; the server has reported it to the operator.',
  );
export type BlockedCode = z.infer<typeof blockedCode>;

/** The view of the element, named by `step`. */
const physicianShows = z.discriminatedUnion('step', [
  z.object({ step: z.literal('progress') }).describe("The service's own physicians do the work."),
  z
    .object({
      step: z.literal('provider'),
      form: providerForm.nullable(),
    })
    .describe('`form` is null while the order is being prepared.'),
  z.object({
    step: z.literal('presentation'),
    session_id: z.string(),
    presentation_hash: z.string(),
    expires_at: z.string().nullable(),
    title: z.string(),
    nodes: z.array(presentationNode),
    acknowledgements: z
      .array(
        z.object({
          field: acknowledgementField,
          nodes: z.array(presentationNode),
        }),
      )
      .nullable()
      .describe('In the order received; null if they cannot be distinguished.'),
    signable: z.boolean().describe('Whether everything is shown in full and may be signed.'),
    given: providerAnswer
      .nullable()
      .describe('The answer from which this session was made; null if it is not known.'),
  }),
  z.object({ step: z.literal('finalizing') }),
  z.object({
    step: z.literal('document'),
    state: z.enum(['needed', 'checking', 'refused']),
    reason: z.string().nullable().describe("The service's `safe_reason_code`, or a code of ours."),
    asks_partner: z.boolean(),
    uploaded: uploadedDocument.nullable(),
  }),
  z.object({ step: z.literal('done') }),
  z.object({
    step: z.literal('blocked'),
    code: blockedCode,
  }),
]);
export type PhysicianShows = z.infer<typeof physicianShows>;

/** A code of what happened to the last action; the element has words for each. */
export const physicianNotice = z
  .enum(['stalled', 'unreadable', 'not_accepted', 'session_closed', 'resumed', 'artifact_failed'])
  .describe(
    '`unreadable`: The service sent a response that the server cannot read; its reference is that of the write. `not_accepted`: The service did not accept the input. `session_closed`: The service has ended the session: read and sign a new one.',
  );
export type PhysicianNotice = z.infer<typeof physicianNotice>;

/** Whose test it is, which, where and when: what a clinician sees above every screen. */
const orderSubject = z.object({
  appointment_id: z.string(),
  test_type: z.string(),
  patient: z
    .object({ name: z.string(), date_of_birth: z.string().describe('YYYY-MM-DD.') })
    .nullable()
    .describe('As the patient gave it for this booking; null if this server does not know it.'),
  place: appointmentPlace.nullable(),
  asked: askedTimes.nullable().describe('The requested times, until the location confirms one.'),
  scheduled_for: z.string().nullable().describe('The confirmed time: an instant; null without one.'),
  deadline_at: z.string().nullable().describe('When the order is due; null if the service sets no time.'),
});
export type OrderSubject = z.infer<typeof orderSubject>;

/** The appointments that wait for an order of this clinician, the most urgent first. */
export const worklistView = z.object({
  orders: z.array(orderSubject),
  more: z.boolean().describe('Whether others wait too.'),
  contact: partnerContact,
});
export type WorklistView = z.infer<typeof worklistView>;

/**
 * An appointment's order as the physician's page shows it. Every route but the worklist and those of documents responds
 * with one.
 */
export const physicianView = orderSubject.extend({
  mode: z.string().nullable().describe('The physician mode of the order; an open set.'),
  clinician: knownClinician
    .nullable()
    .describe('What the partner knows of this clinician, to prefill a form; null for other steps.'),
  contact: partnerContact.describe('Whom the clinician asks for help.'),
  shows: physicianShows,
  physician_order: z
    .object({
      status: z.string().nullable(),
      submission_status: z.string().nullable(),
      submitted_at: z.string().nullable(),
    })
    .describe("The service's statuses; each is an open set."),
  form_available: z.boolean().describe('Whether the signed form can be opened.'),
  notice: z
    .object({
      code: physicianNotice,
      upstream_request_id: z.string().nullable(),
    })
    .nullable()
    .describe('What happened to the last action; null if there is nothing to say.'),
  working: z
    .object({ poll_after_ms: z.number() })
    .nullable()
    .describe('A request is running: read again after this time. Null without one.'),
});
export type PhysicianView = z.infer<typeof physicianView>;
