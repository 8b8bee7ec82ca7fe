/** Uploads a partner's PDF to the sandbox: declaration, upload and completion. */
import { createHash } from 'node:crypto';
import type { Evidence, UploadSession } from '../../server/contract/upstream-api/evidence.ts';
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import { customerBody, identify, type Pair, pairOf } from './booking.ts';
import type { Answer, Partner } from './sandbox-harness.ts';

export const consentEvidence = '/v1/api-first/consent-evidence';

/** Any bytes are accepted, because the service does not read the contents (UPL-07). */
export const pdf = Buffer.from('%PDF-1.7\n% an invented, signed consent\n%%EOF\n');

export const sha256Of = (bytes: Uint8Array, encoding: 'hex' | 'base64' = 'hex') =>
  createHash('sha256').update(bytes).digest(encoding);

const documentOf = (bytes: Uint8Array = pdf, changes: object = {}) => ({
  file_name: 'consent.pdf',
  content_type: 'application/pdf',
  content_length: bytes.length,
  sha256: sha256Of(bytes),
  ...changes,
});

export const consentEvidenceBody = (identityId: string, changes: object = {}) => ({
  attestation: { accepted: true, version: '2025-01' },
  canonical_test_type: 'DEXA',
  collected_at: '2026-11-20T10:00:00-05:00',
  customer_identity_id: identityId,
  document: documentOf(),
  external_reference_id: 'consent-1',
  signed_at: '2026-11-20T09:58:00-05:00',
  signer_name: 'Ada Example',
  ...changes,
});

export const physicianEvidenceBody = (changes: object = {}) => ({
  attestation: { accepted: true, version: '2025-01' },
  document: documentOf(pdf, { file_name: 'order.pdf' }),
  external_reference_id: 'order-1',
  license_number: 'MD-0001',
  license_state: 'NY',
  npi: '1234567890',
  order_date: '2026-11-20',
  physician_full_name: 'Grace Invented',
  ...changes,
});

export async function declareConsent(
  partner: Partner,
  identityId: string,
  changes: object = {},
): Promise<Evidence> {
  const body = consentEvidenceBody(identityId, changes);
  return (await partner.post<Evidence>(consentEvidence, body)).data;
}

export function sessionOf({ upload_session }: Evidence): UploadSession {
  if (!upload_session) throw new Error('the record has no upload session');
  return upload_session;
}

/** @returns the HTTP status of the storage */
export async function upload(
  { upload_session }: Evidence,
  { bytes = pdf as Uint8Array, headers = {}, url = upload_session?.url ?? '' } = {},
): Promise<number> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { ...(upload_session?.required_headers as Record<string, string>), ...headers },
    body: new Uint8Array(bytes),
  });
  await response.arrayBuffer();
  return response.status;
}

export function complete(
  partner: Partner,
  base: string,
  record: Evidence,
  { sha256 = sha256Of(pdf), key }: { sha256?: string; key?: string } = {},
): Promise<Answer<Evidence>> {
  const path = `${base}/${record.id}/upload-sessions/${sessionOf(record).id}/complete`;
  return partner.post<Evidence>(path, { sha256 }, key);
}

/** Uploads and completes a document, which is then `processing` or has its outcome. */
export async function hand(partner: Partner, base: string, record: Evidence): Promise<Evidence> {
  await upload(record);
  await complete(partner, base, record);
  return (await partner.get<Evidence>(`${base}/${record.id}`)).data;
}

export interface OnPaper {
  pair: Pair;
  identityId: string;
  evidence: Evidence;
  /** The fields that a prescreen submission and an order share. */
  identifiers: Record<string, unknown>;
}

/** A customer with accepted consent evidence. */
export async function consentOnPaper(partner: Partner, testType: TestType): Promise<OnPaper> {
  const identityId = await identify(partner);
  const declared = await declareConsent(partner, identityId, { canonical_test_type: testType });
  const evidence = await hand(partner, consentEvidence, declared);
  const pair = pairOf(testType);
  const identifiers = {
    ...pair,
    customer_identity_id: identityId,
    partner_consent_evidence_id: evidence.id,
    customer: customerBody(),
  };
  return { pair, identityId, evidence, identifiers };
}
