import type { Translation } from './translation.ts';

/** The German texts. */
export default {} as unknown as Translation;
