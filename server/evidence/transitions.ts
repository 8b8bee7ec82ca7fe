/** What follows from each answer about a piece of evidence: the next phase and, where one is needed, the next write (UPL-17..UPL-33; GAP-39, GAP-40). */

import { isNamed } from '../contract/upstream-api/error-codes.ts';
import { type Evidence, evidence } from '../contract/upstream-api/evidence.ts';
import type { LogicalWrite, Outcome } from '../jobs/write.ts';
import { type EvidenceState, phaseOf } from './evidence-state.ts';
import type { PutResult } from './storage-put.ts';

export interface Next {
  state: EvidenceState;
  write?: LogicalWrite;
}

/** A replacement is asked for so many times at most (GAP-39). */
const renewalLimit = 5;

const routes = {
  consent: { renew: 'consent_evidence.renew_upload', complete: 'consent_evidence.complete' },
  physician_order: { renew: 'physician_evidence.renew_upload', complete: 'physician_evidence.complete' },
} as const;

const refused = (state: EvidenceState, reason: string): Next => ({
  state: { ...state, phase: 'refused', reason: state.record?.safe_reason_code ?? reason },
});

/** Each replacement is a logical write of its own, under its own key (UPL-20, T16). */
function renew(state: EvidenceState): Next {
  if (!state.record || state.renewals >= renewalLimit) return refused(state, 'upload_session_expired');
  return {
    state: { ...state, phase: 'renewing', renewals: state.renewals + 1 },
    write: { kind: routes[state.kind].renew, params: { evidenceId: state.record.id }, body: null },
  };
}

/** The record as the service shows it now; one that waits for its upload gets the bytes again. */
export function shown(state: EvidenceState, record: Evidence): Next {
  const phase = phaseOf(record);
  const seen = { ...state, record, phase, session: record.upload_session ?? state.session };
  if (phase === 'refused') return refused(seen, record.status);
  // A read that still says awaiting_upload names no new session by itself: one is asked for.
  if (phase === 'transferring' && (state.phase === 'completing' || !seen.session)) return renew(seen);
  return { state: seen };
}

export function put(state: EvidenceState, result: PutResult): Next | null {
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
      return renew(state);
    case 'stop':
      return refused(state, result.reason);
    case 'again':
      return null;
  }
}

/** How the service is asked what a refusal leaves open. */
export interface Ask {
  reread(id: string): Promise<Evidence>;
  /** The record, if it was made after all. */
  find(): Promise<Evidence | null>;
}

/**
 * A write of this evidence has settled. A refusal says what the record is only through its own read. One of the create
 * may follow a try that took effect and whose answer was lost: what stands at the service is looked for first (CEV-02).
 */
export async function settled(state: EvidenceState, outcome: Outcome, ask: Ask): Promise<Next> {
  if (outcome.ok) {
    const record = evidence.parse(outcome.data);
    const session = record.upload_session ?? state.session;
    if (state.phase === 'creating' || state.phase === 'renewing') {
      if (!session) return refused({ ...state, record }, 'upload_session_missing');
      return { state: { ...state, record, session, phase: 'transferring' } };
    }
    return shown(state, record);
  }
  if (!state.record) {
    const made = await ask.find();
    if (made) return shown(state, made);
    const { code, status } = outcome.error;
    return refused(state, isNamed(code) ? code : `create_refused_${status}`);
  }
  const record = await ask.reread(state.record.id);
  if (state.phase === 'renewing' && phaseOf(record) === 'transferring')
    return refused(state, 'renewal_refused');
  return shown(state, record);
}
