/**
 * The times a customer picks: one first choice and up to three alternates, in the order of the taps (DISC-46, SCH-05,
 * T36).
 */
export const mostAlternates = 3;

/** The first choice is first. The strings are exactly those of the availability (DISC-39). */
export type ChosenTimes = readonly string[];

/** Whether no further time can be chosen. */
export function isFull(chosen: ChosenTimes): boolean {
  return chosen.length > mostAlternates;
}

/** Adds a time, or removes it; the others keep their order and move up. */
export function toggled(chosen: ChosenTimes, time: string): ChosenTimes {
  if (chosen.includes(time)) return chosen.filter((other) => other !== time);
  return isFull(chosen) ? chosen : [...chosen, time];
}

/** @returns "First choice" or "Alternate 1" for an index from 0 */
export function rankWords(index: number): string {
  return index === 0 ? 'First choice' : `Alternate ${index}`;
}

/** @returns a sentence that says what to do next */
export function nextWords(chosen: ChosenTimes, leastAlternates: 0 | 1): string {
  if (chosen.length === 0) return 'Tap the time you would like most.';
  if (chosen.length <= leastAlternates) return 'Now tap at least one alternate.';
  if (isFull(chosen)) return 'That is as many as you can ask for. Remove one to choose another.';
  return 'Add another alternate if you like, or continue.';
}
