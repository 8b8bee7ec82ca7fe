/** Ends processing and abandons records without an upload when the clock makes it due (UPL-30, UPL-31, GAP-35, GAP-41). */
import { secondsAfter } from '../engine/clock.ts';
import type { State } from '../state.ts';
import type { EvidenceTransition } from '../states/evidence-states.ts';
import { transitionEvidence } from './evidence-changes.ts';

/** How long a record waits for its upload. */
const awaitedSeconds = 7 * 24 * 60 * 60;
const moveFor = { accepted: 'accept', rejected: 'reject', failed: 'fail' } as const satisfies Record<
  State['settings']['evidence_outcome'],
  EvidenceTransition
>;

/** Applies all transitions that are due at `now`. */
export function doDueEvidence(state: State, now: Date): void {
  const { evidence_processing_seconds, evidence_outcome } = state.settings;
  for (const record of state.evidence.values()) {
    const abandoned = secondsAfter(new Date(record.created_at), awaitedSeconds);
    if (record.status === 'awaiting_upload' && abandoned <= now)
      transitionEvidence(state, record, 'abandon', abandoned);
    if (record.status !== 'processing' || evidence_processing_seconds === null) continue;
    const processed = secondsAfter(new Date(record.status_changed_at), evidence_processing_seconds);
    if (processed <= now) transitionEvidence(state, record, moveFor[evidence_outcome], processed);
  }
}
