/** What an entry of the assumptions could be, judged only by the values of the service's answers. */
import type { AssumptionName } from '../../../upstream/assumptions/schema.ts';

export interface Guess {
  /** Names or words for the entry, the likeliest first. */
  names: string[];
  /** Whether the values leave no doubt. Otherwise a person has to choose. */
  isSure: boolean;
  /** What the person has to know to choose. */
  hint?: string;
}

/** By entry. Each is called only where the entry is not met. */
export type Guesses = Partial<Record<AssumptionName, () => Guess>>;

export const sure = (...names: string[]): Guess => ({ names, isSure: names.length > 0 });
export const unsure = (names: Iterable<string>, hint?: string): Guess => ({
  names: [...names],
  isSure: false,
  ...(hint ? { hint } : {}),
});
/** Sure of an only candidate, unsure of several. */
export const onlyOne = (names: readonly string[]): Guess => ({
  names: [...names],
  isSure: names.length === 1,
});
