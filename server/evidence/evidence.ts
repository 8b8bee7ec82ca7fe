/**
 * The desk where evidence is handed in and followed to its end (Upload lifecycle 1-5). Every write is a row before it
 * is a request; the transfer and the reading in between are carried on by whichever process finds them due.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { isCode } from '../contract/upstream-api/error-codes.ts';
import { Problem } from '../errors.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Outbox } from '../jobs/outbox.ts';
import type { Lease } from '../jobs/queue.ts';
import type { LogicalWrite } from '../jobs/write.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import type { Encryption } from '../store/encryption.ts';
import { afterCommit, type Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { logRefused } from '../upstream/documents/documents.ts';
import { createEvidenceReads, type EvidenceReads } from '../upstream/evidence/reads.ts';
import type { UpstreamHttp } from '../upstream/http.ts';
import { createDocuments, type Documents, type KeptDocument } from './documents.ts';
import type { EvidenceKind, EvidenceState } from './evidence-state.ts';
import { deleteOrphanedDocuments } from './orphaned-documents.ts';
import { createEvidenceRows, type ReadEvidence, type Rows } from './rows.ts';
import { putDocument } from './storage-put.ts';
import { type Next, put, settled, shown } from './transitions.ts';
import { createUploads, type Uploads } from './uploads.ts';

type EvidenceLease = Lease<'evidence'>;
type Apply = (trx: Kysely<Tables>) => Promise<void>;
/** Moves the owner of evidence that is accepted or refused, in the same transaction. @throws Conflict */
export type Concluded = (trx: Kysely<Tables>, state: EvidenceState) => Promise<void>;

export interface EvidenceService {
  documents: Documents;
  uploads: Uploads;
  reads: EvidenceReads;
  rows: Pick<Rows, 'read' | 'ofOwner'>;
  /** Makes the record; `insert` adds it and its create write in the caller's transaction. */
  handIn(asked: {
    kind: EvidenceKind;
    ownerId: string;
    params: Record<string, string>;
    document: KeptDocument;
    write: LogicalWrite;
  }): { id: string; insert: Apply };
  /** Once for each kind. */
  onConcluded(kind: EvidenceKind, handler: Concluded): void;
  /** Reads its state from the upstream now, for an event (UPL-25). */
  readNow(upstreamId: string): Promise<void>;
}

const transferBackoff = { baseMs: 1_000, capMs: 60_000 };
/** How often processing evidence is read (GAP-41). */
const readingBackoff = { baseMs: 1_000, capMs: 30_000 };

export function createEvidenceService(needs: {
  store: Store;
  encryption: Encryption;
  outbox: Outbox;
  http: Pick<UpstreamHttp, 'read' | 'documents'>;
  jobs: Jobs;
  log: Log;
  now: () => number;
}): EvidenceService {
  const { store, encryption, outbox, http, jobs, log, now } = needs;
  const reads = createEvidenceReads(http, log);
  const rows = createEvidenceRows(store, encryption, now);
  const documents = createDocuments(store, encryption, now);
  const concluded = new Map<EvidenceKind, Concluded>();

  const isPast = ({ phase }: EvidenceState) =>
    phase === 'processing' || phase === 'accepted' || phase === 'refused';

  const read = (state: EvidenceState, id: string) =>
    state.kind === 'consent' ? reads.consentEvidence(id) : reads.physicianEvidence(id);

  async function apply(trx: Kysely<Tables>, { state, write }: Next, version: number): Promise<void> {
    await rows.update(trx, state, version);
    if (write) await writes.enqueue(trx, { ownerId: state.id, write });
    // The bytes are kept until the upstream no longer waits for them (UPL-35).
    if (isPast(state)) await documents.discard(state.documentId, trx);
    if (state.phase === 'accepted' || state.phase === 'refused')
      await concluded.get(state.kind)?.(trx, state);
    afterCommit(trx, () => moved(state));
  }

  function moved({ id, kind, phase, reason }: EvidenceState): void {
    log('evidence.moved', { evidence_id: id, kind, phase, code: isCode(reason) ? reason : null });
    if (phase === 'transferring' || phase === 'processing') queue.wake();
  }

  const move = (next: Next, { version }: ReadEvidence) =>
    store.transaction((trx) => apply(trx, next, version));

  const writes = outbox.owner<null>('evidence', async ({ write, outcome }, commit) => {
    const found = await rows.read(write.ownerId);
    if (!found) return;
    const { state } = found;
    const next = await settled(state, outcome, {
      reread: (id) => read(state, id),
      // Of an appointment there is a list too, which its own module reads (PEV-02).
      find: async () => (state.kind === 'consent' ? reads.ownConsentEvidence(state.documentId) : null),
    });
    await commit(async (trx) => {
      await apply(trx, next, found.version);
      return null;
    });
  });

  async function transfer(taken: ReadEvidence, lease: EvidenceLease): Promise<unknown> {
    const { state } = taken;
    if (!state.session) throw new Error('a document goes to the session of its upload');
    const bytes = documents.read(state.documentId);
    const { session, document } = state;
    const result = await putDocument(http.documents, session, document.content_length, bytes, now(), (call) =>
      log('upstream.called', { flow: 'full_api', ...call }),
    );
    if (result.kind === 'stop') {
      logRefused(log, http.documents, 'upload_url', session.url);
      if (result.reason === 'upload_headers_unsafe')
        log('documents.refused', { route: 'upload_url', code: 'unsafe_header' });
    }
    const next = put(state, result);
    if (next) return move(next, taken);
    return lease.retry(result.kind === 'again' ? result.retryAfterMs : null);
  }

  async function follow(taken: ReadEvidence, lease: EvidenceLease): Promise<unknown> {
    const { state } = taken;
    if (!state.record) throw new Error('what is processed has a record');
    const next = shown(state, await read(state, state.record.id));
    return next.state.phase === 'processing' ? lease.retry() : move(next, taken);
  }

  const queue = jobs.queue({
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
      const taken = rows.opened(lease.row);
      await (taken.state.phase === 'transferring' ? transfer(taken, lease) : follow(taken, lease));
    },
  });
  deleteOrphanedDocuments({ documents, rows, jobs, log });
  return {
    documents,
    uploads: createUploads(),
    reads,
    rows,
    handIn({ kind, ownerId, params, document, write }) {
      const id = randomUUID();
      const { id: documentId, content_length, sha256 } = document;
      const state: EvidenceState = {
        id,
        kind,
        ownerId,
        documentId,
        params,
        document: { content_length, sha256 },
        phase: 'creating',
        record: null,
        session: null,
        renewals: 0,
        reason: null,
      };
      return {
        id,
        async insert(trx) {
          if (!(await documents.handedIn(documentId, trx))) throw new Problem('document_missing');
          await rows.insert(trx, state);
          await writes.enqueue(trx, { ownerId: id, write });
        },
      };
    },
    onConcluded: (kind, handler) => void concluded.set(kind, handler),
    async readNow(upstreamId) {
      const found = await rows.byUpstreamId(upstreamId);
      if (!found?.state.record || !isPast(found.state)) return;
      const next = shown(found.state, await read(found.state, found.state.record.id));
      if (next.state.phase !== found.state.phase) await move(next, found);
    },
  };
}
