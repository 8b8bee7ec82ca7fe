/**
 * Runs the work of rows that this process has taken: each under a lease that is renewed while the work runs, and with a
 * retry after an error.
 */
import type { Kysely } from 'kysely';
import type { Activity } from '../activity.ts';
import type { Clock } from '../clock.ts';
import type { Tables } from '../store/tables.ts';
import { type BackoffSettings, backoffMs } from './backoff.ts';
import { type Changes, type LeasedRows, type LeasedTableName, LeaseLost } from './leased-table.ts';

/** A row that this process has taken. */
export interface Lease<N extends LeasedTableName> {
  row: Tables[N];
  /**
   * Ends the lease with these changes, at least one, in the caller's transaction if there is one. Without a new
   * `due_at` the row stays due at the lease's end.
   * @returns the row after them. @throws LeaseLost
   */
  end(values: Changes<N>, trx?: Kysely<Tables>): Promise<Tables[N]>;
  /**
   * Ends the lease and makes the row due again, after the wait that the upstream asked for or else by exponential
   * backoff.
   * @param askedMs the wait that the upstream asked for, in milliseconds; null if it asked for none
   * @returns the wait in milliseconds. @throws LeaseLost
   */
  retry(askedMs?: number | null): Promise<number>;
}

/** The data that the process passes from the insert of a row to its work. */
export interface Begun {
  /** The owner of the row, as it was committed with the row. */
  owner?: unknown;
}

/** The work of a queue, and its errors. */
export interface WorkOptions<N extends LeasedTableName, R> {
  /**
   * Does the work of a row and ends its lease, by `lease` or by changing the row itself. If it throws, `onError`
   * receives the error and the row is retried.
   * @param begun what `begin` passed on. @default nothing: the row was taken from the database
   */
  work(lease: Lease<N>, begun: Begun): Promise<R>;
  /** Receives an error of `work`, or of the queue itself (`row` is null). The queue continues. It must not throw. */
  onError(error: unknown, row: Tables[N] | null): void;
  /** The waits before the next attempts of a row. */
  backoff(row: Tables[N]): BackoffSettings;
}

/** Work that this process is doing. */
export interface RunningWork<N extends LeasedTableName, R> {
  row: Tables[N];
  /** The result; undefined if the work failed. Never rejects. */
  done: Promise<R | undefined>;
}

/** Creates the runner of one queue. @returns `begin` for rows that are taken, and the running work by key */
export function createRunner<N extends LeasedTableName, R>(
  { work, onError, backoff }: WorkOptions<N, R>,
  deps: {
    rows: LeasedRows<N>;
    clock: Clock;
    activity: Activity;
    leaseMs: number;
    wakeAt(atMs: number): void;
    /** Called when a row's work has ended. */
    onEnd(): void;
  },
) {
  const { clock, activity, rows, leaseMs, wakeAt, onEnd } = deps;
  const underWay = new Map<string, RunningWork<N, R>>();

  const leaseOf = (row: Tables[N]): Lease<N> => ({
    row,
    end: (values, trx) => rows.end(row, values, trx),
    async retry(askedMs = null) {
      const waitMs = backoffMs(row.attempts, askedMs, backoff(row));
      await rows.end(row, { due_at: clock.now() + waitMs } as Changes<N>);
      wakeAt(clock.now() + waitMs);
      return waitMs;
    },
  });

  async function doWork(row: Tables[N], begun: Begun): Promise<R | undefined> {
    const lease = leaseOf(row);
    try {
      return await whileRenewing(
        clock,
        leaseMs,
        () => rows.renew(row),
        () => work(lease, begun),
      );
    } catch (error) {
      onError(error, row);
      // If this fails too, the lease expires and the row is taken again.
      await lease.retry().catch((failure: unknown) => {
        if (!(failure instanceof LeaseLost)) wakeAt(clock.now() + leaseMs);
      });
      return undefined;
    }
  }

  function begin(row: Tables[N], begun: Begun = {}): RunningWork<N, R> {
    const key = rows.keyOf(row);
    const done = activity.track(
      doWork(row, begun).finally(() => {
        underWay.delete(key);
        onEnd();
      }),
    );
    const running = { row, done };
    underWay.set(key, running);
    return running;
  }

  return { underWay: underWay as ReadonlyMap<string, RunningWork<N, R>>, begin };
}

/** Renews a lease while `work` runs. A failed renewal does not stop the next one. */
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
