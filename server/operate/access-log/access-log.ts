/** The access log: who viewed or changed which health data (server/access-log.md). */
import type { Context } from 'koa';
import { recordFound, recordIdOf, recordsListed } from '../../api/http/request-record.ts';
import type { Operation } from '../../contract/server-api/operation.ts';
import type { Session } from '../../contract/token-api.ts';
import { createActivity } from '../../core/activity.ts';
import type { Clock } from '../../core/clock.ts';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Log } from '../../core/observability/log.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import { deliverToSink } from './delivery.ts';
import type { AccessEntry, AccessOutcome, Actor } from './entry.ts';
import { createFailedRequests } from './failed-requests.ts';
import { purge } from './purge.ts';
import { openSink, type SinkSettings } from './sink.ts';
import { type AccessLogWriter, createWriter } from './writer.ts';

export type { AccessEntry, AccessLog } from './entry.ts';

/** The access log of a server. */
export interface ServerAccessLog extends AccessLogWriter {
  /** Records a request whose status is final, as its operation declares, and its reference if it failed. */
  recordRequest(ctx: Context): void;
  /** Deletes the records before this time, in milliseconds since the epoch. */
  purge(beforeMs: number): Promise<void>;
}

interface AccessLogDeps {
  store: Store;
  keys: ServerKeys;
  log: Log;
}

/** Creates the access log of a server. It runs no statement before the first record. Call it before the jobs start. */
export function createAccessLog(
  deps: AccessLogDeps & { sink: SinkSettings | null; jobs: Jobs },
): ServerAccessLog {
  const { jobs, log } = deps;
  const { clock, activity } = jobs;
  const sink = deps.sink && openSink(deps.sink, clock.now);
  const onWritten = sink ? deliverToSink({ ...deps, sink }) : () => {};
  const writer = createWriter({ ...deps, clock, activity, onWritten });
  const failures = createFailedRequests({ ...deps, clock, activity });
  return {
    ...writer,
    recordRequest(ctx) {
      const entry = entryOf(ctx);
      for (const listed of entry ? listedEntries(ctx, entry) : []) writer.record(listed);
      failures.record(ctx);
    },
    purge: (beforeMs) =>
      purge({ ...deps, onAltered: (chain) => log('access_log.altered', { chain }) }, beforeMs),
    async close() {
      await Promise.all([writer.close(), failures.close()]);
      await sink?.close();
    },
  };
}

/** Creates the access log of a command, which stores its records with `flush`. A running server delivers them. */
export const createCommandAccessLog = (deps: AccessLogDeps & { clock: Clock }): AccessLogWriter =>
  createWriter({ ...deps, activity: createActivity(), onWritten() {} });

const tooManyRequests = 429;
const notFound = 404;
const forbidden = 403;

/**
 * Makes the entry of a request whose status is final. Null if the operation touches no health data, if nobody was signed
 * in and no signature was valid, or if the rate limit refused the request before any work. The operations of the API
 * declare what is recorded, so that a route cannot forget it: neither an operation without `access` nor a route without
 * an operation compiles.
 */
function entryOf(ctx: Context): AccessEntry | null {
  const operation: Operation | undefined = ctx.state.operation;
  const actor = actorOf(ctx);
  if (!operation || 'none' in operation.access || !actor || ctx.status === tooManyRequests) return null;
  const { record: kind, action } = operation.access;
  return {
    actor,
    customerId: customerOf(ctx, actor),
    record: { kind, id: recordIdOf(ctx) ?? null },
    action,
    outcome: outcomeOf(ctx.status),
    status: ctx.status,
    requestId: ctx.state.requestId,
  };
}

/** The entry itself, or one for each record of a list of several customers, if the list has any. */
function listedEntries(ctx: Context, entry: AccessEntry): AccessEntry[] {
  const listed = recordsListed(ctx);
  if (!listed?.length) return [entry];
  return listed.map(({ id, customerId }) => ({ ...entry, customerId, record: { ...entry.record, id } }));
}

function actorOf(ctx: Context): Actor | null {
  const session: Session | undefined = ctx.state.session;
  if (session) return { role: session.role, id: session.subject };
  // Only the route of deliveries finds a record without a session, after it has verified the signature.
  return recordFound(ctx) ? { role: 'service' } : null;
}

/** A customer's own record, unless the server says that it is none. */
function customerOf(ctx: Context, actor: Actor): string | null {
  const found = recordFound(ctx)?.customerId;
  if (found !== undefined) return found;
  const isOwn = actor.role === 'customer' && ctx.status !== notFound && ctx.status !== forbidden;
  return isOwn ? actor.id : null;
}

function outcomeOf(status: number): AccessOutcome {
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}
