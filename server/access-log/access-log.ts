/** The access log: who viewed or changed which health data (server/access-log.md). */
import type { Clock } from '../jobs/clock.ts';
import type { Log } from '../observability/log.ts';
import type { ServerKeys } from '../store/server-keys.ts';
import type { Store } from '../store/store.ts';
import { type AccessLogWriter, createWriter } from './writer.ts';

export type { AccessEntry, AccessLog, Actor } from './entry.ts';

/** Creates the access log of this process. It runs no statement before the first record. */
export function createAccessLog(deps: {
  store: Store;
  keys: ServerKeys;
  clock: Clock;
  log: Log;
}): AccessLogWriter {
  return createWriter({ ...deps, onWritten() {} });
}
