/** Evidence at rest: one sealed row each, taken by one process at a time and changed only from the version that was read. */
import type { Kysely } from 'kysely';
import type { Seal } from '../store/sealing.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { Stale } from '../writes/stale.ts';
import type { EvidenceState } from './evidence.ts';

export interface ReadEvidence {
  state: EvidenceState;
  version: number;
  attempts: number;
}
export type Rows = ReturnType<typeof createEvidenceRows>;

/** The phases in which nobody's write is under way: the worker carries on. */
const carried = ['transferring', 'processing'] as const;
const waiting = ['creating', 'transferring', 'renewing', 'completing'] as const;

export function createEvidenceRows(store: Store, seal: Seal, now: () => number) {
  const { db } = store;
  const opened = async (
    row: { body: string; version: number; attempts: number } | undefined,
  ): Promise<ReadEvidence | null> =>
    row ? { state: seal.open<EvidenceState>(row.body), version: row.version, attempts: row.attempts } : null;
  const find = (column: 'id' | 'upstream_id', value: string) =>
    db
      .selectFrom('evidence')
      .select(['body', 'version', 'attempts'])
      .where(column, '=', value)
      .executeTakeFirst();

  return {
    read: async (id: string) => opened(await find('id', id)),
    byUpstreamId: async (id: string) => opened(await find('upstream_id', id)),

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
        due_at: at,
        updated_at: at,
      };
      return async (trx) => {
        await trx.insertInto('evidence').values(row).execute();
      };
    },

    /** Seals now; what it returns runs in the caller's transaction and throws Stale when it came too late. */
    async update(
      state: EvidenceState,
      version: number,
      waitMs = 0,
      attempts = 0,
    ): Promise<(trx: Kysely<Tables>) => Promise<void>> {
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
            attempts,
            due_at: at + waitMs,
            updated_at: at,
          })
          .where('id', '=', state.id)
          .where('version', '=', version)
          .executeTakeFirst();
        if (changed.numUpdatedRows !== 1n) throw new Stale();
      };
    },

    due: (limit: number) =>
      db
        .selectFrom('evidence')
        .select('id')
        .where('phase', 'in', carried)
        .where('due_at', '<=', now())
        .orderBy('due_at')
        .limit(limit)
        .execute(),

    /** Keeps others away for `leaseMs`; whoever comes back later than that finds the version moved on. */
    take: async (id: string, leaseMs: number) =>
      opened(
        await db
          .updateTable('evidence')
          .set((row) => ({
            version: row('version', '+', 1),
            attempts: row('attempts', '+', 1),
            due_at: now() + leaseMs,
          }))
          .where('id', '=', id)
          .where('phase', 'in', carried)
          .where('due_at', '<=', now())
          .returning(['body', 'version', 'attempts'])
          .executeTakeFirst(),
      ),

    /** Goes on keeping others away from what was taken; does nothing where it has moved on. */
    async hold({ state, version }: ReadEvidence, leaseMs: number): Promise<void> {
      await db
        .updateTable('evidence')
        .set({ due_at: now() + leaseMs })
        .where('id', '=', state.id)
        .where('version', '=', version)
        .execute();
    },
  };
}
