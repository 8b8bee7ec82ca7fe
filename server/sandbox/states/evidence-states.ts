/** The evidence record's states as a table (States: Evidence; UPL-27..UPL-32, CEV-12, GAP-34, GAP-35). No clock, no I/O. */
import type { EvidenceStatus } from '../../contract/upstream-api/evidence.ts';

interface Move {
  from: EvidenceStatus;
  to: EvidenceStatus;
}

/** A created record is `awaiting_upload`, and stays so however often its upload session is replaced. */
export const evidenceMoves = {
  complete: { from: 'awaiting_upload', to: 'processing' },
  accept: { from: 'processing', to: 'accepted' },
  reject: { from: 'processing', to: 'rejected' },
  fail: { from: 'processing', to: 'failed' },
  abandon: { from: 'awaiting_upload', to: 'abandoned' },
  supersede: { from: 'accepted', to: 'superseded' },
  invalidate: { from: 'accepted', to: 'invalidated' },
} as const satisfies Record<string, Move>;
export type EvidenceMove = keyof typeof evidenceMoves;

/** The status after `move`, or null where the table does not have it. */
export function statusAfter(move: EvidenceMove, from: EvidenceStatus): EvidenceStatus | null {
  const row: Move = evidenceMoves[move];
  return row.from === from ? row.to : null;
}
