/** The consent session's states as a table (States: Consent session; CONS-22, CONS-29, CONS-44, GAP-24). No clock, no I/O. */
export type ConsentSessionStatus = 'open' | 'finalized' | 'abandoned' | 'expired';

/** A created session is `open`; only an open one moves, and once. */
export const consentSessionMoves = {
  finalize: { from: 'open', to: 'finalized' },
  abandon: { from: 'open', to: 'abandoned' },
  expire: { from: 'open', to: 'expired' },
} as const satisfies Record<string, { from: ConsentSessionStatus; to: ConsentSessionStatus }>;

/** The status after `move`, or null where the table does not have it. */
export function statusAfter(
  move: keyof typeof consentSessionMoves,
  from: ConsentSessionStatus,
): ConsentSessionStatus | null {
  const row = consentSessionMoves[move];
  return row.from === from ? row.to : null;
}
