/** Maps upstream statuses to ours (Appointment; APT-14, APT-15, GAP-53..GAP-55). */
import type { AppointmentStatus } from '../../contract/appointments-api.ts';
import { meaningOf } from '../../upstream/appointments/status-words.ts';

const statuses: Record<NonNullable<ReturnType<typeof meaningOf>>, AppointmentStatus> = {
  unscheduled: 'unscheduled',
  requested: 'requested',
  confirmed: 'confirmed',
  canceled: 'canceled',
  refunded: 'refunded',
  noShow: 'no_show',
  resultsInProgress: 'results_in_progress',
  resultsReady: 'results_ready',
  completed: 'completed',
};

const plain = (text: string) => text.toLowerCase().replaceAll('_', '');

/** Maps an upstream status to ours; `unknown` for one that is not mapped. The reads translate an operator's words. */
export function appointmentStatusOf(status: string): AppointmentStatus {
  const meaning = meaningOf(status);
  return meaning === null ? 'unknown' : statuses[meaning];
}

/** Whether there are results: either status can say so. */
export const hasResults = (status: string, resultsStatus: string): boolean =>
  appointmentStatusOf(status) === 'results_ready' || plain(resultsStatus) === 'finalized';

/** The statuses after which nothing happens to an appointment. */
const over = ['canceled', 'refunded', 'no_show', 'results_ready', 'completed'];
/** Whether nothing more happens to an appointment with this upstream status. */
export const isOver = (status: string): boolean => over.includes(appointmentStatusOf(status));
