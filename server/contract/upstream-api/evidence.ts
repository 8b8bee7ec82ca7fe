/**
 * Partner evidence of consent and of a physician's order, and its upload (Partner evidence, Upload lifecycle;
 * CEV-03..CEV-12, UPL-01..UPL-09, PEV-03..PEV-07).
 */
import { z } from 'zod';
import { opaqueId, timestamp, uuid } from './envelope.ts';
import { isoDate } from './identity.ts';

/** The statuses of evidence. Readers accept others too. */
export const evidenceStatuses = [
  'awaiting_upload',
  'processing',
  'accepted',
  'abandoned',
  'rejected',
  'failed',
  'superseded',
  'invalidated',
] as const;
/** A status of evidence that the specification names. */
export type EvidenceStatus = (typeof evidenceStatuses)[number];

/** 20 MiB exactly (UPL-03, T66). */
export const largestDocumentBytes = 20_971_520;

const filled = z.string().regex(/\S/, 'must not be blank');
const instant = z.iso.datetime({ offset: true });
/** Lowercase hexadecimal; only the storage's header uses base64 (UPL-04, T61). */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be lowercase hexadecimal SHA-256');

const attestation = z.strictObject({ accepted: z.literal(true), version: filled });

/** What a partner declares of a PDF before its upload; the storage accepts only these bytes. */
const evidenceDocument = z.strictObject({
  file_name: filled,
  content_type: z.literal('application/pdf'),
  content_length: z.int().min(1).max(largestDocumentBytes),
  sha256,
});
export type EvidenceDocument = z.infer<typeof evidenceDocument>;

/** The body that creates consent evidence. */
export const consentEvidenceRequest = z.strictObject({
  attestation,
  canonical_test_type: z.string(),
  collected_at: instant,
  customer_identity_id: uuid,
  document: evidenceDocument,
  external_reference_id: filled,
  signed_at: instant,
  signer_name: filled,
});

/** The formats of `npi` and `license_state` are not shown (GAP-77). */
export const physicianEvidenceRequest = z.strictObject({
  attestation,
  document: evidenceDocument,
  external_reference_id: filled,
  license_number: filled,
  license_state: filled,
  npi: filled,
  order_date: isoDate,
  physician_full_name: filled,
});

/** The body that completes an upload. */
export const completeUploadRequest = z.strictObject({ sha256 });

/** The shape of `required_headers` is not shown (GAP-38). */
const uploadSession = z.looseObject({
  id: opaqueId,
  url: z.url(),
  method: z.string(),
  expires_at: timestamp,
  required_headers: z.union([
    z.record(z.string(), z.string()),
    z.array(z.looseObject({ name: z.string(), value: z.string() })),
  ]),
});
/** The address and the headers of one upload. */
export type UploadSession = z.infer<typeof uploadSession>;

/** All fields except the id and the status may be absent or null (GAP-36); texts are open sets (UPL-34). */
export const evidence = z.looseObject({
  id: uuid,
  status: z.string(),
  status_changed_at: timestamp.nullish(),
  collected_at: timestamp.nullish(),
  signed_at: timestamp.nullish(),
  expires_at: timestamp.nullish(),
  signer_name: z.string().nullish(),
  customer_identity_id: uuid.nullish(),
  appointment_id: uuid.nullish(),
  physician_order_request_id: uuid.nullish(),
  canonical_test_type: z.string().nullish(),
  assurance_basis: z.string().nullish(),
  verification_level: z.string().nullish(),
  processing_method: z.string().nullish(),
  safe_reason_code: z.string().nullish(),
  version: z.int().nullish(),
  upload_session: uploadSession.nullish(),
});
/** One evidence record, as the service sends it. */
export type Evidence = z.infer<typeof evidence>;

/** The query of a list of evidence, of either kind. */
export const evidenceQuery = z.strictObject({
  customer_identity_id: uuid.optional(),
  canonical_test_type: z.string().optional(),
  status: z.enum(evidenceStatuses).optional(),
  external_reference_id: z.string().optional(),
  limit: z.int().optional(),
  offset: z.int().optional(),
});

/** A list of evidence. */
export const evidenceList = z.looseObject({
  items: z.array(evidence),
  pagination: z.looseObject({
    has_more: z.boolean(),
    limit: z.int(),
    offset: z.int(),
    returned_count: z.int(),
  }),
});
export type EvidenceList = z.infer<typeof evidenceList>;
