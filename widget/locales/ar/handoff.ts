import type { Translation } from '../translation.ts';

/** The Arabic texts: `handoff`. */
export default {} as unknown as Translation<'handoff'>;
