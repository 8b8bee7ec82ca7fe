/**
 * Why the server did not accept what the customer did, in English, by problem code. It loads with the first refusal. A
 * build leaves out the other texts, and all elements take the same file: see `build/texts.ts`.
 */
import type { Say } from './catalogue.ts';
import { areaTexts, type englishTexts } from './english-texts.ts';

/** By code. */
export const problemTexts = areaTexts('problems');

/** The area `problems`. */
export type SayProblem = Say<typeof englishTexts, 'problems'>;
