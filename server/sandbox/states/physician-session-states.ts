/** The structured physician-order session's states, and its artifact's, as tables (States: Structured physician-order session; PHY-16..PHY-20, GAP-81, GAP-85). No clock, no I/O. */
export type PhysicianSessionStatus = 'open' | 'finalizing' | 'finalized' | 'abandoned' | 'replaced';
export type PhysicianArtifactStatus = 'pending' | 'available' | 'failed';

interface Move {
  from: PhysicianSessionStatus;
  to: PhysicianSessionStatus;
}

/** A created session is `open`, its presentation frozen. An open one whose time has run out is abandoned. */
export const physicianSessionMoves = {
  finalize: { from: 'open', to: 'finalizing' },
  abandon: { from: 'open', to: 'abandoned' },
  replace: { from: 'open', to: 'replaced' },
  render: { from: 'finalizing', to: 'finalized' },
} as const satisfies Record<string, Move>;
export type PhysicianSessionMove = keyof typeof physicianSessionMoves;

/** The status after `move`, or null where the table does not have it. */
export function statusAfter(
  move: PhysicianSessionMove,
  from: PhysicianSessionStatus,
): PhysicianSessionStatus | null {
  const row: Move = physicianSessionMoves[move];
  return row.from === from ? row.to : null;
}
