/** What a status comes to, as a table (Appointment; APT-14, APT-15, GAP-53..GAP-55); a status that it does not have stays unknown. */
import type { Standing } from '../contract/appointments-api.ts';

/** Known spellings only, compared without case and underscores. */
const standings: Record<string, Standing> = {
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

export function standingOf(status: string): Standing {
  const name = plain(status);
  return Object.hasOwn(standings, name) ? (standings[name] ?? 'unknown') : 'unknown';
}

/** Results are there when either status says so. */
export const hasResults = (status: string, resultsStatus: string): boolean =>
  standingOf(status) === 'results_ready' || plain(resultsStatus) === 'finalized';
