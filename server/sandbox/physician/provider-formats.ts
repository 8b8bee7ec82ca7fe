/** The formats of a provider's identifiers (GAP-77). */
import { z } from 'zod';

/** The schema of a National Provider Identifier. */
export const npi = z.string().regex(/^\d{10}$/, 'must be 10 digits');
/** The schema of the state of a license. */
export const licenseState = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter state');
