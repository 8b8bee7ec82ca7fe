/**
 * The references of failed requests, so that support finds a failure from what a user reads out, also before there is a
 * booking. A killed process loses those of its last second.
 */
import type { Context } from 'koa';
import { failedRecordOf, routeOf } from '../../api/http/request-record.ts';
import type { Activity } from '../../core/activity.ts';
import type { Clock } from '../../core/clock.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import type { FailedRequestRow } from '../../core/store/access-log-tables.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import { createRecordBuffer } from './record-buffer.ts';

/** How long a reference is kept, in milliseconds: as long as support searches the responses of the service. */
export const failuresKeptMs = 90 * 24 * 60 * 60_000;
/** How many failures wait while the database is away. More are only in the log. */
const waitingAtMost = 1_000;

interface FailedRequestsDeps {
  store: Store;
  keys: Pick<ServerKeys, 'pseudonymOf'>;
  clock: Clock;
  activity: Activity;
  log: Log;
}

/** The failed requests of one process. */
export interface FailedRequests {
  /** Records a request whose status is final, if a user may see its reference. Never throws. */
  record(ctx: Context): void;
  /** Stores what waits, once; does not reject. */
  close(): Promise<void>;
}

/**
 * Creates the recorder of failed requests. It writes them together, within about a second, and runs no statement before
 * the first failure. While the database is away it keeps a limited number, and drops newer ones.
 */
export function createFailedRequests({
  store,
  keys,
  clock,
  activity,
  log,
}: FailedRequestsDeps): FailedRequests {
  const batcher = createRecordBuffer<FailedRequestRow>({
    clock,
    activity,
    waitingAtMost,
    async write(batch) {
      // A batch that failed may be committed although its response was lost.
      const added = store.db.insertInto('failed_requests').values(batch);
      await added.onConflict((conflict) => conflict.doNothing()).execute();
    },
    onFailed: (error, count) => log('failed_requests.not_written', { count, ...describeError(error) }),
  });
  return {
    record(ctx) {
      const failure = failureOf(ctx, keys, clock.now());
      if (failure) batcher.add(failure);
    },
    close: batcher.close,
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
