/** A partner's PDF as the service knows it: what was declared of it, where it stands and where its bytes go (Partner evidence; CEV-11, UPL-09). */
import type { EvidenceDocument, EvidenceStatus } from '../../contract/upstream-api/evidence.ts';

export type EvidenceKind = 'customer_consent' | 'physician_order';

/** What the two create bodies say of a record; null where its kind has no such thing. */
export interface EvidenceSubject {
  kind: EvidenceKind;
  owner: string;
  external_reference_id: string;
  document: EvidenceDocument;
  customer_identity_id: string;
  canonical_test_type: string;
  signer_name: string;
  collected_at: string | null;
  signed_at: string | null;
  appointment_id: string | null;
  physician_order_request_id: string | null;
}

export interface EvidenceRecord extends EvidenceSubject {
  id: string;
  status: EvidenceStatus;
  status_changed_at: string;
  created_at: string;
  /** When an accepted consent stops carrying a booking. */
  expires_at: string | null;
  safe_reason_code: string | null;
  /** 1 at creation, one more with every change. */
  version: number;
  /** The one that takes bytes; all earlier ones are replaced. */
  upload_session_id: string;
}

export interface UploadRecord {
  id: string;
  evidence_id: string;
  /** In the session's address: who has it may upload. */
  token: string;
  expires_at: string;
  /** Whether the declared bytes arrived here. */
  uploaded: boolean;
}
