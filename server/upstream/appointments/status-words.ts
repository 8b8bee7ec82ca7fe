/**
 * Reads the service's words for the status of an appointment by the assumptions (Appointment; APT-14, APT-15,
 * GAP-53..GAP-55).
 */
import type { Assumptions } from '../assumptions/assumptions.ts';
import { type AssumptionValues, assumptionsFile } from '../assumptions/schema.ts';

/** What a status means. */
export type Meaning = keyof AssumptionValues['appointment']['statusWords'];

/** The specification's word for each meaning. */
const specified: Record<Meaning, string> = {
  unscheduled: 'pending_scheduling',
  requested: 'pending_confirmation',
  confirmed: 'confirmed',
  canceled: 'canceled',
  refunded: 'refunded',
  noShow: 'no_show',
  resultsInProgress: 'results_in_progress',
  resultsReady: 'results_ready',
  completed: 'completed',
};
const meanings = Object.keys(specified) as Meaning[];

/** Words are compared without case and underscores. */
const plain = (text: string) => text.toLowerCase().replaceAll('_', '');

const defaults = assumptionsFile.parse({}).appointment.statusWords;

/**
 * Finds the meaning of a status.
 * @param words the words of each meaning. @default those of the specification
 * @returns null for a word that has none
 */
export const meaningOf = (status: string, words = defaults): Meaning | null =>
  meanings.find((meaning) => words[meaning].some((word) => plain(word) === plain(status))) ?? null;

/**
 * Translates a word of the operator's file to the specification's word, so that every later reader knows it. Reports a
 * word that is in no list.
 * @returns the word itself if it is a default of its meaning, or unknown
 */
export function specifiedStatus(status: string, assumptions: Assumptions): string {
  const meaning = meaningOf(status, assumptions.values.appointment.statusWords);
  // The log names one entry, whichever of them should have the word.
  if (meaning === null) assumptions.report('appointment.statusWords.confirmed', 'appointment.status');
  return meaning === null || meaning === meaningOf(status) ? status : specified[meaning];
}
