/**
 * The writes of both kinds of partner evidence (Consent evidence, Physician-order evidence; CEV-08..CEV-18,
 * PEV-04..PEV-14).
 */
import {
  completeUploadRequest,
  consentEvidenceRequest,
  physicianEvidenceRequest,
} from '../../contract/upstream-api/evidence.ts';
import { anyId } from '../response-reader.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';
import { evidence, evidenceWithUpload } from './responses.ts';

/** The body that creates consent evidence: ids go back as the service gave them. */
export const consentEvidenceBody = consentEvidenceRequest.extend({ customer_identity_id: anyId });

const consent = '/v1/api-first/consent-evidence';
/** Created under the appointment; all later requests are under the record itself (PEV-14, T69). */
const physician = '/v1/api-first/physician-order-evidence';
const renewal = '/{evidenceId}/upload-sessions';
const completion = '/{evidenceId}/upload-sessions/{uploadSessionId}/complete';

/** The writes of partner evidence, for the full API. */
export const evidenceWrites = {
  'consent_evidence.create': post(consent, consentEvidenceBody, evidenceWithUpload),
  'consent_evidence.renew_upload': post(consent + renewal, null, evidenceWithUpload),
  'consent_evidence.complete': post(consent + completion, completeUploadRequest, evidence),
  'physician_evidence.create': post(
    '/v1/api-first/appointments/{appointmentId}/physician-order-evidence',
    physicianEvidenceRequest,
    evidenceWithUpload,
  ),
  'physician_evidence.renew_upload': post(physician + renewal, null, evidenceWithUpload),
  'physician_evidence.complete': post(physician + completion, completeUploadRequest, evidence),
} as const satisfies Record<string, WriteKindEntry>;
