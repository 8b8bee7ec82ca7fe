/** The names of all messages, for the check of a partner's texts. A build leaves out the texts: see `build/texts.ts`. */
import { englishTexts } from './english-texts.ts';

/** The name of a message: its area and its key, such as `times.heading`. */
export type MessageName = Exclude<keyof typeof englishTexts, `@${string}`>;

/** All names. */
export const messageNames: readonly string[] = Object.keys(englishTexts).filter(
  (name) => !name.startsWith('@'),
);
