/** What an operator can do about durable work. Nothing here sends: a running server does the work under its leases. */
import { type Kysely, sql } from 'kysely';
import { type EncryptedTableName, encryptedTables } from '../../core/store/encrypted-columns.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables, WriteRow } from '../../core/store/tables.ts';
import type { Flow } from '../write-kinds.ts';
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
    .set({ state: 'due', parked_reason: null, attempts: 0, due_at: nowMs, updated_at: nowMs })
    .where('id', 'in', [...ids])
    .where('state', '=', 'parked')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The code of writes that took effect, but whose response lacks a value that the next step needs. */
export const unreadableReason = 'unreadable';

/**
 * Makes unreadable writes of a flow due at once: a server that starts may read what an earlier one could not.
 * @param nowMs milliseconds since the epoch
 */
export async function readUnreadableAgain(db: Kysely<Tables>, flow: Flow, nowMs: number): Promise<void> {
  await db
    .updateTable('writes')
    .set({ due_at: nowMs })
    .where('flow', '=', flow)
    .where(sql<boolean>`parked_reason = ${sql.lit(unreadableReason)}`)
    .where('lease_owner', 'is', null)
    .execute();
}

/**
 * Makes the writes of a flow due again that the service refused with 401 or 403 under another API key.
 * @param apiKeyName the name of the current key
 * @param nowMs milliseconds since the epoch
 * @returns whether there was one
 */
export async function reopenRefused(
  db: Kysely<Tables>,
  { flow, apiKeyName, nowMs }: Pick<WriteRow, 'flow'> & { apiKeyName: string; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('writes')
    .set({
      state: 'due',
      parked_reason: null,
      refused_key: null,
      attempts: 0,
      due_at: nowMs,
      updated_at: nowMs,
    })
    .where('flow', '=', flow)
    .where('state', '=', 'parked')
    .where('refused_key', 'is not', null)
    .where('refused_key', '!=', apiKeyName)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
      .set({ state: 'due', parked_reason: null, attempts: 0, due_at: nowMs, updated_at: nowMs, outcome })
      .where('id', '=', write.id)
      .where('state', '=', 'parked')
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}

/** When work that is due is tried next, in milliseconds since the epoch; null while a process works on it. */
export const nextTryAtMs = (row: { due_at?: unknown; lease_owner?: unknown }): number | null =>
  row.lease_owner === null ? Number(row.due_at) : null;

/**
 * Ends the pause before the next try of rows that wait for one. A row that a process works on stays as it is.
 * @param table with leases
 * @param nowMs milliseconds since the epoch
 * @returns the keys of the rows that waited
 */
export async function endPause(
  db: Kysely<Tables>,
  table: EncryptedTableName,
  rowKeys: readonly string[],
  nowMs: number,
): Promise<string[]> {
  if (rowKeys.length === 0) return [];
  const key = sql.ref(encryptedTables[table].key[0]);
  const { rows } = await sql<{ key: string }>`
    update ${sql.table(table)} set due_at = ${nowMs}
    where ${key} in (${sql.join(rowKeys)}) and due_at > ${nowMs} and lease_owner is null
    returning ${key} as key`.execute(db);
  return rows.map((row) => row.key);
}
