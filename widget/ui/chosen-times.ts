/**
 * The times a customer picks: one first choice and up to three alternates, in the order of the presses (DISC-46,
 * SCH-05, T36).
 */
import { times } from '../texts/english.ts';

/** How many alternates the service takes at most. */
export const mostAlternates = 3;

/** The first choice is first. The strings are exactly those of the availability (DISC-39). */
export type ChosenTimes = readonly string[];

/** Whether no further time can be chosen. */
export function isFull(chosen: ChosenTimes): boolean {
  return chosen.length > mostAlternates;
}

/** @returns the times with a time added, or removed so that the next ones move up; unchanged if there is no room */
export function toggled(chosen: ChosenTimes, time: string): ChosenTimes {
  if (chosen.includes(time)) return chosen.filter((other) => other !== time);
  return isFull(chosen) ? chosen : [...chosen, time];
}

/** @returns the rank in words, such as "1st" for 0; '' for an index over 3 */
export const rankWords = (index: number): string =>
  [times('rank1'), times('rank2'), times('rank3'), times('rank4')][index] ?? '';

/** @returns the rank in words, such as "1st choice" for 0; '' for an index over 3 */
export const choiceWords = (index: number): string =>
  [times('choice1'), times('choice2'), times('choice3'), times('choice4')][index] ?? '';

/**
 * @param leastAlternates how many alternates are required
 * @returns a sentence that says what to do next
 */
export function nextWords(chosen: ChosenTimes, leastAlternates: 0 | 1): string {
  if (chosen.length === 0) return times('hintFirst');
  if (chosen.length <= leastAlternates) return times('hintSecond');
  return times('hintMore', { chosen: chosen.length, most: mostAlternates + 1 });
}
