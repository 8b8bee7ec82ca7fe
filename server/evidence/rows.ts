/** Evidence at rest: one sealed row each, changed only from the version that was read. */
import type { Kysely } from 'kysely';
import { noLease } from '../jobs/leased-table.ts';
import { Conflict } from '../store/conflict.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { EvidenceState } from './evidence-state.ts';

export interface ReadEvidence {
  state: EvidenceState;
  version: number;
}
export type Rows = ReturnType<typeof createEvidenceRows>;

const waiting = ['creating', 'transferring', 'renewing', 'completing'] as const;

export function createEvidenceRows(store: Store, encryption: Encryption, now: () => number) {
  const { db } = store;
  const opened = (row: { body: string; version: number }): ReadEvidence => ({
    state: encryption.decrypt<EvidenceState>(row.body),
    version: row.version,
  });
  async function find(column: 'id' | 'upstream_id', value: string): Promise<ReadEvidence | null> {
    const row = await db
      .selectFrom('evidence')
      .select(['body', 'version'])
      .where(column, '=', value)
      .executeTakeFirst();
    return row ? opened(row) : null;
  }

  return {
    opened,
    read: (id: string) => find('id', id),
    byUpstreamId: (id: string) => find('upstream_id', id),

    /** The owner's records, newest first. */
    async ofOwner(ownerId: string): Promise<EvidenceState[]> {
      const rows = await db
        .selectFrom('evidence')
        .select('body')
        .where('owner_id', '=', ownerId)
        .orderBy('updated_at', 'desc')
        .execute();
      return rows.map((row) => encryption.decrypt<EvidenceState>(row.body));
    },

    /** Those whose bytes the service still waits for. */
    async documentsUnderWay(): Promise<string[]> {
      const rows = await db.selectFrom('evidence').select('body').where('phase', 'in', waiting).execute();
      return rows.map((row) => encryption.decrypt<EvidenceState>(row.body).documentId);
    },

    async insert(trx: Kysely<Tables>, state: EvidenceState): Promise<void> {
      const { id, ownerId: owner_id, phase } = state;
      const at = { due_at: now(), updated_at: now() };
      await trx
        .insertInto('evidence')
        .values({
          id,
          owner_id,
          phase,
          body: encryption.encrypt(state),
          version: 1,
          attempts: 0,
          ...noLease,
          ...at,
        })
        .execute();
    },

    /** Ends any lease. @param version the one that `state` was computed from. @throws Conflict where another came first */
    async update(trx: Kysely<Tables>, state: EvidenceState, version: number): Promise<void> {
      const { id, phase, record } = state;
      const at = { due_at: now(), updated_at: now() };
      const changed = await trx
        .updateTable('evidence')
        .set({
          phase,
          upstream_id: record?.id ?? null,
          body: encryption.encrypt(state),
          version: version + 1,
          attempts: 0,
          ...noLease,
          ...at,
        })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (changed.numUpdatedRows !== 1n) throw new Conflict();
    },
  };
}
