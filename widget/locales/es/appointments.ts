import type { Translation } from '../translation.ts';

/** The Spanish texts: `appointments`. */
export default {} as unknown as Translation<'appointments'>;
