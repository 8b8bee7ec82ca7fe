/**
 * The desk where evidence is handed in and followed to its end (Upload lifecycle 1-5). Every write is a row before it
 * is a request; the transfer and the reading in between are carried on by whichever process finds them due.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { isCode } from '../contract/upstream-api/error-codes.ts';
import { Problem } from '../errors.ts';
import type { Log } from '../http/log.ts';
import { leaseMs, whileHeld } from '../store/holding.ts';
import type { Seal } from '../store/sealing.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { backoffMs } from '../upstream/backoff.ts';
import { logRefused } from '../upstream/documents.ts';
import { createEvidenceReads, type EvidenceReads } from '../upstream/evidence-reads.ts';
import type { UpstreamHttp } from '../upstream/http.ts';
import type { WriteJournal } from '../writes/journal.ts';
import type { LogicalWrite } from '../writes/write.ts';
import { createDocuments, type Documents, type KeptDocument } from './documents.ts';
import type { EvidenceKind, EvidenceState } from './evidence.ts';
import { createLeftDocuments } from './left-documents.ts';
import { type Next, put, settled, shown } from './machine.ts';
import { createEvidenceRows, type ReadEvidence, type Rows } from './rows.ts';
import { putDocument } from './storage-put.ts';
import { createUploads, type Uploads } from './uploads.ts';
import { createEvidenceWorker } from './worker.ts';

type Apply = (trx: Kysely<Tables>) => Promise<void>;
/** Told when evidence is accepted or refused; what it returns runs in the same transaction. */
export type Concluded = (state: EvidenceState) => Promise<Apply | null>;

export interface EvidenceDesk {
  documents: Documents;
  uploads: Uploads;
  reads: EvidenceReads;
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
  /** An event or a customer asks how it stands: read now (events are hints, UPL-25). */
  hurry(upstreamId: string): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const transferBackoff = { baseMs: 1_000, capMs: 60_000 };
/** How often processing evidence is read (GAP-41). */
const readingBackoff = { baseMs: 1_000, capMs: 30_000 };

export function createEvidenceDesk(needs: {
  store: Store;
  seal: Seal;
  journal: WriteJournal;
  http: Pick<UpstreamHttp, 'read' | 'documents'>;
  log: Log;
  now: () => number;
}): EvidenceDesk {
  const { store, seal, journal, http, log, now } = needs;
  const reads = createEvidenceReads(http, log);
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
    };
  }

  const moved = (state: EvidenceState) =>
    log('evidence.moved', {
      evidence_id: state.id,
      kind: state.kind,
      phase: state.phase,
      code: isCode(state.reason) ? state.reason : null,
    });

  async function move(next: Next, { version }: ReadEvidence): Promise<void> {
    await store.transaction(await prepare(next, version));
    moved(next.state);
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
    const apply = await prepare(next, found.version);
    return async (trx) => {
      await apply(trx);
      moved(next.state);
    };
  });

  async function transfer(taken: ReadEvidence): Promise<void> {
    const { state } = taken;
    if (!state.session) return;
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
    const askedMs = result.kind === 'again' ? result.retryAfterMs : null;
    await wait(taken, backoffMs(taken.attempts, askedMs, transferBackoff, Math.random));
  }

  async function follow(taken: ReadEvidence): Promise<void> {
    const { state } = taken;
    if (!state.record) return;
    const next = shown(state, await read(state, state.record.id));
    if (next.state.phase !== 'processing') return move(next, taken);
    await wait(taken, backoffMs(taken.attempts, null, readingBackoff, Math.random));
  }

  const wait = async ({ state, version, attempts }: ReadEvidence, waitMs: number) =>
    store.transaction(await rows.update(state, version, waitMs, attempts));

  async function carry(id: string): Promise<void> {
    const taken = await rows.take(id, leaseMs);
    if (taken)
      await whileHeld(
        leaseMs,
        () => rows.hold(taken, leaseMs),
        () => carryOn(taken),
      );
  }

  async function carryOn(taken: ReadEvidence): Promise<void> {
    try {
      await (taken.state.phase === 'transferring' ? transfer(taken) : follow(taken));
    } catch (error) {
      await wait(taken, backoffMs(taken.attempts, null, transferBackoff, Math.random)).catch(() => {});
      throw error;
    }
  }

  const worker = createEvidenceWorker({ due: rows.due, carry, log });
  const left = createLeftDocuments({ documents, rows, log, now });
  return {
    documents,
    uploads: createUploads(),
    reads,
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
    async hurry(upstreamId) {
      const found = await rows.byUpstreamId(upstreamId);
      if (!found?.state.record || !isPast(found.state)) return;
      const next = shown(found.state, await read(found.state, found.state.record.id));
      if (next.state.phase !== found.state.phase) await move(next, found);
    },
    start() {
      worker.start();
      left.start();
    },
    async stop() {
      await Promise.all([worker.stop(), left.stop()]);
    },
  };
}
