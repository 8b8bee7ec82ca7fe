/** Does what the clock makes due: sessions expire, evidence is processed, forms are rendered, locations confirm. */
import { confirmAppointment, instantOf } from './appointment-changes.ts';
import { nowOf, secondsAfter } from './engine/clock.ts';
import { transitionEvidence } from './evidence/evidence-changes.ts';
import { renderArtifact, transitionSession } from './physician/session-changes.ts';
import type { State } from './state.ts';
import { consentSessionTransitions } from './states/consent-session-states.ts';
import type { EvidenceTransition } from './states/evidence-states.ts';
import { statusAfter } from './states/transition-table.ts';

/** How long a record waits for its upload. */
const awaitedSeconds = 7 * 24 * 60 * 60;
const moveFor = { accepted: 'accept', rejected: 'reject', failed: 'fail' } as const satisfies Record<
  State['settings']['evidence_outcome'],
  EvidenceTransition
>;

/** Ends processing, and abandons records without an upload (UPL-30, UPL-31, GAP-35, GAP-41). */
function doDueEvidence(state: State, now: Date): void {
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

/** Brings the state up to the sandbox's clock. Called before every read of the state. */
export function doDueWork(state: State): void {
  const now = nowOf(state.clock);
  for (const session of state.consentSessions.values())
    if (session.expires_at <= now.toISOString())
      session.status = statusAfter(consentSessionTransitions, 'expire', session.status) ?? session.status;

  doDueEvidence(state, now);
  doDuePhysicianSessions(state, now);

  const confirmAfterSeconds = state.settings.confirm_after_seconds;
  if (confirmAfterSeconds === null) return;
  for (const appointment of state.appointments.values()) {
    const { status, requested, requested_at } = appointment;
    if (status !== 'pending_confirmation' || requested === null || requested_at === null) continue;
    const due = secondsAfter(new Date(requested_at), confirmAfterSeconds);
    if (due <= now)
      confirmAppointment(state, appointment, instantOf(requested.selected_appointment_date), due);
  }
}

/** Abandons expired sessions, and renders artifacts (PHY-20, GAP-41, GAP-83). */
function doDuePhysicianSessions(state: State, now: Date): void {
  const { physician_artifact_seconds } = state.settings;
  for (const session of state.physicianSessions.values()) {
    if (session.status === 'open' && session.expires_at <= now.toISOString()) {
      transitionSession(session, 'abandon');
      session.expired = true;
    }
    if (
      session.status !== 'finalizing' ||
      session.finalized_at === null ||
      physician_artifact_seconds === null
    )
      continue;
    const rendered = secondsAfter(new Date(session.finalized_at), physician_artifact_seconds);
    if (rendered <= now) renderArtifact(state, session, 'available', rendered);
  }
}
