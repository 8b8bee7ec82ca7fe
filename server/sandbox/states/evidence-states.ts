/** The state table of an evidence record (States: Evidence; UPL-27..UPL-32, CEV-12, GAP-34, GAP-35). */
import type { EvidenceStatus } from '../../contract/upstream-api/evidence.ts';
import type { Transition } from './transition-table.ts';

/** A new record is `awaiting_upload`. A replaced upload session does not change that. */
export const evidenceTransitions = {
  complete: { from: ['awaiting_upload'], to: 'processing' },
  accept: { from: ['processing'], to: 'accepted' },
  reject: { from: ['processing'], to: 'rejected' },
  fail: { from: ['processing'], to: 'failed' },
  abandon: { from: ['awaiting_upload'], to: 'abandoned' },
  supersede: { from: ['accepted'], to: 'superseded' },
  invalidate: { from: ['accepted'], to: 'invalidated' },
} as const satisfies Record<string, Transition<EvidenceStatus>>;
/** A transition of an evidence record. */
export type EvidenceTransition = keyof typeof evidenceTransitions;
