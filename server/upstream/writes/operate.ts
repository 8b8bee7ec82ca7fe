/** What an operator can do about durable work. Nothing here sends: a running server does the work under its leases. */
import { type Kysely, sql } from 'kysely';
import { type EncryptedTableName, encryptedTables } from '../../core/store/encrypted-columns.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables, WriteRow } from '../../core/store/tables.ts';
import { writeColumns } from './write-columns.ts';

/** `error.code` of a write that an operator gave up. */
const releasedCode = 'RELEASED';

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
    .set(reopened(nowMs))
    .where('id', 'in', [...ids])
    .where('state', '=', 'parked')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The code of writes that took effect, but whose response lacks a value that the next step needs. */
export const unreadableReason = 'unreadable';

/** The value of `waits_for` of a write that the service refused under an API key of this name. */
export const waitsForKey = (apiKeyName: string): string => `key:${apiKeyName}`;

/**
 * Ends the pause of parked writes of a flow that nobody works on.
 * @param waitsFor what they wait for
 * @param limit how many, those first that have the shortest pause left. @default all
 * @returns whether there was one
 */
export async function sendParked(
  db: Kysely<Tables>,
  {
    flow,
    waitsFor,
    nowMs,
    limit,
  }: Pick<WriteRow, 'flow'> & { waitsFor: 'service' | 'reader'; nowMs: number; limit?: number },
): Promise<boolean> {
  let waiting = db
    .selectFrom('writes')
    .select('id')
    .where('flow', '=', flow)
    .where('waits_for', '=', waitsFor)
    .where('due_at', '>', nowMs)
    .where('lease_owner', 'is', null)
    .orderBy('due_at');
  if (limit !== undefined) waiting = waiting.limit(limit);
  const { numUpdatedRows } = await db
    .updateTable('writes')
    .set({ due_at: nowMs })
    .where('id', 'in', waiting)
    .where('lease_owner', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
    .set(reopened(nowMs))
    .where('flow', '=', flow)
    .where('waits_for', 'like', waitsForKey('%'))
    .where('waits_for', '!=', waitsForKey(apiKeyName))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The columns of a parked write that is due again. */
const reopened = (nowMs: number) => ({
  ...{ state: 'due' as const, parked_reason: null, waits_for: null },
  ...{ attempts: 0, due_at: nowMs, updated_at: nowMs },
});

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
      .set({ ...reopened(nowMs), outcome })
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
