/** The state table of a structured physician-order session (States: Structured physician-order session; PHY-16..PHY-20, GAP-81, GAP-85). */
import type { Transition } from './transition-table.ts';

/** The statuses of a structured order. */
export type PhysicianSessionStatus = 'open' | 'finalizing' | 'finalized' | 'abandoned' | 'replaced';
/** The statuses of the PDF that is rendered from a signed order. */
export type PhysicianArtifactStatus = 'pending' | 'available' | 'failed';

/** A new session is `open` and its presentation frozen. An open session that expires is abandoned. */
export const physicianSessionTransitions = {
  finalize: { from: ['open'], to: 'finalizing' },
  abandon: { from: ['open'], to: 'abandoned' },
  replace: { from: ['open'], to: 'replaced' },
  render: { from: ['finalizing'], to: 'finalized' },
} as const satisfies Record<string, Transition<PhysicianSessionStatus>>;
/** A transition of a structured order. */
export type PhysicianSessionTransition = keyof typeof physicianSessionTransitions;
