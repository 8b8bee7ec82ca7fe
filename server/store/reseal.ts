/**
 * Seals anew, under the first key, what stands in the store under another one. Safe beside running servers: a value is
 * replaced only where it still is what was read.
 */
import { type RawBuilder, sql } from 'kysely';
import { detachBuffer } from './detach-buffer.ts';
import { encryptedColumns } from './encrypted-columns.ts';
import { type Encryption, kidOf } from './encryption.ts';
import type { Store } from './store.ts';

export interface Resealed {
  table: string;
  resealed: number;
  /** How many values are still under which other key: ours to open or not. */
  remaining: Map<string, number>;
}

type EncryptedTable = (typeof encryptedColumns)[number];
type Value = string | Uint8Array;
type Row = Record<string, Value | number | null>;

const rowsAtOnce = 200;
/** The length of the kid in one byte and the kid, as bytes and as base64url. */
const startOf = { bytes: 256, text: 344 };
/** Until a look finds nothing more to do; a server that still seals under another key would never let it end. */
const looksAtMost = 5;

export async function* reseal(store: Store, encryption: Encryption): AsyncGenerator<Resealed> {
  for (const each of encryptedColumns) {
    let resealed = 0;
    for (let looks = 1; ; looks += 1) {
      const look = await lookThrough(store, encryption, each);
      resealed += look.resealed;
      if (look.isSettled || looks === looksAtMost) {
        yield { table: each.table, resealed, remaining: look.remaining };
        break;
      }
    }
  }
}

/** From the first row to the last, in the order of the key; rows that come meanwhile are sealed by whoever adds them. */
async function lookThrough(store: Store, encryption: Encryption, each: EncryptedTable) {
  const keyed = sql.join(each.key.map((name) => sql.ref(name)));
  const starts = each.columns.map(
    (name) => sql`substr(${sql.ref(name)}, 1, ${sql.lit(startOf[each.holds])}) as ${sql.ref(name)}`,
  );
  const remaining = new Map<string, number>();
  let resealed = 0;
  let isSettled = true;
  let after: RawBuilder<unknown> | null = null;
  for (;;) {
    const where: RawBuilder<unknown> = after ? sql`where (${keyed}) > (${after})` : sql``;
    const { rows } =
      await sql<Row>`select ${keyed}, ${sql.join(starts)} from ${sql.table(each.table)} ${where}
      order by ${keyed} limit ${sql.lit(rowsAtOnce)}`.execute(store.db);
    for (const row of rows)
      for (const column of each.columns) {
        const start = row[column];
        if (start === null || start === undefined || typeof start === 'number') continue;
        const kid = kidOf(bytesOf(start));
        if (kid === encryption.kid) continue;
        if (encryption.hasKey(kid)) isSettled = false;
        if (encryption.hasKey(kid) && (await resealOne(store, encryption, each, row, column))) resealed += 1;
        else remaining.set(kid, (remaining.get(kid) ?? 0) + 1);
      }
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return { resealed, remaining, isSettled };
    after = sql.join(each.key.map((name) => sql.val(last[name])));
  }
}

/** False where it was changed meanwhile. */
async function resealOne(
  store: Store,
  encryption: Encryption,
  each: EncryptedTable,
  row: Row,
  column: string,
) {
  const place = sql.join(
    each.key.map((name) => sql`${sql.ref(name)} = ${sql.val(row[name])}`),
    sql` and `,
  );
  const table = sql.table(each.table);
  const name = sql.ref(column);
  const read = await sql<{
    value: Value | null;
  }>`select ${name} as value from ${table} where ${place}`.execute(store.db);
  const old = read.rows[0]?.value;
  if (old === null || old === undefined) return false;
  const bytes = encryption.decryptBytes(bytesOf(old));
  const sealed = encryption.encryptBytes(bytes);
  detachBuffer(bytes);
  const value = typeof old === 'string' ? sealed.toString('base64url') : sealed;
  const done = await sql`update ${table} set ${name} = ${value} where ${place} and ${name} = ${old}`.execute(
    store.db,
  );
  return done.numAffectedRows === 1n;
}

const bytesOf = (value: Value) => (typeof value === 'string' ? Buffer.from(value, 'base64url') : value);
