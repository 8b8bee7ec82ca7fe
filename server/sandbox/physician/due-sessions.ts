/** Abandons expired sessions and renders artifacts when the clock makes it due (PHY-20, GAP-41, GAP-83). */
import { secondsAfter } from '../engine/clock.ts';
import type { State } from '../state.ts';
import { renderArtifact, transitionSession } from './session-changes.ts';

/** Applies all transitions that are due at `now`. */
export function doDuePhysicianSessions(state: State, now: Date): void {
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
