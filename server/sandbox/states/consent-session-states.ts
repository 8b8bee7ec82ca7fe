/** The state table of a consent session (States: Consent session; CONS-22, CONS-29, CONS-44, GAP-24). */
import type { Transition } from './transition-table.ts';

/** The statuses of a consent session. */
export type ConsentSessionStatus = 'open' | 'finalized' | 'abandoned' | 'expired';

/** A new session is `open`; every transition ends it. */
export const consentSessionTransitions = {
  finalize: { from: ['open'], to: 'finalized' },
  abandon: { from: ['open'], to: 'abandoned' },
  expire: { from: ['open'], to: 'expired' },
} as const satisfies Record<string, Transition<ConsentSessionStatus>>;
