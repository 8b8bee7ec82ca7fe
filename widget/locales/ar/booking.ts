import type { Translation } from '../translation.ts';

/** The Arabic texts: `booking`. */
export default {} as unknown as Translation<'booking'>;
