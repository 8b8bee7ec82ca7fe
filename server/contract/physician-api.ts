/**
 * The wire between `<dx-physician-order>` and the partner's server. Every call carries a physician's widget token and its
 * proof (PHY-44); an appointment that the partner does not let this physician order for is a 404; every refusal is a Problem.
 *
 * GET  /physician/appointments/{id}                              -> PhysicianView
 * POST /physician/appointments/{id}/session     ProviderAnswer   -> PhysicianView   freezes an order, in place of the open one
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

/** The formats of the identifiers are not shown, so what is not blank is taken (GAP-77). */
const license = {
  npi: text('the NPI', 20),
  license_state: text('the state of the license', 40),
  license_number: text('the license number', 60),
};
const orderDate = z.iso.date('Enter the date of the order.');

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
  /** May be left out only where the view does not require it; today's then. */
  order_date: orderDate.optional(),
  /** Of the view's lists; may be left out where a list has one entry. */
  approval_method: z.string().min(1).optional(),
  workflow_type: z.string().min(1).optional(),
});
export type ProviderAnswer = z.infer<typeof providerAnswer>;

const given = z.literal(true, 'Both acknowledgements are needed.');

export const approvalAnswer = z.strictObject({
  /** What was read: another session, or another text, is never signed in its place. */
  session_id: z.string().min(1),
  presentation_hash: z.string().min(1),
  typed_name: text('your full name'),
  order_acknowledgement: given,
  electronic_signature_attestation: given,
});
export type ApprovalAnswer = z.infer<typeof approvalAnswer>;

const uploadedOrder = z.strictObject({
  document_id: z.string().min(1),
  physician_full_name: text('the full name'),
  ...license,
  order_date: orderDate,
  attestation: z.literal(true, 'Confirm that this is the signed order.'),
});
export const evidenceAnswer = z.union([z.strictObject({ ask_partner: z.literal(true) }), uploadedOrder]);
export type EvidenceAnswer = z.infer<typeof evidenceAnswer>;
export type UploadedOrder = z.infer<typeof uploadedOrder>;

export interface KeptOrderDocument {
  document_id: string;
  bytes: number;
}

/** A part of the frozen presentation, in the order received; `name` is the key it stood under, empty in a list. */
export type PresentationNode =
  | { kind: 'text'; name: string; text: string }
  | { kind: 'group'; name: string; nodes: PresentationNode[] }
  /** It cannot be shown in full: nothing may be signed (PHY-31, T96). */
  | { kind: 'unshown'; name: string };

export type AcknowledgementField = 'order_acknowledgement' | 'electronic_signature_attestation';

export interface ProviderForm {
  allowed_approval_methods: string[];
  allowed_workflow_types: string[];
  order_date_required: boolean;
  /** Null unless the service holds to one (PHY-07). */
  sla: { due_at: string | null; breached_at: string | null } | null;
  /** As it was given for the session before. */
  given: ProviderAnswer | null;
}

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
      /** In the order received; null where they cannot be told apart (GAP-80). */
      acknowledgements: { field: AcknowledgementField; nodes: PresentationNode[] }[] | null;
      /** Everything stands here in full and may be signed. */
      signable: boolean;
      /** What this session was made from. */
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

export type BlockedCode =
  | 'not_scheduled'
  | 'appointment_over'
  | 'mode_unknown'
  | 'structured_not_enabled'
  /** What the service needs for a structured order is not set up; the operator was told (ERR-31). */
  | 'not_configured'
  | 'nothing_allowed';

export type PhysicianNotice =
  | 'stalled'
  /** The service did not take it as it was given. */
  | 'not_accepted'
  /** It is over at the service: read and sign a new one (GAP-83). */
  | 'session_closed'
  | 'resumed'
  | 'artifact_failed';

export interface PhysicianView {
  appointment_id: string;
  /** As the order was made; an open set. */
  mode: string | null;
  test_type: string;
  shows: PhysicianShows;
  /** As the service reads it, an open set each. */
  physician_order: {
    status: string | null;
    submission_status: string | null;
    deadline_at: string | null;
    submitted_at: string | null;
  };
  form_available: boolean;
  notice: { code: PhysicianNotice; upstream_request_id: string | null } | null;
  /** Something is under way: ask again after so long. */
  working: { poll_after_ms: number } | null;
}
