/**
 * The SQL for rows that one process works on at a time. `take` leases a row: it names the owner, counts the attempt and
 * raises the fence in one statement. Each later change of the row requires the same fence.
 *
 * The end of a lease is the row's due time. So one column says when a row can be taken next, and its index finds the
 * next work without a look at the rows that are leased.
 */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LeaseColumns } from '../store/lease-columns.ts';
import type { Tables } from '../store/tables.ts';

/** The tables whose rows are work. */
export type LeasedTableName = {
  [N in keyof Tables]: Tables[N] extends LeaseColumns ? N : never;
}[keyof Tables];

/** Selects the rows of a table that are work, and names their columns. */
export interface LeasedTable<N extends LeasedTableName> {
  name: N;
  /** The primary key. */
  key: keyof Tables[N] & string;
  /** An integer that each lease raises; the revision column if the table has one. */
  fence: keyof Tables[N] & string;
  /**
   * The condition for work, without times and leases. It has literals, not parameters, so that partial indexes apply.
   */
  work: RawBuilder<SqlBool>;
}

/** New values of columns, or SQL over the row's old values. */
export type Changes<N extends LeasedTableName> = {
  [C in keyof Tables[N]]?: Tables[N][C] | RawBuilder<Tables[N][C]>;
};

/** Thrown if another process has taken the row meanwhile. Nothing is changed. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of this row is another one now');
  }
}

/**
 * The due time for a change that makes a row due, whether or not a process works on it. A leased row keeps the end of
 * its lease; its owner sees the change when it ends the work.
 * @param atMs milliseconds since the epoch
 */
export const dueUnlessLeased = (table: LeasedTableName, atMs: number): RawBuilder<number> =>
  sql`case when ${sql.ref(`${table}.lease_owner`)} is null then ${atMs} else ${sql.ref(`${table}.due_at`)} end`;

/** The statements of one leased table, as {@link createLeasedRows} creates them. */
export type LeasedRows<N extends LeasedTableName> = ReturnType<typeof createLeasedRows<N>>;

/**
 * Creates the statements of one leased table. `end` throws LeaseLost if another process has the row.
 * @param options.owner names this process; different in each process
 * @param options.leaseMs how long a lease lasts without renewal
 * @param options.now milliseconds since the epoch
 */
export function createLeasedRows<N extends LeasedTableName>(
  db: Kysely<Tables>,
  { name, key, fence, work }: LeasedTable<N>,
  { owner, leaseMs, now }: { owner: string; leaseMs: number; now: () => number },
) {
  type Row = Tables[N];
  const table = sql.table(name);
  const keyOf = (row: Row) => String(row[key]);
  /** Matches the row while this process still holds its lease. */
  const held = (row: Row) =>
    sql`${sql.ref(key)} = ${keyOf(row)} and ${sql.ref(fence)} = ${row[fence]} and lease_owner = ${owner}`;

  return {
    keyOf,

    /** Selects when the next row is due, as `due_at` next to `queue`; null if no row is work. */
    nextDue: (queue: number): RawBuilder<unknown> =>
      sql`select ${sql.lit(queue)} as queue, min(due_at) as due_at from ${table} where ${work}`,

    /**
     * Lists at most `limit` rows that are due until `untilMs`, soonest first, with the time when each can be taken and
     * whether it is leased now.
     */
    async due(untilMs: number, limit: number): Promise<{ key: string; atMs: number; isLeased: boolean }[]> {
      const { rows } = await sql<{ key: string; due_at: number; lease_owner: string | null }>`
        select ${sql.ref(key)} as key, due_at, lease_owner from ${table}
        where ${work} and due_at <= ${untilMs} order by due_at limit ${limit}`.execute(db);
      return rows.map((row) => ({
        key: row.key,
        atMs: row.due_at,
        isLeased: row.lease_owner !== null,
      }));
    },

    /** Leases a due row; undefined if it is not due or another process holds it. */
    async take(rowKey: string): Promise<Row | undefined> {
      const { rows } = await sql<Row>`
        update ${table} set lease_owner = ${owner}, due_at = ${now() + leaseMs},
          ${sql.ref(fence)} = ${sql.ref(fence)} + 1, attempts = attempts + 1
        where ${sql.ref(key)} = ${rowKey} and ${work} and due_at <= ${now()}
        returning *`.execute(db);
      return rows[0];
    },

    /** The columns of a row that is inserted with a lease of this process and its first attempt counted. */
    newLease: () => ({
      lease_owner: owner,
      due_at: now() + leaseMs,
      attempts: 1,
    }),

    /** Extends the lease; does nothing if this process has lost it. */
    async renew(row: Row): Promise<void> {
      await sql`update ${table} set due_at = ${now() + leaseMs} where ${held(row)}`.execute(db);
    },

    /**
     * Ends the lease with these changes, at least one. Without a new `due_at` the row stays due at the lease's end.
     * @returns the changed row. @throws LeaseLost
     */
    async end(row: Row, values: Changes<N>, trx: Kysely<Tables> = db): Promise<Row> {
      const assigned = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
      const { rows } = await sql<Row>`
        update ${table} set lease_owner = null, ${sql.join(assigned)}
        where ${held(row)} and ${work} returning *`.execute(trx);
      const [changed] = rows;
      if (!changed) throw new LeaseLost();
      return changed;
    },

    /** Releases the row to other processes. Later changes of this process under the old lease fail. */
    async release(row: Row): Promise<void> {
      await sql`
        update ${table} set lease_owner = null, due_at = ${now()},
          ${sql.ref(fence)} = ${sql.ref(fence)} + 1
        where ${held(row)}`.execute(db);
    },
  };
}
