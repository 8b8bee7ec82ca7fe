/** The temporary address of an appointment's signed form: one hour of the sandbox's clock (Appointments 5; APT-61, LIM-11). */
import { secondsAfter } from '../engine/clock.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { issueLink } from './links.ts';

export const signedFormSeconds = 3600;

export function signedFormUrl(
  state: State,
  { appointment_id }: AppointmentRecord,
  origin: string,
  now: Date,
): string {
  const expires_at = secondsAfter(now, signedFormSeconds).toISOString();
  return origin + issueLink(state, { leads_to: 'signed_form', appointment_id, expires_at });
}
