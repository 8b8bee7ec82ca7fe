/** The journal's rows: taken under a lease, and changed only by whoever still holds it (fence). */
import type { Kysely } from 'kysely';
import type { Store } from '../store/store.ts';
import type { Tables, WriteRow } from '../store/tables.ts';
import type { Flow } from '../upstream/write-kinds.ts';

/** Thrown inside a settling transaction when another has taken the lease meanwhile: nothing of it is kept. */
export class LeaseLost extends Error {
  constructor() {
    super('another process holds this write');
    this.name = 'LeaseLost';
  }
}

/** Of one flow: the other's rows wait for whoever has the other's key. */
export function createRows(store: Store, flow: Flow, now: () => number) {
  const { db } = store;

  /** Changes a row that is due and whose lease is this one; false where it is not. */
  async function change(
    trx: Kysely<Tables>,
    row: Pick<WriteRow, 'id' | 'fence'>,
    values: Partial<WriteRow>,
  ): Promise<boolean> {
    const changed = await trx
      .updateTable('writes')
      .set({ ...values, updated_at: now() })
      .where('id', '=', row.id)
      .where('fence', '=', row.fence)
      .where('state', '=', 'due')
      .executeTakeFirst();
    return changed.numUpdatedRows === 1n;
  }

  return {
    read: (id: string) => db.selectFrom('writes').selectAll().where('id', '=', id).executeTakeFirst(),

    /** The rows that anyone may take now, longest due first. */
    due: (limit: number) =>
      db
        .selectFrom('writes')
        .select('id')
        .where('flow', '=', flow)
        .where('state', '=', 'due')
        .where('due_at', '<=', now())
        .where('lease_until', '<=', now())
        .orderBy('due_at')
        .limit(limit)
        .execute(),

    /** Takes a due row for `leaseMs`, or undefined where it is not due or another holds it. */
    take: (id: string, owner: string, leaseMs: number) =>
      db
        .updateTable('writes')
        .set((row) => ({
          lease_owner: owner,
          lease_until: now() + leaseMs,
          fence: row('fence', '+', 1),
          attempts: row('attempts', '+', 1),
          updated_at: now(),
        }))
        .where('id', '=', id)
        .where('flow', '=', flow)
        .where('state', '=', 'due')
        .where('due_at', '<=', now())
        .where('lease_until', '<=', now())
        .returningAll()
        .executeTakeFirst(),

    /** Goes on keeping others away; does nothing where another has it, or nobody. */
    hold: (row: WriteRow, leaseMs: number) =>
      db
        .updateTable('writes')
        .set({ lease_until: now() + leaseMs })
        .where('id', '=', row.id)
        .where('fence', '=', row.fence)
        .where('lease_owner', '=', row.lease_owner)
        .execute(),

    change: (row: WriteRow, values: Partial<WriteRow>) => change(db, row, values),

    /** Settles the row and applies what follows from it in one transaction. @throws LeaseLost */
    settle: (row: WriteRow, outcome: string, apply: ((trx: Kysely<Tables>) => Promise<void>)[]) =>
      store.transaction(async (trx) => {
        const settled = { state: 'settled', outcome, lease_owner: null, lease_until: 0 } as const;
        if (!(await change(trx, row, settled))) throw new LeaseLost();
        for (const step of apply) await step(trx);
      }),

    /** Hands over what `owner` still holds: anyone may take it now, and what `owner` still hears of it counts no more. */
    async release(owner: string) {
      await db
        .updateTable('writes')
        .set((row) => ({
          lease_owner: null,
          lease_until: 0,
          fence: row('fence', '+', 1),
          updated_at: now(),
        }))
        .where('lease_owner', '=', owner)
        .where('state', '=', 'due')
        .execute();
    },

    /** Parked to due; the key and the bytes stay. */
    async reopen(id: string) {
      await db
        .updateTable('writes')
        .set({ state: 'due', attempts: 0, due_at: now(), updated_at: now() })
        .where('id', '=', id)
        .where('state', '=', 'parked')
        .execute();
    },
  };
}
export type Rows = ReturnType<typeof createRows>;
