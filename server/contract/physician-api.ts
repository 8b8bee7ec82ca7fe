/**
 * The wire between `<dx-physician-order>` and the partner's server. Every call carries a physician's widget token and
 * its proof (PHY-44); an appointment that the partner does not let this physician order for is a 404; every refusal is
 * a Problem.
 *
 * GET  /physician/appointments/{id}                              -> PhysicianView
 * POST /physician/appointments/{id}/session     SessionAnswer   -> PhysicianView   freezes an order, in place of the named one
 * POST /physician/appointments/{id}/finalize    ApprovalAnswer   -> PhysicianView
 * POST /physician/appointments/{id}/abandon                      -> PhysicianView
 * PUT  /physician/appointments/{id}/document    a PDF            -> 201 KeptOrderDocument
 * POST /physician/appointments/{id}/evidence    EvidenceAnswer   -> PhysicianView
 * POST /physician/appointments/{id}/retry                        -> PhysicianView   sends a stalled write again, same key and bytes
 * GET  /physician/appointments/{id}/signed-form                  -> a PDF
 */
import { z } from 'zod';

const text = (what: string, longest = 200) =>
  z.string().trim().min(1, `Enter ${what}.`).max(longest, `At most ${longest} characters.`);

/**
 * The specification does not show the formats of the identifiers, so any text that is not blank is accepted (GAP-77).
 */
const license = {
  npi: text('the NPI', 20),
  license_state: text('the state of the license', 40),
  license_number: text('the license number', 60),
};
const orderDate = z.iso.date('Enter the date of the order.');

/** The ordering physician and the order's choices. */
export const providerAnswer = z.strictObject({
  physician: z.strictObject({
    full_name: text('the full name'),
    credentials: text('the credentials', 60),
    ...license,
    ordering_entity: text('the practice or entity that orders'),
    contact: z.strictObject({
      type: text('the kind of contact', 60),
      address: z.strictObject({
        address_line_1: text('the street address'),
        city: text('the city', 100),
        state: text('the state', 40),
        postal_code: text('the postal code', 20),
      }),
      phone: text('the phone number', 40),
      fax: z.string().trim().max(40, 'At most 40 characters.').optional(),
    }),
  }),
  /** May be omitted only if the view does not require it; today's date is used then. */
  order_date: orderDate.optional(),
  /** One of the view's lists; may be omitted if a list has one entry. */
  approval_method: z.string().min(1).optional(),
  workflow_type: z.string().min(1).optional(),
});
/** The physician's data and choices for a structured order. */
export type ProviderAnswer = z.infer<typeof providerAnswer>;

/** The body of POST session. */
export const sessionAnswer = providerAnswer.extend({
  /**
   * The open session that this answer replaces (PHY-40), as the page shows it; null if it shows none. Another one, made
   * meanwhile in another tab, is never replaced unseen: 409 `order_moved`.
   */
  replaces_session_id: z.string().min(1).nullable().default(null),
});
/** The body of POST session. */
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
/** The body of POST evidence. */
export type EvidenceAnswer = z.infer<typeof evidenceAnswer>;
/** The variant of {@link EvidenceAnswer} that hands in a document which the physician uploaded. */
export type UploadedOrder = z.infer<typeof uploadedOrder>;

/** The response to an uploaded order: its id for the answer, and its length in bytes. */
export interface KeptOrderDocument {
  document_id: string;
  bytes: number;
}

/** A part of the frozen presentation, in the order received; `name` is its key, empty in a list. */
export type PresentationNode =
  | { kind: 'text'; name: string; text: string }
  | { kind: 'group'; name: string; nodes: PresentationNode[] }
  /** A part that cannot be shown in full: the order cannot be signed (PHY-31, T96). */
  | { kind: 'unshown'; name: string };

/** A field of the approval that the physician confirms separately. */
export type AcknowledgementField = 'order_acknowledgement' | 'electronic_signature_attestation';

/** What the form of a structured order offers and requires. */
export interface ProviderForm {
  allowed_approval_methods: string[];
  allowed_workflow_types: string[];
  /** Whether `order_date` must be in the answer. */
  order_date_required: boolean;
  /** Null if the service sets none (PHY-07). */
  sla: { due_at: string | null; breached_at: string | null } | null;
  /** The answer of the previous session; null without one. */
  given: ProviderAnswer | null;
}

/** What the element shows, named by `step`. */
export type PhysicianShows =
  /** The service's own physicians do the work. */
  | { step: 'progress' }
  /** `form` is null while the order is being prepared. */
  | { step: 'provider'; form: ProviderForm | null }
  | {
      step: 'presentation';
      session_id: string;
      presentation_hash: string;
      expires_at: string | null;
      title: string;
      nodes: PresentationNode[];
      /** In the order received; null if they cannot be distinguished (GAP-80). */
      acknowledgements: { field: AcknowledgementField; nodes: PresentationNode[] }[] | null;
      /** Whether everything is shown in full and may be signed. */
      signable: boolean;
      /** The answer from which this session was made; null if it is not known. */
      given: ProviderAnswer | null;
    }
  | { step: 'finalizing' }
  | {
      step: 'document';
      state: 'needed' | 'checking' | 'refused';
      /** The service's `safe_reason_code`, or a code of ours. */
      reason: string | null;
      asks_partner: boolean;
      uploaded: KeptOrderDocument | null;
    }
  | { step: 'done' }
  | { step: 'blocked'; code: BlockedCode };

/** Why a physician cannot order for this appointment. */
export type BlockedCode =
  | 'not_scheduled'
  | 'appointment_over'
  | 'mode_unknown'
  | 'structured_not_enabled'
  /** The service is not set up for structured orders; the server has reported it to the operator (ERR-31). */
  | 'not_configured'
  | 'nothing_allowed';

/** A code of what happened to the last action; the element has words for each. */
export type PhysicianNotice =
  | 'stalled'
  /** The service did not accept the input. */
  | 'not_accepted'
  /** The service has ended the session: read and sign a new one (GAP-83). */
  | 'session_closed'
  | 'resumed'
  | 'artifact_failed';

/** An appointment's order as the physician's page shows it. Every route but those of documents responds with one. */
export interface PhysicianView {
  appointment_id: string;
  /** The physician mode of the order; an open set. */
  mode: string | null;
  test_type: string;
  shows: PhysicianShows;
  /** The service's statuses; each is an open set. */
  physician_order: {
    status: string | null;
    submission_status: string | null;
    deadline_at: string | null;
    submitted_at: string | null;
  };
  /** Whether the signed form can be opened. */
  form_available: boolean;
  /** What happened to the last action; null if there is nothing to say. */
  notice: { code: PhysicianNotice; upstream_request_id: string | null } | null;
  /** A request is running: read again after this time. Null without one. */
  working: { poll_after_ms: number } | null;
}
