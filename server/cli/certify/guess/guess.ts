/** Guesses for entries of the assumptions, derived only from values in the service's responses. */
import type { AssumptionName } from '../../../upstream/assumptions/schema.ts';

/** A guess for one entry. */
export interface Guess {
  /** Names or words for the entry, the most likely first. */
  names: string[];
  /** Whether the values are unambiguous. Otherwise a person has to choose. */
  isSure: boolean;
  /** Advice for that person. */
  hint?: string;
}

/** Guesses by entry. Each function is called only if the entry is not met. */
export type Guesses = Partial<Record<AssumptionName, () => Guess>>;

/**
 * Creates a guess that can be adopted; without a name it is unsure.
 * @param names in the order in which the reader tries them
 */
export const sure = (...names: string[]): Guess => ({ names, isSure: names.length > 0 });
/**
 * Creates a guess that a person must choose from.
 * @param names the candidates
 * @param hint a sentence for the operator. @default none
 */
export const unsure = (names: Iterable<string>, hint?: string): Guess => ({
  names: [...names],
  isSure: false,
  ...(hint ? { hint } : {}),
});
/** Creates a guess that is sure if there is exactly one candidate, and else unsure. */
export const onlyOne = (names: readonly string[]): Guess => ({
  names: [...names],
  isSure: names.length === 1,
});
