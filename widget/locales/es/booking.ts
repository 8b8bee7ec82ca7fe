import type { Translation } from '../translation.ts';

/** The Spanish texts: `booking`. */
export default {} as unknown as Translation<'booking'>;
