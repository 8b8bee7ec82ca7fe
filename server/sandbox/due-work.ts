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

/**
 * Plans an effect.
 * @param since ISO 8601 in UTC
 * @param seconds after `since` when it is due; null for never
 * @param apply is called with the time at which it happens
 */
type Plan = (since: string, seconds: number | null, apply: (at: Date) => void) => void;

/**
 * Brings the state up to the sandbox's clock, in the order in which things are due. Each happens when it is due. If a wait
 * that the settings made shorter has already ended, it happens at the time of the last call: a client that polls by
 * `updated_after` would miss an earlier one. Called before every read of the state.
 */
export function doDueWork(state: State): void {
  const { clock } = state;
  const now = nowOf(clock);
  const due: { at: number; apply: (at: Date) => void }[] = [];
  const plan: Plan = (since, seconds, apply) => {
    if (seconds === null) return;
    const at = secondsAfter(new Date(since), seconds).getTime();
    if (at <= now.getTime()) due.push({ at, apply });
  };
  planConsentSessions(state, plan);
  planEvidence(state, plan);
  planPhysicianSessions(state, plan);
  planConfirmations(state, plan);
  due.sort((a, b) => a.at - b.at);
  for (const { at, apply } of due) apply(new Date(Math.max(at, clock.reachedMs)));
  // Earlier than before if the clock was set back.
  clock.reachedMs = now.getTime();
}

function planConsentSessions(state: State, plan: Plan): void {
  for (const session of state.consentSessions.values()) {
    const status = statusAfter(consentSessionTransitions, 'expire', session.status);
    if (status !== null)
      plan(session.expires_at, 0, () => {
        session.status = status;
      });
  }
}

/** Ends processing, and abandons records without an upload (UPL-30, UPL-31, GAP-35, GAP-41). */
function planEvidence(state: State, plan: Plan): void {
  const { evidence_processing_seconds, evidence_outcome } = state.settings;
  for (const record of state.evidence.values()) {
    if (record.status === 'awaiting_upload')
      plan(record.created_at, awaitedSeconds, (at) => transitionEvidence(state, record, 'abandon', at));
    if (record.status === 'processing')
      plan(record.status_changed_at, evidence_processing_seconds, (at) =>
        transitionEvidence(state, record, moveFor[evidence_outcome], at),
      );
  }
}

/** Abandons expired sessions, and renders artifacts (PHY-20, GAP-41, GAP-83). */
function planPhysicianSessions(state: State, plan: Plan): void {
  const { physician_artifact_seconds } = state.settings;
  for (const session of state.physicianSessions.values()) {
    if (session.status === 'open')
      plan(session.expires_at, 0, () => {
        transitionSession(session, 'abandon');
        session.expired = true;
      });
    if (session.status === 'finalizing' && session.finalized_at !== null)
      plan(session.finalized_at, physician_artifact_seconds, (at) =>
        renderArtifact(state, session, 'available', at),
      );
  }
}

function planConfirmations(state: State, plan: Plan): void {
  const { confirm_after_seconds } = state.settings;
  if (confirm_after_seconds === null) return;
  for (const appointment of state.appointments.values()) {
    const { status, requested, requested_at } = appointment;
    if (status === 'pending_confirmation' && requested !== null && requested_at !== null)
      plan(requested_at, confirm_after_seconds, (at) =>
        confirmAppointment(state, appointment, instantOf(requested.selected_appointment_date), at),
      );
  }
}
