import type { Translation } from './translation.ts';

/** The Spanish texts. */
export default {} as unknown as Translation;
