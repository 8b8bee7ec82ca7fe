import type { Translation } from '../translation.ts';

/** The Spanish texts: `physician`. */
export default {} as unknown as Translation<'physician'>;
