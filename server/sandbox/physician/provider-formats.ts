/** The formats of a provider's identifiers (GAP-77). */
import { z } from 'zod';

export const npi = z.string().regex(/^\d{10}$/, 'must be 10 digits');
export const licenseState = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter state');
