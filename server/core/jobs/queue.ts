/**
 * Does the work of one leased table: finds due rows, takes them, renews each lease while its work runs, and retries
 * with backoff. The queue looks for work when it is woken, when the next known row is due, and when the fallback poll
 * of `createJobs` finds due work.
 */
import type { Kysely } from 'kysely';
import type { Activity } from '../activity.ts';
import type { Clock } from '../clock.ts';
import { type LeaseColumns, noLease } from '../store/lease-columns.ts';
import type { Tables } from '../store/tables.ts';
import { createLeasedRows, type LeasedRows, type LeasedTable, type LeasedTableName } from './leased-table.ts';
import { type Begun, createRunner, type RunningWork, type WorkOptions } from './runner.ts';
import { createWaker } from './waker.ts';

export type { Lease } from './runner.ts';

/** A queue: its table, its work and its limits. */
export interface QueueOptions<N extends LeasedTableName, R> extends WorkOptions<N, R> {
  table: LeasedTable<N>;
  /** How many rows the queue takes at a time by itself; `run` and `begin` are not limited. */
  concurrency: number;
  /** How soon other processes take over the work of a crashed process. @default 5,000 ms */
  leaseMs?: number;
  /** How long after the start this process first looks for due rows. @default 0 ms */
  firstLookMs?: number;
}

/** One leased table's work in this process. */
export interface Queue<N extends LeasedTableName, R> {
  /** Looks for due rows now. */
  wake(): void;
  /** Looks for due rows at `atMs` (milliseconds since the epoch), unless it looks earlier anyway. */
  wakeAt(atMs: number): void;
  /** Takes a row and begins its work; undefined if it cannot be taken now. @throws StoreUnavailable */
  run(key: string): Promise<RunningWork<N, R> | undefined>;
  /** Begins the work of a row that was inserted with `newLease`, after the commit. */
  begin(row: Tables[N], begun?: Begun): void;
  /**
   * The lease columns of a row that is inserted with a lease, so that taking it needs no statement of its own. If this
   * process is stopping, the columns leave the row to other processes.
   */
  newLease(): LeaseColumns;
  /** The work in this process for this key; undefined if none runs. */
  underWay(key: string): RunningWork<N, R> | undefined;
}

/** The members of a queue that `createJobs` uses. */
export interface DrivenQueue {
  nextDue: LeasedRows<LeasedTableName>['nextDue'];
  wake(): void;
  wakeAt(atMs: number): void;
  /** Begins to take work. */
  start(): void;
  /** Takes no new work. @returns resolves when no work is running */
  close(): Promise<void>;
  /** Releases running work to other processes. */
  release(): Promise<void>;
}

const defaultLeaseMs = 5_000;
/** How far ahead the queue looks up due times; the interval of the fallback poll. */
export const horizonMs = 5_000;
/** How often the queue checks a row that another process holds. */
const watchMs = 1_000;
/** The wait after a failure of the database. */
const failedWaitMs = 1_000;

interface QueueDeps {
  db: Kysely<Tables>;
  clock: Clock;
  activity: Activity;
  /** Names this process; different in each process. */
  owner: string;
  /** Called if more work is due than this process takes. */
  onSaturated(): void;
}

/**
 * Creates the queue of one leased table. It takes no work before `createJobs` starts it. Errors go to
 * `options.onError`.
 */
export function createQueue<N extends LeasedTableName, R>(
  options: QueueOptions<N, R>,
  deps: QueueDeps,
): Queue<N, R> & DrivenQueue {
  const { table, onError, concurrency, leaseMs = defaultLeaseMs, firstLookMs = 0 } = options;
  const { db, clock, activity, owner, onSaturated } = deps;
  const rows = createLeasedRows(db, table, { owner, leaseMs, now: clock.now });
  let isClosed = false;
  /** Whether to look again when work under way ends. */
  let lookAgain = false;
  const waker = createWaker({ clock, activity }, () =>
    takeDue().catch((error: unknown) => {
      onError(error, null);
      waker.wakeAt(clock.now() + failedWaitMs);
    }),
  );
  const { wake, wakeAt } = waker;
  const { underWay, begin } = createRunner(options, {
    ...deps,
    rows,
    leaseMs,
    wakeAt,
    onEnd: () => lookAgain && wake(),
  });

  async function takeDue(): Promise<void> {
    const limit = concurrency * 2;
    const found = await rows.due(clock.now() + horizonMs, limit);
    const others = found.filter(({ key }) => !underWay.has(key));
    let left = 0;
    for (const { key } of others.filter(({ atMs }) => atMs <= clock.now()))
      if (underWay.size < concurrency) await run(key);
      else left += 1;
    if (left > 0) onSaturated();
    // A row that becomes due again while its work ends here counts too.
    lookAgain = left > 0 || found.some(({ key, atMs }) => underWay.has(key) && atMs <= clock.now());
    const more = found.length === limit && (found.at(-1)?.atMs ?? 0) <= clock.now();
    if (more && underWay.size < concurrency) wake();
    const later = others.filter(({ atMs }) => atMs > clock.now());
    if (later.length > 0) wakeAt(Math.min(...later.map((row) => lookAtMs(row, clock.now()))));
  }

  async function run(key: string): Promise<RunningWork<N, R> | undefined> {
    if (isClosed || underWay.has(key)) return undefined;
    const row = await rows.take(key);
    return row && begin(row);
  }

  return {
    nextDue: rows.nextDue,
    wake,
    wakeAt,
    run,
    newLease: () => (isClosed ? { ...noLease, due_at: clock.now() } : rows.newLease()),
    begin(row, begun) {
      if (!isClosed) begin(row, begun);
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

/** Another process may release its rows at any time, and with SQLite no message announces it. */
const lookAtMs = ({ atMs, isLeased }: { atMs: number; isLeased: boolean }, nowMs: number) =>
  isLeased ? Math.min(atMs, nowMs + watchMs) : atMs;
