/** Evidence at rest: one sealed row each, changed only from the version that was read. */
import type { Kysely } from 'kysely';
import { noLease } from '../jobs/leased-table.ts';
import type { Seal } from '../store/sealing.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { Stale } from '../writes/stale.ts';
import type { EvidenceState } from './evidence.ts';

export interface ReadEvidence {
  state: EvidenceState;
  version: number;
}
export type Rows = ReturnType<typeof createEvidenceRows>;

const waiting = ['creating', 'transferring', 'renewing', 'completing'] as const;

export function createEvidenceRows(store: Store, seal: Seal, now: () => number) {
  const { db } = store;
  const opened = (row: { body: string; version: number }): ReadEvidence => ({
    state: seal.open<EvidenceState>(row.body),
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
      return rows.map((row) => seal.open<EvidenceState>(row.body));
    },

    /** Those whose bytes the service still waits for. */
    async documentsUnderWay(): Promise<string[]> {
      const rows = await db.selectFrom('evidence').select('body').where('phase', 'in', waiting).execute();
      return rows.map((row) => seal.open<EvidenceState>(row.body).documentId);
    },

    async insert(state: EvidenceState): Promise<(trx: Kysely<Tables>) => Promise<void>> {
      const { id, ownerId: owner_id, phase } = state;
      const body = seal.seal(state);
      const at = now();
      const row = {
        id,
        owner_id,
        upstream_id: null,
        phase,
        body,
        version: 1,
        attempts: 0,
        ...noLease,
        due_at: at,
        updated_at: at,
      };
      return async (trx) => {
        await trx.insertInto('evidence').values(row).execute();
      };
    },

    /** Seals now; what it returns runs in the caller's transaction, ends any lease, and throws Stale when it came too late. */
    async update(state: EvidenceState, version: number): Promise<(trx: Kysely<Tables>) => Promise<void>> {
      const body = seal.seal(state);
      const at = now();
      return async (trx) => {
        const changed = await trx
          .updateTable('evidence')
          .set({
            phase: state.phase,
            upstream_id: state.record?.id ?? null,
            body,
            version: version + 1,
            attempts: 0,
            ...noLease,
            due_at: at,
            updated_at: at,
          })
          .where('id', '=', state.id)
          .where('version', '=', version)
          .executeTakeFirst();
        if (changed.numUpdatedRows !== 1n) throw new Stale();
      };
    },
  };
}
