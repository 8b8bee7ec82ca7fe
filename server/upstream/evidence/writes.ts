/**
 * The writes of both kinds of partner evidence (Consent evidence, Physician-order evidence; CEV-08..CEV-18,
 * PEV-04..PEV-14).
 */
import {
  completeUploadRequest,
  consentEvidenceRequest,
  evidence,
  physicianEvidenceRequest,
} from '../../contract/upstream-api/evidence.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';

const consent = '/v1/api-first/consent-evidence';
/** Created under the appointment; all later requests are under the record itself (PEV-14, T69). */
const physician = '/v1/api-first/physician-order-evidence';
const renewal = '/{evidenceId}/upload-sessions';
const completion = '/{evidenceId}/upload-sessions/{uploadSessionId}/complete';

/** The writes of partner evidence, for the full API. */
export const evidenceWrites = {
  'consent_evidence.create': post(consent, consentEvidenceRequest, evidence),
  'consent_evidence.renew_upload': post(consent + renewal, null, evidence),
  'consent_evidence.complete': post(consent + completion, completeUploadRequest, evidence),
  'physician_evidence.create': post(
    '/v1/api-first/appointments/{appointmentId}/physician-order-evidence',
    physicianEvidenceRequest,
    evidence,
  ),
  'physician_evidence.renew_upload': post(physician + renewal, null, evidence),
  'physician_evidence.complete': post(physician + completion, completeUploadRequest, evidence),
} as const satisfies Record<string, WriteKindEntry>;
