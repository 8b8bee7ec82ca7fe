import type { Translation } from './translation.ts';

/** The Arabic texts. */
export default {} as unknown as Translation;
