import type { Translation } from '../translation.ts';

/** The Arabic texts: `physician`. */
export default {} as unknown as Translation<'physician'>;
