/**
 * The English words for what the partner runs. Messages have places for them, such as `{clinic}`. A build leaves out the
 * other texts: see `build/texts.ts`.
 */
import { areaTexts } from './english-texts.ts';

/** By key. */
export const words = areaTexts('words');
