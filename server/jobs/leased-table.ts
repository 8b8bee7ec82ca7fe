/**
 * The one set of SQL for work that one process does at a time. A row that is work has a time when it is due and a lease:
 * `take` leases it, counts the try and raises the fence in one statement; whoever changes the row later must still hold
 * the same fence.
 *
 * While a row is leased its `due_at` is moved with its lease, so that servers of versions which do not know the table's
 * lease columns leave it alone too.
 */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LeaseColumns, Tables } from '../store/tables.ts';

/** The tables that hold work. */
export type LeasedTableName = {
  [N in keyof Tables]: Tables[N] extends LeaseColumns ? N : never;
}[keyof Tables];

/** Which rows of a table are work, and the columns that it is done by. */
export interface LeasedTable<N extends LeasedTableName> {
  name: N;
  /** The primary key. */
  key: keyof Tables[N] & string;
  /** An integer that each lease raises; the revision where a table has one. */
  fence: keyof Tables[N] & string;
  /** Which rows are work, times and leases aside. Literals, not parameters, so that partial indexes apply. */
  work: RawBuilder<SqlBool>;
}

/** New values of columns, as values or as SQL over the row's old ones. */
export type Changes<N extends LeasedTableName> = {
  [C in keyof Tables[N]]?: Tables[N][C] | RawBuilder<Tables[N][C]>;
};

/** Thrown when the row was taken by another process meanwhile: nothing is changed. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of this row is another one now');
    this.name = 'LeaseLost';
  }
}

/** What ends a lease, for a transaction that changes a leased row itself and raises its fence. */
export const noLease = { lease_owner: null, lease_until: 0 } as const;

export type LeasedRows<N extends LeasedTableName> = ReturnType<typeof createLeasedRows<N>>;

/**
 * @param options.owner names this process, different in each
 * @param options.leaseMs how long others leave a row to a process that does not renew its lease
 */
export function createLeasedRows<N extends LeasedTableName>(
  db: Kysely<Tables>,
  { name, key, fence, work }: LeasedTable<N>,
  { owner, leaseMs, now }: { owner: string; leaseMs: number; now: () => number },
) {
  type Row = Tables[N];
  const table = sql.table(name);
  const keyOf = (row: Row) => String(row[key]);
  const assigned = (values: Changes<N>) =>
    sql.join(Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
  /** The row under the lease of `row`. */
  const held = (row: Row) =>
    sql`${sql.ref(key)} = ${keyOf(row)} and ${sql.ref(fence)} = ${row[fence]} and lease_owner = ${owner}`;

  return {
    keyOf,

    /** Selects when the next row is due, as `due_at` beside `queue`; null where there is none. */
    nextDue: (queue: number): RawBuilder<unknown> =>
      sql`select ${sql.lit(queue)} as queue, min(due_at) as due_at from ${table} where ${work}`,

    /** The rows due up to `untilMs`, soonest first, with the time when each can be taken, and whether it is leased now. */
    async due(untilMs: number, limit: number): Promise<{ key: string; atMs: number; isLeased: boolean }[]> {
      const { rows } = await sql<{ key: string; due_at: number; lease_until: number }>`
        select ${sql.ref(key)} as key, due_at, lease_until from ${table}
        where ${work} and due_at <= ${untilMs} order by due_at limit ${limit}`.execute(db);
      return rows.map((row) => ({
        key: row.key,
        atMs: Math.max(row.due_at, row.lease_until),
        isLeased: row.lease_until > now(),
      }));
    },

    /** Leases a due row; undefined where it is not due or another process holds it. */
    async take(rowKey: string): Promise<Row | undefined> {
      const until = now() + leaseMs;
      const { rows } = await sql<Row>`
        update ${table} set lease_owner = ${owner}, lease_until = ${until}, due_at = ${until},
          ${sql.ref(fence)} = ${sql.ref(fence)} + 1, attempts = attempts + 1
        where ${sql.ref(key)} = ${rowKey} and ${work} and due_at <= ${now()} and lease_until <= ${now()}
        returning *`.execute(db);
      return rows[0];
    },

    /** The columns of a row that is inserted already leased to this process, its first try counted. */
    newLease: () => ({
      lease_owner: owner,
      lease_until: now() + leaseMs,
      due_at: now() + leaseMs,
      attempts: 1,
    }),

    /** Extends the lease; does nothing where this process no longer has it. */
    async renew(row: Row): Promise<void> {
      const until = now() + leaseMs;
      await sql`update ${table} set lease_until = ${until}, due_at = ${until} where ${held(row)}`.execute(db);
    },

    /** Ends the lease with these changes. @returns the row after them. @throws LeaseLost */
    async end(row: Row, values: Changes<N>, trx: Kysely<Tables> = db): Promise<Row> {
      const { rows } = await sql<Row>`
        update ${table} set lease_owner = null, lease_until = 0, ${assigned(values)}
        where ${held(row)} and ${work} returning *`.execute(trx);
      const [changed] = rows;
      if (!changed) throw new LeaseLost();
      return changed;
    },

    /** Lets another process take the row now; what this one still does to it under the lease fails. */
    async release(row: Row): Promise<void> {
      await sql`
        update ${table} set lease_owner = null, lease_until = 0, due_at = ${now()},
          ${sql.ref(fence)} = ${sql.ref(fence)} + 1
        where ${held(row)}`.execute(db);
    },
  };
}
