import type { Translation } from '../translation.ts';

/** The German texts: `handoff`. */
export default {} as unknown as Translation<'handoff'>;
