/**
 * The references of failed requests, so that support finds a failure from what a user reads out, also before there is a
 * booking. Batched once a second, like the access log; a killed process loses those of its last second.
 */
import type { Context } from 'koa';
import { failedRecordOf, routeOf } from '../http/request-record.ts';
import type { Clock } from '../jobs/clock.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import type { FailedRequestRow } from '../store/access-log-tables.ts';
import type { ServerKeys } from '../store/server-keys.ts';
import type { Store } from '../store/store.ts';

/** How long a reference is kept, in milliseconds: as long as support searches the responses of the service. */
export const failuresKeptMs = 90 * 24 * 60 * 60_000;
const batchEveryMs = 1_000;
/** How many failures one statement adds. */
const batchSize = 200;
/** How many failures wait while the database is away. More are only in the log. */
const waitingAtMost = 1_000;

interface FailedRequestsDeps {
  store: Store;
  keys: Pick<ServerKeys, 'pseudonymOf'>;
  clock: Clock;
  log: Log;
}

/** The failed requests of one process. */
export interface FailedRequests {
  /** Records a request whose status is final, if a user may see its reference. Never throws. */
  record(ctx: Context): void;
  /** Stores what waits, once; does not reject. */
  close(): Promise<void>;
}

/** Creates the failed requests. They run no statement before the first failure. */
export function createFailedRequests({ store, keys, clock, log }: FailedRequestsDeps): FailedRequests {
  let waiting: FailedRequestRow[] = [];
  let cancelTimer: (() => void) | null = null;

  async function write(): Promise<void> {
    cancelTimer = null;
    const batch = waiting.slice(0, batchSize);
    if (batch.length === 0) return;
    try {
      await store.db
        .insertInto('failed_requests')
        .values(batch)
        // The batch before may be committed although its response was lost.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      waiting = waiting.slice(batch.length);
    } catch (error) {
      log('failed_requests.not_written', { count: waiting.length, ...describeError(error) });
    }
    if (waiting.length > 0) writeLater();
  }

  function writeLater(): void {
    cancelTimer ??= clock.after(batchEveryMs, () => void write());
  }

  return {
    record(ctx) {
      const failure = failureOf(ctx, keys, clock.now());
      if (!failure || waiting.length >= waitingAtMost) return;
      waiting.push(failure);
      writeLater();
    },
    async close() {
      cancelTimer?.();
      await write();
      cancelTimer?.();
    },
  };
}

/** Null if no user sees the reference, or if nobody is signed in: strangers could otherwise fill the table. */
function failureOf(
  ctx: Context,
  { pseudonymOf }: Pick<ServerKeys, 'pseudonymOf'>,
  at: number,
): FailedRequestRow | null {
  const { session, problemCode, requestId, upstreamRequestId } = ctx.state;
  const route = routeOf(ctx);
  if (ctx.status < 400 || problemCode === undefined || route === null || session === undefined) return null;
  return {
    request_id: requestId,
    upstream_request_id: upstreamRequestId ?? null,
    at,
    method: ctx.method,
    route,
    status: ctx.status,
    code: problemCode,
    user_key: pseudonymOf(session.subject),
    record_id: failedRecordOf(ctx) ?? null,
  };
}
