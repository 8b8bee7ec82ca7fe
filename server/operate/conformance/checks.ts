/** All checks, area by area. */
import type { Check } from './check.ts';
import { discovery } from './checks/discovery.ts';
import { identities } from './checks/identities.ts';

/** In the order of a booking. */
export const checks: readonly Check[] = [discovery, identities].flat();
