/**
 * The state of a document as evidence, from its upload to the service's verdict (Upload lifecycle; UPL-01..UPL-35,
 * CEV-09..CEV-20, PEV-05..PEV-18).
 */
import { z } from 'zod';
import { stored } from '../../core/store/stored.ts';
import { type Evidence, neededEvidence, neededUpload } from '../../upstream/evidence/responses.ts';

const text = z.string();

/** Our phases of evidence; the service's own status is in `record`. */
export const phases = [
  /** The write that creates the record is not settled. */
  'creating',
  /** The bytes are sent to the storage. */
  'transferring',
  /** The write that requests a replacement upload session is not settled (UPL-17). */
  'renewing',
  /** The write that completes the upload is not settled. */
  'completing',
  /** The service checks the document; the server reads the record until that ends (UPL-25). */
  'processing',
  'accepted',
  /** The service will not accept it; a new record is needed (UPL-26, UPL-33). */
  'refused',
] as const;
/** A phase of evidence; see {@link phases}. */
export type EvidencePhase = (typeof phases)[number];

/** The whole state of one document as evidence; stored encrypted. */
export const storedEvidence = stored({
  id: text,
  kind: z.enum(['consent', 'physician_order']),
  /** Id of the journey or appointment that is updated when the evidence is accepted or refused. */
  ownerId: text,
  /** The partner's own id of its user. */
  customerId: text,
  documentId: text,
  /** Path parameters of the create route. */
  params: z.record(text, text),
  /** The declaration to the service: the length in bytes and the hash. */
  document: z.looseObject({ content_length: z.int(), sha256: text }),
  phase: z.enum(phases),
  /** The last record of the service; unknown fields are kept (UPL-34). Null before the first. */
  record: neededEvidence.nullable(),
  /** The current upload session; null before the first. */
  session: neededUpload.nullable(),
  /** How many times an expired upload session was replaced. */
  renewals: z.int(),
  /** The reason of a refusal: the service's `safe_reason_code`, or a code of ours; null without a refusal. */
  reason: text.nullable(),
});
/** The whole state of one document as evidence; stored encrypted. */
export type EvidenceState = z.infer<typeof storedEvidence>;
/** The kind of evidence, by what the document proves. */
export type EvidenceKind = EvidenceState['kind'];

/** Maps the service's status to our phase (UPL-33). An unknown status is refused. */
export function phaseOf(record: Evidence): EvidencePhase {
  if (record.status === 'accepted') return 'accepted';
  if (record.status === 'processing') return 'processing';
  return record.status === 'awaiting_upload' ? 'transferring' : 'refused';
}
