/** Consent bundle and consent session (Consent bundle, Consent session; CONS-04..CONS-43). */
import { z } from 'zod';
import { opaqueId, timestamp, uuid } from './envelope.ts';

/** The ids of the consent decisions. */
export const decisionIds = ['testing_consent', 'hipaa_authorization', 'data_use', 'arbitration'] as const;

/**
 * The keys of a decision item are not shown (GAP-17): items are kept whole and read through `upstream/consent/copy.ts`.
 */
export const consentBundle = z.looseObject({
  cache: z.record(z.string(), z.unknown()),
  canonicalization_version: z.string(),
  payload_schema_version: z.string(),
  required_decision_ids: z.array(z.string()),
  required_section_ids: z.array(z.string()),
  template: z.looseObject({
    canonical_test_type: z.string(),
    content: z.looseObject({ decisions: z.array(z.looseObject({})) }),
    content_hash: z.string(),
    id: uuid,
    version: z.union([z.string(), z.number()]),
  }),
});
/** The consent text of a test type with its required decisions. */
export type ConsentBundle = z.infer<typeof consentBundle>;

/** The body that creates a consent session. */
export const consentSessionRequest = z.strictObject({
  customer_identity_id: uuid,
  canonical_test_type: z.string(),
  consent_template_version_id: uuid,
  content_hash: z.string().min(1),
});
export type ConsentSessionRequest = z.infer<typeof consentSessionRequest>;

/** `status` is an open set; an abandoned session is known by `abandoned_at` (CONS-21, CONS-30). */
export const consentSession = z.looseObject({
  id: opaqueId,
  canonical_test_type: z.string(),
  customer_identity_id: uuid,
  expires_at: timestamp.nullable(),
  finalized_at: timestamp.nullable(),
  abandoned_at: timestamp.nullable(),
  abandonment_reason: z.string().nullable(),
  grant: z.looseObject({ id: uuid }).nullable(),
  status: z.string(),
});
/** A consent session, which freezes one version of the text for one customer. */
export type ConsentSession = z.infer<typeof consentSession>;

/** The body that finalizes a consent session. */
export const consentFinalizeRequest = z.strictObject({
  typed_name: z.string().trim().min(1),
  signer_role: z.literal('self'),
  electronic_signature_attestation: z.literal(true),
  decisions: z.record(z.string(), z.boolean()),
  customer_ip: z.union([z.ipv4(), z.ipv6()]),
  customer_user_agent: z.string().min(1),
});

/** The response to a finalized consent session. */
export const consentFinalized = z.looseObject({
  grant: z.looseObject({ id: uuid, expires_at: timestamp }),
  session: consentSession,
  artifact: z.record(z.string(), z.unknown()).nullable(),
});
export type ConsentFinalized = z.infer<typeof consentFinalized>;
