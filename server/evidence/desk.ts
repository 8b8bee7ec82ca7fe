/**
 * The desk where evidence is handed in and followed to its end (Upload lifecycle 1-5). Every write is a row before it
 * is a request; the transfer and the reading in between are carried on by whichever process finds them due.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { isCode } from '../contract/upstream-api/error-codes.ts';
import { Problem } from '../errors.ts';
import { describeError } from '../http/describe-error.ts';
import type { Log } from '../http/log.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Lease } from '../jobs/queue.ts';
import type { Seal } from '../store/sealing.ts';
import { afterCommit, type Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { EvidenceReads } from '../upstream/evidence-reads.ts';
import type { WriteJournal } from '../writes/journal.ts';
import type { LogicalWrite } from '../writes/write.ts';
import { createDocuments, type Documents, type KeptDocument } from './documents.ts';
import type { EvidenceKind, EvidenceState } from './evidence.ts';
import { type Next, put, settled, shown } from './machine.ts';
import { deleteOrphanedDocuments } from './orphaned-documents.ts';
import { createEvidenceRows, type ReadEvidence, type Rows } from './rows.ts';
import { putDocument } from './storage-put.ts';
import { createUploads, type Uploads } from './uploads.ts';

type EvidenceLease = Lease<'evidence'>;
type Apply = (trx: Kysely<Tables>) => Promise<void>;
/** Told when evidence is accepted or refused; what it returns runs in the same transaction. */
export type Concluded = (state: EvidenceState) => Promise<Apply | null>;

export interface EvidenceDesk {
  documents: Documents;
  uploads: Uploads;
  rows: Pick<Rows, 'read' | 'ofOwner'>;
  /** Makes the record and its create write; `enlist` commits both with whatever else changes. */
  handIn(asked: {
    kind: EvidenceKind;
    ownerId: string;
    params: Record<string, string>;
    document: KeptDocument;
    write: LogicalWrite;
  }): Promise<{ id: string; enlist: Apply }>;
  onConcluded(tell: Concluded): void;
  /** Reads its state from the upstream now, for an event (UPL-25). */
  readNow(upstreamId: string): Promise<void>;
}

const transferBackoff = { baseMs: 1_000, capMs: 60_000 };
/** How often processing evidence is read (GAP-41). */
const readingBackoff = { baseMs: 1_000, capMs: 30_000 };

export function createEvidenceDesk(needs: {
  store: Store;
  seal: Seal;
  journal: WriteJournal;
  reads: EvidenceReads;
  jobs: Jobs;
  log: Log;
  now: () => number;
}): EvidenceDesk {
  const { store, seal, journal, reads, jobs, log, now } = needs;
  const rows = createEvidenceRows(store, seal, now);
  const documents = createDocuments(store, seal, now);
  const concluded: Concluded[] = [];

  const isPast = ({ phase }: EvidenceState) =>
    phase === 'processing' || phase === 'accepted' || phase === 'refused';

  const read = (state: EvidenceState, id: string) =>
    state.kind === 'consent' ? reads.consentEvidence(id) : reads.physicianEvidence(id);

  /** Everything slow happens here; what it returns only writes rows. */
  async function prepare({ state, write }: Next, version: number): Promise<Apply> {
    const steps: Apply[] = [await rows.update(state, version)];
    if (write) steps.push((await journal.prepare(state.id, write)).enlist);
    // The bytes are kept until the service no longer waits for them (UPL-35).
    if (isPast(state)) steps.push((trx) => documents.discard(state.documentId, trx));
    if (state.phase === 'accepted' || state.phase === 'refused') {
      for (const tell of concluded) {
        const apply = await tell(state);
        if (apply) steps.push(apply);
      }
    }
    return async (trx) => {
      for (const step of steps) await step(trx);
      afterCommit(trx, () => moved(state));
    };
  }

  function moved({ id, kind, phase, reason }: EvidenceState): void {
    log('evidence.moved', { evidence_id: id, kind, phase, code: isCode(reason) ? reason : null });
    if (phase === 'transferring' || phase === 'processing') queue.wake();
  }

  async function move(next: Next, { version }: ReadEvidence): Promise<void> {
    await store.transaction(await prepare(next, version));
  }

  journal.onSettled(async (write, outcome) => {
    const found = await rows.read(write.ownerId);
    if (!found) return async () => {};
    const { state } = found;
    const next = await settled(state, outcome, {
      reread: (id) => read(state, id),
      // Of an appointment there is a list too, which its own room reads (PEV-02).
      find: async () => (state.kind === 'consent' ? reads.ownConsentEvidence(state.documentId) : null),
    });
    return prepare(next, found.version);
  });

  async function transfer(taken: ReadEvidence, lease: EvidenceLease): Promise<unknown> {
    const { state } = taken;
    if (!state.session) throw new Error('a document goes to the session of its upload');
    const bytes = documents.read(state.documentId);
    const result = await putDocument(state.session, state.document.content_length, bytes, now(), (call) =>
      log('upstream.called', { flow: 'full_api', ...call }),
    );
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
    rows,
    async handIn({ kind, ownerId, params, document, write }) {
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
      const insert = await rows.insert(state);
      const prepared = await journal.prepare(id, write);
      return {
        id,
        async enlist(trx) {
          if (!(await documents.handedIn(documentId, trx)))
            throw new Problem(422, 'document_missing', 'Upload the signed document first.');
          await insert(trx);
          await prepared.enlist(trx);
        },
      };
    },
    onConcluded: (tell) => void concluded.push(tell),
    async readNow(upstreamId) {
      const found = await rows.byUpstreamId(upstreamId);
      if (!found?.state.record || !isPast(found.state)) return;
      const next = shown(found.state, await read(found.state, found.state.record.id));
      if (next.state.phase !== found.state.phase) await move(next, found);
    },
  };
}
