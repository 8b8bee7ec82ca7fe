/** Hands in a PDF step by step: declares, uploads, completes. */
import { equal } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { done } from './assertions.ts';
import { type Answer, type Client, call } from './client.ts';
import { identify } from './customer.ts';
import type { Shape } from './shapes.ts';
import type { Trial } from './trial.ts';

/** The path of consent evidence. */
export const consentEvidence = '/v1/api-first/consent-evidence';
/** The path of physician evidence, except its creation and its list. */
export const physicianEvidence = '/v1/api-first/physician-order-evidence';

/** The contents are not inspected. */
export const pdf = Buffer.from('%PDF-1.7\n% an invented, signed consent\n%%EOF\n');

/** The SHA-256 of bytes. */
export const sha256Of = (bytes: Uint8Array, encoding: 'hex' | 'base64' = 'hex') =>
  createHash('sha256').update(bytes).digest(encoding);

/** The declaration of a document. */
export const documentOf = (bytes: Uint8Array = pdf, changes: object = {}) => ({
  file_name: 'signed.pdf',
  content_type: 'application/pdf',
  content_length: bytes.length,
  sha256: sha256Of(bytes),
  ...changes,
});

/** The same throughout a run, so that a body can be sent again. */
const startedAt = Date.now();
const signed = (time: number) => new Date(time).toISOString();

/** The body that declares consent evidence. */
export const consentEvidenceBody = (client: Client, identityId: string, changes: object = {}) => ({
  attestation: { accepted: true, version: client.attestationVersion },
  canonical_test_type: 'DEXA',
  collected_at: signed(startedAt - 60_000),
  customer_identity_id: identityId,
  document: documentOf(),
  external_reference_id: 'consent-1',
  signed_at: signed(startedAt - 120_000),
  signer_name: 'Ada Example',
  ...changes,
});

/** The body that declares physician evidence. */
export const physicianEvidenceBody = (client: Client, changes: object = {}) => ({
  attestation: { accepted: true, version: client.attestationVersion },
  document: documentOf(),
  external_reference_id: 'order-1',
  license_number: 'MD-0001',
  license_state: 'NY',
  npi: '1234567890',
  order_date: signed(startedAt - 86_400_000).slice(0, 10),
  physician_full_name: 'Grace Invented',
  ...changes,
});

/** The path under an appointment. */
export const physicianEvidenceOf = (appointmentId: string) =>
  `/v1/api-first/appointments/${appointmentId}/physician-order-evidence`;

/** Declares consent evidence. @param identityId a new customer if absent */
export const declare = async (client: Client, changes: object = {}, identityId?: string) =>
  client.post<Shape<'evidence'>>(
    consentEvidence,
    consentEvidenceBody(client, identityId ?? (await identify(client)), changes),
  );

/** Uploads the bytes as the session says. @returns the status of the storage */
export async function upload(
  { upload_session: session }: Shape<'evidence'>,
  wrong: { bytes?: Uint8Array; headers?: Record<string, string>; url?: string } = {},
): Promise<number> {
  const { bytes = pdf, headers = {}, url = session?.url ?? '' } = wrong;
  const method = session?.method ?? 'PUT';
  return (await call(url, method, { ...session?.required_headers, ...headers }, new Uint8Array(bytes)))
    .status;
}

/** Completes an upload. */
export const complete = (
  client: Client,
  base: string,
  { id, upload_session: session }: Pick<Shape<'evidence'>, 'id' | 'upload_session'>,
  { sha256 = sha256Of(pdf), key }: { sha256?: string; key?: string } = {},
): Promise<Answer<Shape<'evidence'>>> =>
  client.post(`${base}/${id}/upload-sessions/${session?.id}/complete`, { sha256 }, key);

/** Uploads and completes. @returns the record as it is read then, without levers when it is processed */
export async function handIn(
  client: Client,
  base: string,
  record: Shape<'evidence'>,
): Promise<Shape<'evidence'>> {
  await upload(record);
  await complete(client, base, record);
  return processed(client, `${base}/${record.id}`);
}

/** Reads a record, and waits for its outcome up to two minutes. */
export async function processed(client: Client, path: string): Promise<Shape<'evidence'>> {
  for (let tries = 1; ; tries += 1) {
    const { data } = await client.get<Shape<'evidence'>>(path);
    if (data.status !== 'processing' || !client.pause || tries === 60) return data;
    await client.pause(2000);
  }
}

/** Hands in a consent of the customer. @returns the id of the accepted record */
export async function acceptedConsent(client: Client, identityId: string, testType: string): Promise<string> {
  const record = await done(declare(client, { canonical_test_type: testType }, identityId));
  const { id, status } = await handIn(client, consentEvidence, record);
  equal(status, 'accepted', 'the service did not accept a PDF of a consent');
  return id;
}

/** Documents that are no PDF of at most 20 MiB with a hash. */
export const wrongDocuments = [
  undefined,
  documentOf(pdf, { content_type: 'image/png' }),
  documentOf(pdf, { content_length: 0 }),
  documentOf(pdf, { content_length: 20_971_521 }),
  documentOf(pdf, { content_length: 1.5 }),
  documentOf(pdf, { sha256: 'A'.repeat(64) }),
  documentOf(pdf, { sha256: 'a'.repeat(63) }),
  documentOf(pdf, { file_name: '' }),
].map((document) => ({ document }));
/** Attestations that are none, and a missing reference. */
export const wrongAttestations = [
  { attestation: { accepted: false, version: '2025-01' } },
  { attestation: { accepted: true } },
  { external_reference_id: undefined },
];

/** A key whose consent is on paper. */
export const onPaper = { customer_consent_mode: 'api_partner_pdf' } as const;
/** A key whose physician's order is on paper. */
export const paperOrder = { physician_order_mode: 'api_partner_pdf' } as const;

/** A record that awaits its bytes, and the client whose it is. */
export async function declared(trial: Trial) {
  const client = await trial.key(onPaper);
  const record = await done(declare(client));
  const path = `${consentEvidence}/${record.id}`;
  const shown = () => done(client.get<Shape<'evidence'>>(path));
  const replace = (key?: string) => client.post<Shape<'evidence'>>(`${path}/upload-sessions`, undefined, key);
  const decide = (body: object) =>
    trial.control<Shape<'evidence'>>('POST', `/evidence/${record.id}/outcome`, body);
  return { client, record, path, shown, replace, decide };
}
