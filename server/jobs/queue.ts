/**
 * Does the work of one leased table: finds rows that are due, takes them, renews each lease while its work runs, and
 * tries again with backoff. It looks when woken, when the next known row is due, and when the fallback poll of
 * `createJobs` says that something is due.
 */
import type { Kysely } from 'kysely';
import type { LeaseColumns, Tables } from '../store/tables.ts';
import { type BackoffSettings, backoffMs } from '../upstream/backoff.ts';
import type { Clock } from './clock.ts';
import {
  type Changes,
  createLeasedRows,
  type LeasedRows,
  type LeasedTable,
  type LeasedTableName,
  LeaseLost,
  noLease,
} from './leased-table.ts';
import { createWaker } from './waker.ts';

/** A row that this process has taken. */
export interface Lease<N extends LeasedTableName> {
  row: Tables[N];
  /**
   * Ends the lease with these changes, in the caller's transaction if there is one.
   * @returns the row after them. @throws LeaseLost
   */
  end(values: Changes<N>, trx?: Kysely<Tables>): Promise<Tables[N]>;
  /**
   * Ends the lease and makes the row due again, after what the upstream asked for or else by exponential backoff.
   * @returns the wait in milliseconds. @throws LeaseLost
   */
  retry(askedMs?: number | null): Promise<number>;
}

export interface QueueOptions<N extends LeasedTableName, R> {
  table: LeasedTable<N>;
  /**
   * Does the work of a row and ends its lease, by `lease` or by changing the row itself. Where it throws, the error is
   * reported to `onError` and the row is tried again.
   */
  work(lease: Lease<N>): Promise<R>;
  /** An error of `work`, or of the queue itself (`row` null), which goes on after each. */
  onError(error: unknown, row: Tables[N] | null): void;
  backoff(row: Tables[N]): BackoffSettings;
  /** Rows that this process takes at a time when it looks; `run` and `begin` are not limited. */
  concurrency: number;
  /** How soon other processes take over what a dead one held. @default 5,000 ms */
  leaseMs?: number;
  /** How long after the start this process first looks for due rows. @default 0 ms */
  firstLookMs?: number;
}

export interface Queue<N extends LeasedTableName, R> {
  /** Looks for due rows now. */
  wake(): void;
  /** Looks for due rows at `atMs`, unless it looks earlier anyway. */
  wakeAt(atMs: number): void;
  /** Takes a row and begins its work; undefined where it cannot be taken now. */
  run(key: string): Promise<UnderWay<N, R> | undefined>;
  /** Begins the work of a row that was inserted with `newLease`, after the commit. */
  begin(row: Tables[N]): void;
  /**
   * The lease columns of a row that is inserted already leased, so that taking it is no statement of its own; of a row
   * for other processes where this one is stopping.
   */
  newLease(): LeaseColumns;
  /** The work under way here for this key, if any. */
  underWay(key: string): UnderWay<N, R> | undefined;
}

/** Work that this process is doing. */
export interface UnderWay<N extends LeasedTableName, R> {
  row: Tables[N];
  /** Its result, undefined where it failed; never rejects. */
  done: Promise<R | undefined>;
}

/** What `createJobs` drives a queue by. */
export interface DrivenQueue {
  nextDue: LeasedRows<LeasedTableName>['nextDue'];
  wake(): void;
  wakeAt(atMs: number): void;
  start(): void;
  /** Takes nothing new. @returns resolves when no work is under way */
  close(): Promise<void>;
  /** Lets other processes take what is still under way. */
  release(): Promise<void>;
}

const defaultLeaseMs = 5_000;
/** How far ahead the next due times are looked up; as far as the fallback poll is apart. */
export const horizonMs = 5_000;
/** How often a row that another process holds is looked at. */
const watchMs = 1_000;
/** After the database failed. */
const failedWaitMs = 1_000;

export function createQueue<N extends LeasedTableName, R>(
  options: QueueOptions<N, R>,
  deps: {
    db: Kysely<Tables>;
    clock: Clock;
    owner: string;
    /** @default Math.random */
    random?: () => number;
    /** More is due than this process takes. */
    onSaturated(): void;
  },
): Queue<N, R> & DrivenQueue {
  const { table, work, onError, backoff, concurrency } = options;
  const { leaseMs = defaultLeaseMs, firstLookMs = 0 } = options;
  const { db, clock, owner, random = Math.random, onSaturated } = deps;
  const rows = createLeasedRows(db, table, { owner, leaseMs, now: clock.now });
  const underWay = new Map<string, UnderWay<N, R>>();
  let isClosed = false;
  /** When work under way has ended. */
  let lookAgain = false;
  const waker = createWaker(clock, () =>
    takeDue().catch((error: unknown) => {
      onError(error, null);
      waker.wakeAt(clock.now() + failedWaitMs);
    }),
  );
  const { wake, wakeAt } = waker;

  async function takeDue(): Promise<void> {
    const limit = concurrency * 2;
    const found = await rows.due(clock.now() + horizonMs, limit);
    const others = found.filter(({ key }) => !underWay.has(key));
    const ready = others.filter(({ atMs }) => atMs <= clock.now());
    let left = 0;
    for (const { key } of ready)
      if (underWay.size < concurrency) await run(key);
      else left += 1;
    if (left > 0) onSaturated();
    // A row that is due again while its work ends here counts too.
    lookAgain = left > 0 || found.some(({ key, atMs }) => underWay.has(key) && atMs <= clock.now());
    const more = found.length === limit && (found.at(-1)?.atMs ?? 0) <= clock.now();
    if (more && underWay.size < concurrency) wake();
    const later = others.filter(({ atMs }) => atMs > clock.now());
    // What another process holds may be released any time, and at SQLite no message tells it.
    const againAt = ({ atMs, isLeased }: (typeof later)[number]) =>
      isLeased ? Math.min(atMs, clock.now() + watchMs) : atMs;
    if (later.length > 0) wakeAt(Math.min(...later.map(againAt)));
  }

  function leaseOf(row: Tables[N]): Lease<N> {
    return {
      row,
      end: (values, trx) => rows.end(row, values, trx),
      async retry(askedMs = null) {
        const waitMs = backoffMs(row.attempts, askedMs, backoff(row), random);
        await rows.end(row, { due_at: clock.now() + waitMs } as Changes<N>);
        wakeAt(clock.now() + waitMs);
        return waitMs;
      },
    };
  }

  async function doWork(row: Tables[N]): Promise<R | undefined> {
    const lease = leaseOf(row);
    try {
      return await whileRenewing(
        clock,
        leaseMs,
        () => rows.renew(row),
        () => work(lease),
      );
    } catch (error) {
      onError(error, row);
      // Should this fail too, the lease runs out and the row is taken up again.
      await lease.retry().catch((failure: unknown) => {
        if (!(failure instanceof LeaseLost)) wakeAt(clock.now() + leaseMs);
      });
      return undefined;
    }
  }

  function begin(row: Tables[N]): UnderWay<N, R> {
    const key = rows.keyOf(row);
    const done = doWork(row).finally(() => {
      underWay.delete(key);
      if (lookAgain) wake();
    });
    const begun = { row, done };
    underWay.set(key, begun);
    return begun;
  }

  async function run(key: string): Promise<UnderWay<N, R> | undefined> {
    if (isClosed || underWay.has(key)) return undefined;
    const row = await rows.take(key);
    return row && begin(row);
  }

  return {
    nextDue: rows.nextDue,
    wake,
    wakeAt,
    run,
    newLease: () => (isClosed ? { ...noLease, due_at: clock.now(), attempts: 0 } : rows.newLease()),
    begin(row) {
      if (!isClosed) begin(row);
      else if (row.lease_owner !== null)
        void rows.release(row).catch((error: unknown) => onError(error, null));
    },
    underWay: (key) => underWay.get(key),
    start: () => waker.start(clock.now() + firstLookMs),
    async close() {
      isClosed = true;
      await waker.close();
      await Promise.all([...underWay.values()].map(({ done }) => done));
    },
    async release() {
      await Promise.all([...underWay.values()].map(({ row }) => rows.release(row)));
    },
  };
}

/** Renews a lease for as long as `work` runs. Should a renewal fail, the next one may not. */
async function whileRenewing<R>(
  clock: Clock,
  leaseMs: number,
  renew: () => Promise<void>,
  work: () => Promise<R>,
): Promise<R> {
  let cancel = () => {};
  const renewLater = () => {
    cancel = clock.after(leaseMs / 4, () => {
      void renew().catch(() => {});
      renewLater();
    });
  };
  renewLater();
  try {
    return await work();
  } finally {
    cancel();
  }
}
