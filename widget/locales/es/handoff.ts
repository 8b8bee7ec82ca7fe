import type { Translation } from '../translation.ts';

/** The Spanish texts: `handoff`. */
export default {} as unknown as Translation<'handoff'>;
