import type { Translation } from '../translation.ts';

/** The Arabic texts: `appointments`. */
export default {} as unknown as Translation<'appointments'>;
