/** Does what the clock makes due: sessions expire, evidence is processed, forms are rendered, locations confirm. */
import { confirmAppointment, instantOf } from './appointment-changes.ts';
import { nowOf, secondsAfter } from './engine/clock.ts';
import { doDueEvidence } from './evidence/due-evidence.ts';
import { doDuePhysicianSessions } from './physician/due-sessions.ts';
import type { State } from './state.ts';
import { statusAfter } from './states/consent-session-states.ts';

/** Brings the state up to the sandbox's clock. Called before every read of the state. */
export function doDueWork(state: State): void {
  const now = nowOf(state.clock);
  for (const session of state.consentSessions.values())
    if (session.expires_at <= now.toISOString())
      session.status = statusAfter('expire', session.status) ?? session.status;

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
