import type { Translation } from '../translation.ts';

/** The German texts: `physician`. */
export default {} as unknown as Translation<'physician'>;
