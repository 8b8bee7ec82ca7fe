import type { Translation } from '../translation.ts';

/** The German texts: `booking`. */
export default {} as unknown as Translation<'booking'>;
