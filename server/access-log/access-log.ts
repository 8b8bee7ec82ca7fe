/** The access log: who viewed or changed which health data (server/access-log.md). */
import type { Context } from 'koa';
import type { Clock } from '../jobs/clock.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../observability/log.ts';
import type { ServerKeys } from '../store/server-keys.ts';
import type { Store } from '../store/store.ts';
import { deliverToSink } from './delivery.ts';
import { createFailedRequests } from './failed-requests.ts';
import { openSink, type SinkSettings } from './open-sink.ts';
import { purge } from './purge.ts';
import { entryOf } from './request-entry.ts';
import { type AccessLogWriter, createWriter } from './writer.ts';

export type { AccessEntry, AccessLog, Actor } from './entry.ts';

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
  deps: AccessLogDeps & { config: { accessLogSink: SinkSettings | null }; jobs: Jobs },
): ServerAccessLog {
  const { config, jobs, log } = deps;
  const { clock } = jobs;
  const sink = config.accessLogSink && openSink(config.accessLogSink, clock.now);
  const onWritten = sink ? deliverToSink({ ...deps, sink }) : () => {};
  const writer = createWriter({ ...deps, clock, onWritten });
  const failures = createFailedRequests({ ...deps, clock });
  return {
    ...writer,
    recordRequest(ctx) {
      const entry = entryOf(ctx);
      if (entry) writer.record(entry);
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
  createWriter({ ...deps, onWritten() {} });
