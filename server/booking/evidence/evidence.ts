/**
 * The evidence module: hands documents in to the service and tracks them until its verdict (Upload lifecycle 1-5).
 * Every write is a row before it is a request; the transfer and the reads between are queued work.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { Problem, UpstreamError } from '../../core/errors.ts';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Queue } from '../../core/jobs/queue.ts';
import type { Module } from '../../core/module.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import { createEvidenceReads, type EvidenceReads } from '../../upstream/evidence/reads.ts';
import type { UpstreamHttp } from '../../upstream/http.ts';
import type { Outbox } from '../../upstream/writes/outbox.ts';
import type { LogicalWrite, ParkedWrite } from '../../upstream/writes/write.ts';
import {
  type AdvanceDeps,
  commitTransition,
  createEvidenceQueue,
  isUploaded,
  type OnConcluded,
  readRecord,
} from './advance.ts';
import { createDocuments, type Documents, type KeptDocument } from './documents.ts';
import type { EvidenceKind, EvidenceState } from './evidence-state.ts';
import { createEvidenceRows, type ReadEvidence, type Rows } from './rows.ts';
import { createUploads, type Uploads } from './take-pdf.ts';
import { afterWrite, withRecord } from './transitions.ts';

/** A document to hand in, and the write that creates its record. */
interface HandIn {
  kind: EvidenceKind;
  /** Id of the journey or appointment that is updated when the evidence is accepted or refused. */
  ownerId: string;
  /** The partner's own id of its user. */
  customerId: string;
  /** Path parameters of the create route. */
  params: Record<string, string>;
  document: KeptDocument;
  write: LogicalWrite;
}

/** Evidence for the modules that own it. The event handlers read a record again (UPL-25). */
export interface EvidenceService extends Module {
  documents: Documents;
  uploads: Uploads;
  reads: EvidenceReads;
  rows: Pick<Rows, 'read' | 'ofOwner'>;
  /**
   * Makes evidence of a document.
   * @returns its id, and `insert`, which inserts it and its create write in the caller's transaction and throws Problem
   *   422 `document_missing` if the document was deleted meanwhile
   */
  handIn(asked: HandIn): { id: string; insert: (trx: Kysely<Tables>) => Promise<void> };
  /** Finds the write of a record that is parked; null if none is. @param id the id of the evidence */
  parkedWrite(id: string): Promise<ParkedWrite | null>;
  /** Makes a parked write of a record due again. @param id the id of the evidence */
  retry(id: string): Promise<void>;
  /**
   * Reads the record of an accepted document again: no event reports that the service withdraws it (WHK-44, GAP-34).
   * @param id the id of the evidence
   * @returns null if it is not withdrawn; else its state, and `keep`, which stores that in the caller's transaction. An
   *   owner that has changed before, in the same transaction, is not updated again
   * @throws UpstreamError
   */
  findWithdrawn(id: string): Promise<Changed | null>;
  /** Registers the handler of one kind, once. */
  onConcluded(kind: EvidenceKind, handler: OnConcluded): void;
}

/** Evidence whose record has changed at the service. `keep` throws Conflict if it has changed here since it was read. */
interface Changed {
  state: EvidenceState;
  keep: (trx: Kysely<Tables>) => Promise<void>;
}

interface EvidenceDeps {
  store: Store;
  encryption: Encryption;
  outbox: Outbox;
  http: Pick<UpstreamHttp, 'read' | 'documents'>;
  jobs: Jobs;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** As of `createUploads`. */
  uploadSilentMs: number | undefined;
}

/** Creates the module. Call it once per server: its queues run with the jobs. */
export function createEvidenceService(deps: EvidenceDeps): EvidenceService {
  const { store, encryption, http, jobs, log, now } = deps;
  const reads = createEvidenceReads(http, log);
  const rows = createEvidenceRows(store, encryption, now);
  const documents = createDocuments(store, encryption, now);
  const onConcluded: Map<EvidenceKind, OnConcluded> = new Map();
  const writes: AdvanceDeps['writes'] = deps.outbox.owner('evidence', async ({ write, outcome }, commit) => {
    const found = await rows.read(write.ownerId);
    if (!found) return;
    const { state } = found;
    const next = await afterWrite(state, outcome, {
      read: (id) => readRecord(reads, state, id),
      // Evidence of an appointment is in the appointment's own list, which the physician module reads (PEV-02).
      find: async () =>
        state.kind === 'consent' ? reads.ownConsentEvidence(state.documentId).catch(noneUnderKey) : null,
    });
    await commit(async (trx) => {
      await commitTransition(advanceDeps, trx, next, found.version);
      return null;
    });
  });
  const advanceDeps: AdvanceDeps = {
    store,
    http,
    jobs,
    log,
    now,
    reads,
    rows,
    documents,
    writes,
    onConcluded,
    wake: () => queue.wake(),
  };
  const queue = createEvidenceQueue(advanceDeps);
  deleteOrphanedDocuments({ documents, rows, jobs, log });
  const refresh = async (upstreamId: string) => {
    const changed = await readAgain(advanceDeps, await rows.byUpstreamId(upstreamId));
    if (changed) await store.transaction(changed.keep);
  };
  return {
    documents,
    uploads: createUploads(deps.uploadSilentMs),
    reads,
    rows,
    handIn: (asked) => handIn(advanceDeps, asked),
    parkedWrite: writes.parkedOf,
    async retry(id) {
      const parked = await writes.parkedOf(id);
      if (parked) await writes.reopen(parked.writeId);
    },
    async findWithdrawn(id) {
      const changed = await readAgain(advanceDeps, await rows.read(id));
      return changed?.state.phase === 'refused' ? changed : null;
    },
    onConcluded: (kind, handler) => void onConcluded.set(kind, handler),
    handlers: { consent_evidence: refresh, physician_evidence: refresh },
  };
}

/** The service refuses the list if the key is no longer provisioned for documents: then it created none (CFG-18). */
function noneUnderKey(error: unknown): null {
  if (error instanceof UpstreamError && error.status === 409) return null;
  throw error;
}

/** Reads the record from the upstream now. @returns null if its phase is the same. @throws UpstreamError */
async function readAgain(deps: AdvanceDeps, found: ReadEvidence | null): Promise<Changed | null> {
  if (!found?.state.record || !isUploaded(found.state)) return null;
  const { state, version } = found;
  const next = withRecord(state, await readRecord(deps.reads, state, found.state.record.id));
  if (next.state.phase === state.phase) return null;
  return { state: next.state, keep: (trx) => commitTransition(deps, trx, next, version) };
}

function handIn(
  { documents, rows, writes }: Pick<AdvanceDeps, 'documents' | 'rows' | 'writes'>,
  { kind, ownerId, customerId, params, document, write }: HandIn,
): ReturnType<EvidenceService['handIn']> {
  const id = randomUUID();
  const { id: documentId, content_length, sha256 } = document;
  const state: EvidenceState = {
    id,
    kind,
    ownerId,
    customerId,
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
      await writes.enqueue(trx, { ownerId: id, customerId, write });
    },
  };
}

/** A customer who returns later uploads again. */
const keptMs = 24 * 60 * 60_000;
const everyMs = 60 * 60_000;

/**
 * Deletes documents that were not handed in within a day: of an abandoned journey, or of an upload whose process crashed.
 * Runs every hour, in one of the server's processes.
 */
export function deleteOrphanedDocuments(deps: {
  documents: Pick<Documents, 'discardOld'>;
  rows: Pick<Rows, 'documentsUnderWay'>;
  jobs: Jobs;
  log: Log;
}): void {
  const { documents, rows, jobs, log } = deps;
  const { now } = jobs.clock;
  const queue: Queue<'periodic_jobs', void> = jobs.queue({
    table: { name: 'periodic_jobs', key: 'name', fence: 'fence', work: sql`name = 'orphaned_documents'` },
    concurrency: 1,
    backoff: () => ({ baseMs: 1_000, capMs: everyMs }),
    onError: (error) => log('evidence.failed', describeError(error)),
    async work({ end }) {
      await documents.discardOld(now() - keptMs, await rows.documentsUnderWay());
      const { due_at } = await end({ due_at: now() + everyMs, attempts: 0 });
      queue.wakeAt(due_at);
    },
  });
}
