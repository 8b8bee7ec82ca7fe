/** The words of the journal: what is asked to be written, and what came of it. */
import type { Flow, WriteKind } from '../upstream/write-kinds.ts';

/** @typeParam F the flow whose key sends it; its kinds and no others can be named */
export interface LogicalWrite<F extends Flow = 'full_api'> {
  kind: WriteKind<F>;
  params: Record<string, string>;
  body: object | null;
  /**
   * A refused write that this one says again with what was missing (ERR-36): its key is used first, and a new one where
   * the service holds the old key to its old payload (GAP-68).
   */
  resends?: string;
}

export type Outcome =
  /** `retryAfterMs` where the answer says when to look again (PHY-38). */
  | { ok: true; status: number; data: unknown; retryAfterMs?: number }
  | {
      ok: false;
      error: { status: number; code: string | null; details: unknown; requestId: string | null };
    };

export type WriteState = 'due' | 'settled' | 'parked';

/** What others may know of a write. */
export interface WriteName<F extends Flow = 'full_api'> {
  id: string;
  ownerId: string;
  kind: WriteKind<F>;
}
