import type { Translation } from '../translation.ts';

/** The German texts: what all elements share. */
export default {} as unknown as Translation<'everyElement'>;
