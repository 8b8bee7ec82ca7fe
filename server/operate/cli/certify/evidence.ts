/** Uploads a document as evidence and waits for its outcome, for keys that accept PDFs (GAP-32, GAP-36, GAP-38). */
import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { putDocument, type TransferResult } from '../../../booking/evidence/storage-put.ts';
import { type Evidence, evidence, type UploadSession } from '../../../contract/upstream-api/evidence.ts';
import { createDocumentClient, documentHostOf } from '../../../upstream/documents/client.ts';
import { readAndCompare } from './reads.ts';
import { type Walk, WalkEnded, write } from './walk.ts';

const maxReads = 30;
const pauseMs = 1000;

/** The differences between the two kinds: paths and fields. */
interface Kind {
  what: string;
  writes: 'consent_evidence' | 'physician_evidence';
  path: string;
  params: Record<string, string>;
  fields: object;
}

/**
 * Uploads a consent document.
 * @returns the id of the accepted record
 * @throws WalkEnded if it is not accepted
 */
export async function consentByDocument(walk: Walk, customerId: string, testType: string): Promise<string> {
  const now = new Date().toISOString();
  return submitDocument(walk, {
    what: 'a consent document',
    writes: 'consent_evidence',
    path: '/v1/api-first/consent-evidence',
    params: {},
    fields: {
      canonical_test_type: testType,
      collected_at: now,
      customer_identity_id: customerId,
      signed_at: now,
      signer_name: 'Certify Example',
    },
  });
}

/**
 * Uploads a physician's order.
 * @returns the id of the accepted record
 * @throws WalkEnded if it is not accepted
 */
export async function orderByDocument(walk: Walk, appointmentId: string): Promise<string> {
  return submitDocument(walk, {
    what: "a physician's order as a document",
    writes: 'physician_evidence',
    path: '/v1/api-first/physician-order-evidence',
    params: { appointmentId },
    fields: {
      license_number: '000000',
      license_state: 'NY',
      npi: '1234567893',
      order_date: new Date().toISOString().slice(0, 10),
      physician_full_name: 'Certify Example',
    },
  });
}

async function submitDocument(walk: Walk, { what, writes, path, params, fields }: Kind): Promise<string> {
  const { attestationVersion } = walk.learning.values().evidence;
  if (attestationVersion === null) {
    walk.learning.leaveOpen('evidence.attestationVersion');
    walk.comparison.differs(
      what,
      'no evidence.attestationVersion is set',
      'Set evidence.attestationVersion to the version agreed at onboarding; no response contains it.',
    );
    throw new WalkEnded();
  }
  const bytes = await examplePdf();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const document = {
    file_name: 'certify.pdf',
    content_type: 'application/pdf',
    content_length: bytes.length,
    sha256,
  };
  const created = await write(walk, `${what}: its record`, `${writes}.create`, params, {
    attestation: { accepted: true, version: attestationVersion },
    document,
    external_reference_id: `certify-${randomUUID()}`,
    ...fields,
  });
  const { id: evidenceId, upload_session: session } = evidence.parse(created);
  const stored = session && (await upload(walk, session, bytes));
  if (stored?.kind !== 'stored') {
    walk.comparison.differs(`${what}: its upload`, stored?.kind === 'stop' ? stored.reason : 'not stored');
    throw new WalkEnded();
  }
  walk.comparison.same(`${what}: its upload`);
  const completion = { evidenceId, uploadSessionId: session?.id ?? '' };
  await write(walk, `${what}: its completion`, `${writes}.complete`, completion, { sha256 });
  return acceptedOf(walk, what, `${path}/${evidenceId}`);
}

/** Uploads to the host in the service's response, even if DOCUMENT_HOSTS does not list it yet. */
async function upload(walk: Walk, session: UploadSession, bytes: Buffer): Promise<TransferResult> {
  walk.comparison.documentAt(session.url);
  const host = documentHostOf(session.url);
  const client = createDocumentClient(walk.base, host === null ? [] : [host]);
  try {
    return await putDocument(client, session, bytes.length, streamOf(bytes), Date.now());
  } finally {
    await client.close();
  }
}

/** Polls until the service accepts or rejects the document. */
async function acceptedOf(walk: Walk, what: string, path: string): Promise<string> {
  for (let reads = 1; reads <= maxReads; reads++) {
    const found: Evidence | null = await readAndCompare(walk, `${what}: its record, read`, path, evidence);
    if (!found) break;
    if (found.status === 'accepted') return found.id;
    if (found.status !== 'processing') {
      walk.comparison.differs(`${what}: its outcome`, `it is ${found.status}`);
      throw new WalkEnded();
    }
    await walk.clock.sleep(pauseMs);
  }
  walk.comparison.skipped(`${what}: its outcome`, 'the service was still processing it');
  throw new WalkEnded();
}

async function* streamOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

async function examplePdf(): Promise<Buffer> {
  const document = new PDFDocument();
  document.text(
    'A certification of this integration. Nobody signed this document, and it concerns no real person.',
  );
  document.end();
  return buffer(document);
}
