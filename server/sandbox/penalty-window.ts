/** The last 24 hours before a scheduled time, in which a change costs the member and needs an agreement (Appointments 2; APT-42, GAP-66). */
import { refuse } from './engine/refusal.ts';
import type { AppointmentRecord } from './state.ts';

const windowMs = 24 * 3600 * 1000;

/** Instants on both sides: a day that a daylight-saving change makes shorter or longer is 24 hours here all the same. */
export function isWithinWindow({ scheduled_for }: AppointmentRecord, now: Date): boolean {
  return scheduled_for !== null && Date.parse(scheduled_for) - now.getTime() < windowMs;
}

export function checkPenaltyAgreed(within: boolean, agreed: boolean | undefined): void {
  if (within && agreed !== true)
    throw refuse(409, 'WITHIN_24_HOUR_WINDOW', 'The appointment is less than 24 hours away.', {
      requiresConfirmation: true,
    });
}
