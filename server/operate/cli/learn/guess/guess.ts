/** Guesses for entries of the assumptions, derived only from values in the service's responses. */
import type { AssumptionName } from '../../../../upstream/assumptions/schema.ts';
import { valueInWords } from '../in-words.ts';

/** A guess for one entry. */
export interface Guess {
  /** Names or words for the entry, the most likely first. */
  names: string[];
  /** Whether the values are unambiguous. Otherwise a person has to choose. */
  isSure: boolean;
  /** Advice for that person. */
  hint?: string;
  /** What each name holds, in words for the report. Only values of forms and templates are shown. */
  found?: ReadonlyMap<string, string>;
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

/**
 * Adds to each guess what its names hold, so that a person can choose.
 * @param values the values of each name in a form or template; never in a record of a person
 */
export const withValues = (guesses: Guesses, values: ReadonlyMap<string, readonly unknown[]>): Guesses =>
  Object.fromEntries(
    Object.entries(guesses).map(([entry, guess]) => [
      entry,
      (): Guess => {
        const made = guess();
        const shown = made.names.flatMap((name) => {
          const [first] = values.get(name) ?? [];
          return first === undefined ? [] : [[name, valueInWords(first)] as const];
        });
        return { ...made, found: new Map([...(made.found ?? []), ...shown]) };
      },
    ]),
  );
