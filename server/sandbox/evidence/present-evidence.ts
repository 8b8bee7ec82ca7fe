/** Presents evidence as `/v1` shows it (Partner evidence; CEV-11, UPL-09, UPL-12, GAP-33, GAP-36, GAP-38). */
import type { Evidence, UploadSession } from '../../contract/upstream-api/evidence.ts';
import type { State } from '../state.ts';
import { checksumHeader, uploadAddress } from '../storage/object-storage.ts';
import type { EvidenceRecord } from './evidence-record.ts';

/** Makes the record as `/v1` shows it, with its upload session, which is null unless the record awaits an upload. */
export function presentEvidence(state: State, record: EvidenceRecord, origin: string): Evidence {
  return {
    id: record.id,
    status: record.status,
    status_changed_at: record.status_changed_at,
    collected_at: record.collected_at,
    signed_at: record.signed_at,
    expires_at: record.expires_at,
    signer_name: record.signer_name,
    customer_identity_id: record.customer_identity_id,
    appointment_id: record.appointment_id,
    physician_order_request_id: record.physician_order_request_id,
    canonical_test_type: record.canonical_test_type,
    assurance_basis: 'versioned_attestation',
    verification_level: 'partner_attested',
    processing_method: 'stored_unmodified',
    safe_reason_code: record.safe_reason_code,
    version: record.version,
    upload_session: record.status === 'awaiting_upload' ? uploadSession(state, record, origin) : null,
  };
}

function uploadSession(
  state: State,
  { upload_session_id, document }: EvidenceRecord,
  origin: string,
): UploadSession | null {
  const upload = state.uploads.get(upload_session_id);
  if (upload === undefined) return null;
  return {
    id: upload.id,
    url: origin + uploadAddress(upload),
    method: 'PUT',
    expires_at: upload.expires_at,
    required_headers: {
      'Content-Type': document.content_type,
      [checksumHeader]: Buffer.from(document.sha256, 'hex').toString('base64'),
    },
  };
}
