/** What a status comes to, as a table (Appointment; APT-14, APT-15, GAP-53..GAP-55); a status that it does not have stays unknown. */
import type { AppointmentStatus } from '../contract/appointments-api.ts';

/** Known spellings only, compared without case and underscores. */
const standings: Record<string, AppointmentStatus> = {
  created: 'unscheduled',
  pendingscheduling: 'unscheduled',
  requested: 'requested',
  pendingconfirmation: 'requested',
  confirmed: 'confirmed',
  rescheduled: 'confirmed',
  canceled: 'canceled',
  refunded: 'refunded',
  noshow: 'no_show',
  resultsinprogress: 'results_in_progress',
  resultsready: 'results_ready',
  completed: 'completed',
};

const plain = (text: string) => text.toLowerCase().replaceAll('_', '');

export function appointmentStatusOf(status: string): AppointmentStatus {
  const name = plain(status);
  return Object.hasOwn(standings, name) ? (standings[name] ?? 'unknown') : 'unknown';
}

/** Results are there when either status says so. */
export const hasResults = (status: string, resultsStatus: string): boolean =>
  appointmentStatusOf(status) === 'results_ready' || plain(resultsStatus) === 'finalized';
