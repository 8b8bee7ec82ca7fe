/** Maps upstream statuses to ours (Appointment; APT-14, APT-15, GAP-53..GAP-55). */
import type { AppointmentStatus } from '../contract/appointments-api.ts';

/** Known spellings only, compared without case and underscores. */
const statuses: Record<string, AppointmentStatus> = {
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

/** Maps an upstream status to ours; `unknown` for one that is not mapped. */
export function appointmentStatusOf(status: string): AppointmentStatus {
  const name = plain(status);
  return Object.hasOwn(statuses, name) ? (statuses[name] ?? 'unknown') : 'unknown';
}

/** Whether there are results: either status can say so. */
export const hasResults = (status: string, resultsStatus: string): boolean =>
  appointmentStatusOf(status) === 'results_ready' || plain(resultsStatus) === 'finalized';

/** The statuses after which nothing happens to an appointment. */
const over = ['canceled', 'refunded', 'no_show', 'results_ready', 'completed'];
/** Whether nothing more happens to an appointment with this upstream status. */
export const isOver = (status: string): boolean => over.includes(appointmentStatusOf(status));
