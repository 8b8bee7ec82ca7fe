/** Continues evidence: sends its bytes, reads its record, and commits each transition with its write and its owner. */
import { type Kysely, sql } from 'kysely';
import { isCode } from '../../contract/upstream-api/error-codes.ts';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Lease, Queue } from '../../core/jobs/queue.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import { afterCommit, type Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import { logRefused } from '../../upstream/documents/documents.ts';
import type { EvidenceReads } from '../../upstream/evidence/reads.ts';
import { inBackground } from '../../upstream/gate.ts';
import type { UpstreamHttp } from '../../upstream/http.ts';
import type { Writes } from '../../upstream/writes/outbox.ts';
import type { Documents } from './documents.ts';
import type { EvidenceKind, EvidenceState } from './evidence-state.ts';
import type { ReadEvidence, Rows } from './rows.ts';
import { putDocument } from './storage-put.ts';
import { afterTransfer, type EvidenceTransition, withRecord } from './transitions.ts';

/** Updates the owner of evidence that is accepted or refused, in the same transaction. @throws Conflict */
export type OnConcluded = (trx: Kysely<Tables>, state: EvidenceState) => Promise<void>;

/** The dependencies of the transitions. */
export interface AdvanceDeps {
  store: Store;
  http: Pick<UpstreamHttp, 'documents'>;
  jobs: Jobs;
  reads: EvidenceReads;
  rows: Rows;
  documents: Documents;
  writes: Writes<'full_api', null>;
  onConcluded: ReadonlyMap<EvidenceKind, OnConcluded>;
  /** Makes the queue look for work now. */
  wake: () => void;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const transferBackoff = { baseMs: 1_000, capMs: 60_000 };
/** How often the server reads evidence that the service checks (GAP-41). */
const readingBackoff = { baseMs: 1_000, capMs: 30_000 };

/** Creates the queue of evidence whose bytes must be sent or whose record must be read. */
export function createEvidenceQueue(deps: AdvanceDeps): Queue<'evidence', void> {
  const { jobs, rows, log } = deps;
  return jobs.queue({
    table: {
      name: 'evidence',
      key: 'id',
      fence: 'version',
      work: sql`phase in ('transferring', 'processing')`,
    },
    concurrency: 8,
    backoff: ({ phase }) => (phase === 'processing' ? readingBackoff : transferBackoff),
    onError: (error, row) => log('evidence.failed', { evidence_id: row?.id, ...describeError(error) }),
    async work(lease) {
      const taken = await rows.opened(lease.row);
      const advance = taken.state.phase === 'transferring' ? transfer : follow;
      await inBackground(() => advance(deps, taken, lease), 'read');
    },
  });
}

/** Whether the service has the bytes or no longer waits for them. */
export const isUploaded = ({ phase }: EvidenceState) =>
  phase === 'processing' || phase === 'accepted' || phase === 'refused';

/** Reads the record of the evidence's kind. @param id the service's id of the record. @throws UpstreamError */
export const readRecord = (reads: EvidenceReads, { kind }: EvidenceState, id: string) =>
  kind === 'consent' ? reads.consentEvidence(id) : reads.physicianEvidence(id);

/** Commits a transition in a transaction of its own. @throws Conflict */
export const applyTransition = (deps: AdvanceDeps, next: EvidenceTransition, { version }: ReadEvidence) =>
  deps.store.transaction((trx) => commitTransition(deps, trx, next, version));

/**
 * Changes the rows of a transition in the caller's transaction.
 * @param version the one that the transition was computed from
 * @throws Conflict if the evidence has changed since then
 */
export async function commitTransition(
  { rows, writes, documents, onConcluded, log, wake }: AdvanceDeps,
  trx: Kysely<Tables>,
  { state, write }: EvidenceTransition,
  version: number,
): Promise<void> {
  const { id, customerId, kind, phase, reason } = state;
  await rows.update(trx, state, version);
  if (write) await writes.enqueue(trx, { ownerId: id, customerId, write });
  // The bytes are kept until the upstream no longer waits for them (UPL-35).
  if (isUploaded(state)) await documents.discard(state.documentId, trx);
  if (phase === 'accepted' || phase === 'refused') await onConcluded.get(kind)?.(trx, state);
  afterCommit(trx, () => {
    log('evidence.moved', { evidence_id: id, kind, phase, code: isCode(reason) ? reason : null });
    if (phase === 'transferring' || phase === 'processing') wake();
  });
}

/** Sends the bytes to the storage and commits the result. */
async function transfer(deps: AdvanceDeps, taken: ReadEvidence, lease: Lease<'evidence'>): Promise<unknown> {
  const { documents, http, log, now } = deps;
  const { session, document, documentId } = taken.state;
  if (!session) throw new Error('a document goes to the session of its upload');
  const bytes = documents.read(documentId);
  const result = await putDocument(http.documents, session, document.content_length, bytes, now(), (call) =>
    log('upstream.called', { flow: 'full_api', ...call }),
  );
  if (result.kind === 'stop') {
    logRefused(log, http.documents, 'upload_url', session.url);
    if (result.reason === 'upload_headers_unsafe')
      log('documents.refused', { route: 'upload_url', code: 'unsafe_header' });
  }
  const next = afterTransfer(taken.state, result, lease.row.attempts);
  if (next) return applyTransition(deps, next, taken);
  return lease.retry(result.kind === 'again' ? result.retryAfterMs : null);
}

/** Reads the record; due again until the service has checked it. */
async function follow(deps: AdvanceDeps, taken: ReadEvidence, lease: Lease<'evidence'>): Promise<unknown> {
  const { state } = taken;
  if (!state.record) throw new Error('evidence that the service checks has a record');
  const next = withRecord(state, await readRecord(deps.reads, state, state.record.id));
  return next.state.phase === 'processing' ? lease.retry() : applyTransition(deps, next, taken);
}
