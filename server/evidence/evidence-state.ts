/** The state of a document as evidence, from its first byte here to the service's verdict (Upload lifecycle; UPL-01..UPL-35, CEV-09..CEV-20, PEV-05..PEV-18). */
import type { Evidence, UploadSession } from '../contract/upstream-api/evidence.ts';

export type EvidenceKind = 'consent' | 'physician_order';

/** Our phase of it; the service's own status is in `record`. */
export type Phase =
  /** The write that creates the record is under way. */
  | 'creating'
  /** The bytes are sent to the storage. */
  | 'transferring'
  /** The write that asks for a replacement upload session is under way (UPL-17). */
  | 'renewing'
  /** The write that completes the upload is under way. */
  | 'completing'
  /** The service checks it; the record is read until that ends (UPL-25). */
  | 'processing'
  | 'accepted'
  /** It will not be accepted; a new record is needed (UPL-26, UPL-33). */
  | 'refused';

export interface EvidenceState {
  id: string;
  kind: EvidenceKind;
  /** Id of the journey or appointment that moves when it is accepted or refused. */
  ownerId: string;
  documentId: string;
  /** Path parameters of the create route. */
  params: Record<string, string>;
  document: { content_length: number; sha256: string };
  phase: Phase;
  /** As the service last showed it; unknown fields are kept (UPL-34). */
  record: Evidence | null;
  session: UploadSession | null;
  renewals: number;
  /** Why it was refused: the service's `safe_reason_code`, or a code of ours. */
  reason: string | null;
}

/** Maps the service's status to our phase (UPL-33). An unknown status is refused. */
export function phaseOf(record: Evidence): Phase {
  if (record.status === 'accepted') return 'accepted';
  if (record.status === 'processing') return 'processing';
  return record.status === 'awaiting_upload' ? 'transferring' : 'refused';
}
