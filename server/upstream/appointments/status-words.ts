/**
 * Reads the service's words for the status of an appointment by the assumptions, and maps them to ours (Appointment;
 * APT-14, APT-15, GAP-53..GAP-55).
 */
import type { AppointmentStatus } from '../../contract/appointments-api.ts';
import type { Assumptions } from '../assumptions/assumptions.ts';
import { type AssumptionValues, assumptionsFile } from '../assumptions/schema.ts';

/** What a status means. */
export type Meaning = keyof AssumptionValues['appointment']['statusWords'];

/** Each meaning: the specification's word, and our status. */
const meanings: Record<Meaning, { word: string; status: AppointmentStatus }> = {
  unscheduled: { word: 'pending_scheduling', status: 'unscheduled' },
  requested: { word: 'pending_confirmation', status: 'requested' },
  confirmed: { word: 'confirmed', status: 'confirmed' },
  canceled: { word: 'canceled', status: 'canceled' },
  refunded: { word: 'refunded', status: 'refunded' },
  noShow: { word: 'no_show', status: 'no_show' },
  resultsInProgress: { word: 'results_in_progress', status: 'results_in_progress' },
  resultsReady: { word: 'results_ready', status: 'results_ready' },
  completed: { word: 'completed', status: 'completed' },
};

/** Words are compared without case and underscores. */
const plain = (text: string) => text.toLowerCase().replaceAll('_', '');

const defaults = assumptionsFile.parse({}).appointment.statusWords;

/**
 * Finds the meaning of a status.
 * @param words the words of each meaning. @default those of the specification
 * @returns null for a word that has none
 */
export const meaningOf = (status: string, words = defaults): Meaning | null =>
  (Object.keys(meanings) as Meaning[]).find((meaning) =>
    words[meaning].some((word) => plain(word) === plain(status)),
  ) ?? null;

/**
 * Translates a word of the operator's file to the specification's word, so that every later reader knows it. Reports a
 * word that is in no list.
 * @returns the word itself if it is a default of its meaning, or unknown
 */
export function specifiedStatus(status: string, assumptions: Assumptions): string {
  const meaning = meaningOf(status, assumptions.values.appointment.statusWords);
  // The log names one entry, whichever of them should have the word.
  if (meaning === null) assumptions.report('appointment.statusWords.confirmed', 'appointment.status');
  return meaning === null || meaning === meaningOf(status) ? status : meanings[meaning].word;
}

/** @returns the specification's word for a status; an unknown status itself */
export function specifiedWord(status: string): string {
  const meaning = meaningOf(status);
  return meaning === null ? status : meanings[meaning].word;
}

/** Maps an upstream status to ours; `unknown` for one that is not mapped. The reads translate an operator's words. */
export function appointmentStatusOf(status: string): AppointmentStatus {
  const meaning = meaningOf(status);
  return meaning === null ? 'unknown' : meanings[meaning].status;
}

/** Whether there are results: either status can say so. */
export const hasResults = (status: string, resultsStatus: string): boolean =>
  appointmentStatusOf(status) === 'results_ready' || plain(resultsStatus) === 'finalized';

/** The statuses after which nothing happens to an appointment. */
const over: readonly AppointmentStatus[] = ['canceled', 'refunded', 'no_show', 'results_ready', 'completed'];
/** Whether nothing more happens to an appointment with this upstream status. */
export const isOver = (status: string): boolean => over.includes(appointmentStatusOf(status));
