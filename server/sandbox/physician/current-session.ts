/** The current session of an appointment: open, or signed with a pending or available artifact (Structured physician-order bundle; PHY-06). */
import type { State } from '../state.ts';
import type { PhysicianSessionRecord } from './session-record.ts';

/** Finds the current session of an appointment; undefined if there is none. */
export function currentSession(state: State, appointmentId: string): PhysicianSessionRecord | undefined {
  return [...state.physicianSessions.values()].find(
    ({ appointment_id, status, artifact_status }) =>
      appointment_id === appointmentId &&
      status !== 'abandoned' &&
      status !== 'replaced' &&
      artifact_status !== 'failed',
  );
}
