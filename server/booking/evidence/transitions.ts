/**
 * The next phase of evidence after each response, and the next write if one is needed (UPL-17..UPL-33; GAP-39, GAP-40).
 * Pure except for the reads that the caller passes in.
 */
import { isNamed } from '../../contract/upstream-api/error-codes.ts';
import { type Evidence, neededEvidence } from '../../upstream/evidence/responses.ts';
import type { LogicalWrite, Outcome } from '../../upstream/writes/write.ts';
import { type EvidenceState, phaseOf } from './evidence-state.ts';
import type { TransferResult } from './storage-put.ts';

/** The next state, and the write that it waits for. */
export interface EvidenceTransition {
  state: EvidenceState;
  write?: LogicalWrite;
}

/** The most replacement upload sessions of one record, not counting those for an outage of the storage (GAP-39). */
const renewalLimit = 5;

const routes = {
  consent: { renew: 'consent_evidence.renew_upload', complete: 'consent_evidence.complete' },
  physician_order: { renew: 'physician_evidence.renew_upload', complete: 'physician_evidence.complete' },
} as const;

const refused = (state: EvidenceState, reason: string): EvidenceTransition => ({
  state: { ...state, phase: 'refused', reason: state.record?.safe_reason_code ?? reason },
});

/**
 * Requests a replacement upload session; each request is a logical write of its own, under its own key (UPL-20, T16).
 * @param renewals how many the record has had, with this one
 */
function renew(state: EvidenceState, renewals = state.renewals + 1): EvidenceTransition {
  if (!state.record || renewals > renewalLimit) return refused(state, 'upload_session_expired');
  return {
    state: { ...state, phase: 'renewing', renewals },
    write: { kind: routes[state.kind].renew, params: { evidenceId: state.record.id }, body: null },
  };
}

/** Makes the state after a read of the record. If the service still waits for the upload, the bytes are sent again. */
export function withRecord(state: EvidenceState, record: Evidence): EvidenceTransition {
  const phase = phaseOf(record);
  const seen = { ...state, record, phase, session: record.upload_session ?? state.session };
  if (phase === 'refused') return refused(seen, record.status);
  // A read that still shows awaiting_upload contains no new session, so one is requested.
  if (phase === 'transferring' && (state.phase === 'completing' || !seen.session)) return renew(seen);
  return { state: seen };
}

/**
 * Makes the state after a transfer to the storage.
 * @param attempts how often the session was tried, with this time
 * @returns null if the same transfer is retried
 */
export function afterTransfer(
  state: EvidenceState,
  result: TransferResult,
  attempts: number,
): EvidenceTransition | null {
  switch (result.kind) {
    case 'stored':
      if (!state.record || !state.session) return refused(state, 'upload_session_lost');
      return {
        state: { ...state, phase: 'completing' },
        write: {
          kind: routes[state.kind].complete,
          params: { evidenceId: state.record.id, uploadSessionId: state.session.id },
          body: { sha256: state.document.sha256 },
        },
      };
    case 'renew':
      // An outage of the storage outlasts any number of sessions, and each of them was tried.
      return result.reason === 'expired' && attempts > 1 ? renew(state, state.renewals) : renew(state);
    case 'stop':
      return refused(state, result.reason);
    case 'again':
      return null;
  }
}

/** Reads of the record, for a refusal that leaves its state open. @throws UpstreamError */
export interface RecordReads {
  read(id: string): Promise<Evidence>;
  /** Finds the record of this document. @returns null if it was not made */
  find(): Promise<Evidence | null>;
}

/**
 * Makes the state after a completed write. A refusal does not show the state of the record, so the record is read. A
 * refused create may follow an attempt that took effect and whose response was lost, so the record is searched first
 * (CEV-02).
 * @throws UpstreamError
 */
export async function afterWrite(
  state: EvidenceState,
  outcome: Outcome,
  reads: RecordReads,
): Promise<EvidenceTransition> {
  if (outcome.ok) {
    const record = neededEvidence.parse(outcome.data);
    const session = record.upload_session ?? state.session;
    if (state.phase === 'creating' || state.phase === 'renewing') {
      if (!session) return refused({ ...state, record }, 'upload_session_missing');
      return { state: { ...state, record, session, phase: 'transferring' } };
    }
    return withRecord(state, record);
  }
  if (!state.record) {
    const made = await reads.find();
    if (made) return withRecord(state, made);
    const { code, status } = outcome.error;
    return refused(state, isNamed(code) ? code : `create_refused_${status}`);
  }
  const record = await reads.read(state.record.id);
  if (state.phase === 'renewing' && phaseOf(record) === 'transferring')
    return refused(state, 'renewal_refused');
  return withRecord(state, record);
}
