/** The response with what a customer signed. The headless client reads it without Lit. */
import type { SignedConsents } from '../../server/contract/journey-api/signed-consents.ts';
import type { Json } from '../session/reply.ts';

/** Checks the members that the document relies on. */
export const isSigned = (body: Json | null): body is Json & SignedConsents => Array.isArray(body?.consents);
