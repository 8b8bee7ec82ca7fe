/** The words of the journal: what is asked to be written, and what came of it. */
import type { WriteKind } from '../upstream/write-kinds.ts';

export interface LogicalWrite {
  kind: WriteKind;
  params: Record<string, string>;
  body: object | null;
  /**
   * A refused write that this one says again with what was missing (ERR-36): its key is used first, and a new one where
   * the service holds the old key to its old payload (GAP-68).
   */
  resends?: string;
}

export type Outcome =
  | { ok: true; status: number; data: unknown }
  | {
      ok: false;
      error: { status: number; code: string | null; details: unknown; requestId: string | null };
    };

export type WriteState = 'due' | 'settled' | 'parked';

/** What others may know of a write. */
export interface WriteName {
  id: string;
  ownerId: string;
  kind: WriteKind;
}
