/** What an operator can do about durable work. Nothing here sends: a running server does the work under its leases. */
import { type Kysely, sql } from 'kysely';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Tables, WriteRow } from '../store/tables.ts';
import type { LeasedTableName } from './leased-table.ts';
import { writeColumns } from './write-columns.ts';

/** `error.code` of a write that an operator gave up. */
export const releasedCode = 'RELEASED';

/**
 * Makes parked writes due again, with the same keys and bytes.
 * @param nowMs milliseconds since the epoch
 * @returns the ids of those that were parked
 */
export async function reopenWrites(
  db: Kysely<Tables>,
  ids: readonly string[],
  nowMs: number,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('writes')
    .set({ state: 'due', attempts: 0, due_at: nowMs, updated_at: nowMs })
    .where('id', 'in', [...ids])
    .where('state', '=', 'parked')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Gives up a parked write: stores its outcome, a refusal with status 0 and {@link releasedCode}, and makes it due. A
 * running server then completes it without sending it, and its owner goes on as after a refusal.
 * @param nowMs milliseconds since the epoch
 * @returns false if the write is not parked
 */
export async function giveUpWrite(
  { store, encryption }: { store: Store; encryption: Encryption },
  write: Pick<WriteRow, 'id' | 'customer_id'>,
  nowMs: number,
): Promise<boolean> {
  const error = { status: 0, code: releasedCode, details: null, requestId: null };
  return store.transaction(async (trx) => {
    const outcome = await writeColumns(encryption).outcome.encrypt(trx, write, { ok: false, error });
    const { numUpdatedRows } = await trx
      .updateTable('writes')
      .set({ state: 'due', attempts: 0, due_at: nowMs, updated_at: nowMs, outcome })
      .where('id', '=', write.id)
      .where('state', '=', 'parked')
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}

/** When work that is due is tried next, in milliseconds since the epoch; null while a process works on it. */
export const nextTryAtMs = (row: { due_at?: unknown; lease_owner?: unknown }): number | null =>
  row.lease_owner === null ? Number(row.due_at) : null;

/** The primary keys of the tables of work. */
const keys = {
  writes: 'id',
  events: 'id',
  evidence: 'id',
  physician_orders: 'appointment_id',
} as const satisfies Partial<Record<LeasedTableName, string>>;

/**
 * Ends the pause before the next try of rows that wait for one. A row that a process works on stays as it is.
 * @param nowMs milliseconds since the epoch
 * @returns the keys of the rows that waited
 */
export async function endPause(
  db: Kysely<Tables>,
  table: keyof typeof keys,
  rowKeys: readonly string[],
  nowMs: number,
): Promise<string[]> {
  if (rowKeys.length === 0) return [];
  const key = sql.ref(keys[table]);
  const { rows } = await sql<{ key: string }>`
    update ${sql.table(table)} set due_at = ${nowMs}
    where ${key} in (${sql.join(rowKeys)}) and due_at > ${nowMs} and lease_until <= ${nowMs}
    returning ${key} as key`.execute(db);
  return rows.map((row) => row.key);
}
