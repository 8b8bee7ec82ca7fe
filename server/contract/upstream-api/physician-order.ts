/**
 * The structured physician order: bundle, session, finalize and abandon (Structured physician-order bundle and session;
 * PHY-03..PHY-15, PHY-27..PHY-29).
 */
import { z } from 'zod';
import { opaqueId, timestamp, uuid } from './envelope.ts';
import { isoDate } from './identity.ts';

const filled = z.string().regex(/\S/, 'must not be blank');
const hash = z.string().min(1);

const partnerAttestation = z.looseObject({ text: z.string(), text_hash: hash, version: z.string() });
const template = z.looseObject({
  content_hash: hash,
  id: uuid,
  schema_version: z.union([z.string(), z.number()]),
  version: z.union([z.string(), z.number()]),
});

/** The bundle of a structured order. */
export const physicianOrderBundle = z.looseObject({
  appointment_id: uuid,
  context_hash: hash,
  existing_session_id: uuid.nullable(),
  request_id: opaqueId,
  request_state: z.string(),
  partner_attestation: partnerAttestation,
  session_requirements: z.looseObject({
    allowed_approval_methods: z.array(z.string()),
    allowed_workflow_types: z.array(z.string()),
    order_date_required: z.boolean(),
    provider_fields_required: z.boolean(),
  }),
  sla: z.looseObject({
    breached_at: timestamp.nullable(),
    due_at: timestamp.nullable(),
    enabled: z.boolean(),
  }),
  template,
});
export type PhysicianOrderBundle = z.infer<typeof physicianOrderBundle>;

/** The formats of `npi`, `license_state`, `contact.type` and `credentials` are not shown (GAP-77). */
export const orderingPhysician = z.strictObject({
  full_name: filled,
  credentials: filled,
  npi: filled,
  license_state: filled,
  license_number: filled,
  ordering_entity: filled,
  contact: z.strictObject({
    type: filled,
    address: z.strictObject({ address_line_1: filled, city: filled, state: filled, postal_code: filled }),
    phone: filled,
    fax: z.string().nullish(),
  }),
});
/** The physician's data in a session, as {@link orderingPhysician} accepts it. */
export type OrderingPhysician = z.infer<typeof orderingPhysician>;

/** The body that creates a session. */
export const physicianSessionRequest = z.strictObject({
  template_version_id: uuid,
  content_hash: hash,
  context_hash: hash,
  order_date: isoDate,
  physician: orderingPhysician,
  approval_method: filled,
  workflow_type: filled,
  replaces_session_id: uuid.optional(),
});
export type PhysicianSessionRequest = z.infer<typeof physicianSessionRequest>;

/** The items of `sections` and `required_acknowledgements` are not shown (GAP-79): kept whole and rendered verbatim. */
export const physicianPresentation = z.looseObject({
  schema_version: z.union([z.string(), z.number()]),
  title: z.string(),
  sections: z.array(z.unknown()),
  required_acknowledgements: z.array(z.unknown()),
});
/** The frozen text of a session, in any shape. */
export type PhysicianPresentation = z.infer<typeof physicianPresentation>;

/** Every status is an open set (PHY-12, GAP-81). */
export const physicianSession = z.looseObject({
  id: uuid,
  appointment_id: uuid,
  request_id: opaqueId,
  status: z.string(),
  approval_method: z.string(),
  workflow_type: z.string(),
  order_date: z.string(),
  expires_at: timestamp.nullable(),
  context_hash: hash,
  presentation_hash: hash,
  partner_attestation: partnerAttestation,
  physician: z.looseObject({}),
  template,
  presentation: physicianPresentation,
  artifact: z
    .looseObject({ status: z.string().nullable(), signed_form_url: z.string().nullable() })
    .nullable(),
});
/** A session, as the service sends it. */
export type PhysicianSession = z.infer<typeof physicianSession>;

/** Contains the approval and hashes only; the frozen content of the session cannot be replaced (PHY-35). */
export const physicianFinalizeRequest = z.strictObject({
  template_version_id: uuid,
  content_hash: hash,
  context_hash: hash,
  presentation_hash: hash,
  approval: z.strictObject({
    approved_at: z.iso.datetime({ offset: true }),
    order_acknowledgement: z.literal(true),
    electronic_signature_attestation: z.literal(true),
    typed_name: filled,
    ip_address: z.union([z.ipv4(), z.ipv6()]),
    user_agent: filled,
    device_metadata: z.record(z.string(), z.string()),
    session_reference: filled,
    external_reference_id: filled,
  }),
  partner_attestation: z.strictObject({ accepted: z.literal(true), version: filled, text_hash: hash }),
});
/** The body that signs a session. */
export type PhysicianFinalizeRequest = z.infer<typeof physicianFinalizeRequest>;

/** The body that abandons a session. */
export const physicianAbandonRequest = z.strictObject({ reason: filled });
