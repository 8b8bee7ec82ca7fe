import type { Translation } from '../translation.ts';

/** The German texts: `appointments`. */
export default {} as unknown as Translation<'appointments'>;
