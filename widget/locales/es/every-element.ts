import type { Translation } from '../translation.ts';

/** The Spanish texts: what all elements share. */
export default {} as unknown as Translation<'everyElement'>;
