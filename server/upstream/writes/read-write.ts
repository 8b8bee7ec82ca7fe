/** Reads a stored write, for commands that inspect what servers sent. */
import type { Encryption } from '../../core/store/encryption.ts';
import type { Store } from '../../core/store/store.ts';
import type { Flow, WriteKind } from '../write-kinds.ts';
import type { Outcome, WriteState } from './write.ts';
import { writeColumns } from './write-columns.ts';

/** A write as it is stored, decrypted. */
export interface StoredWrite {
  id: string;
  state: WriteState;
  /** Milliseconds since the epoch. */
  createdAtMs: number;
  /** The body that is sent, parsed; null if the write has no body. */
  body: unknown;
  /** Null until the upstream has responded with a success or a refusal. */
  outcome: Outcome | null;
}

/**
 * Reads the latest write of one kind and owner.
 * @returns null if there is no such write
 * @throws Unreadable if it was changed or its customer has no data key; Error if the store keys do not decrypt it
 */
export async function readLastWrite<F extends Flow>(
  { db }: Store,
  encryption: Encryption,
  { flow, kind, ownerId }: { flow: F; kind: WriteKind<F>; ownerId: string },
): Promise<StoredWrite | null> {
  const row = await db
    .selectFrom('writes')
    .selectAll()
    .where('kind', '=', kind)
    .where('flow', '=', flow)
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { body, outcome } = writeColumns(encryption);
  return {
    id: row.id,
    state: row.state,
    createdAtMs: row.created_at,
    body: row.body === null ? null : JSON.parse(await body.decrypt(db, row, row.body)),
    outcome: row.outcome === null ? null : await outcome.decrypt(db, row, row.outcome),
  };
}
