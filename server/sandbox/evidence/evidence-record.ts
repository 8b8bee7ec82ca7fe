/** The record of a partner's PDF: its declaration, its status and its upload session (Partner evidence; CEV-11, UPL-09). */
import type { EvidenceDocument, EvidenceStatus } from '../../contract/upstream-api/evidence.ts';

/** The kind of a partner's PDF. */
export type EvidenceKind = 'customer_consent' | 'physician_order';

/** The fields of the two create requests; null if the kind does not have the field. */
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

/** A partner's PDF in the sandbox. */
export interface EvidenceRecord extends EvidenceSubject {
  id: string;
  status: EvidenceStatus;
  status_changed_at: string;
  created_at: string;
  /** When an accepted consent can no longer be used to book. */
  expires_at: string | null;
  safe_reason_code: string | null;
  /** 1 at creation, incremented by every change. */
  version: number;
  /** The session that accepts bytes; earlier sessions are replaced. */
  upload_session_id: string;
}

/** One upload session of a PDF. */
export interface UploadRecord {
  id: string;
  evidence_id: string;
  /** Secret part of the upload address. */
  token: string;
  expires_at: string;
  /** Whether the declared bytes were received. */
  uploaded: boolean;
}
