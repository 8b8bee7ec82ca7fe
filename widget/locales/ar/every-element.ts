import type { Translation } from '../translation.ts';

/** The Arabic texts: what all elements share. */
export default {} as unknown as Translation<'everyElement'>;
