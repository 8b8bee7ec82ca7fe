/** Stores the records of this process in batches. A killed process loses the records of its last second. */
import { LRUCache } from 'lru-cache';
import type { Activity } from '../../core/activity.ts';
import type { Clock } from '../../core/clock.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import { afterFailure, append, type LooseRecord, newChain } from './chain-rows.ts';
import type { AccessEntry, AccessLog } from './entry.ts';
import { createRecordBuffer } from './record-buffer.ts';

/** How many pseudonyms of users are kept in memory: a user's requests follow each other. */
const cachedPseudonyms = 1_000;
/** How many records wait while the database is away; about 30 MiB. */
const waitingAtMost = 50_000;

interface WriterDeps {
  store: Store;
  keys: ServerKeys;
  clock: Clock;
  activity: Activity;
  log: Log;
  /** Called after each batch. */
  onWritten: () => void;
}

/** The access log of one process. */
export interface AccessLogWriter extends AccessLog {
  /** Stores what waits, once; does not reject. */
  close(): Promise<void>;
}

/** Creates the writer. It runs no statement before the first record. */
export function createWriter(deps: WriterDeps): AccessLogWriter {
  const { keys, clock, activity, log, onWritten } = deps;
  const chainDeps = { ...deps, now: clock.now };
  const pseudonyms = new LRUCache<string, string>({ max: cachedPseudonyms, memoMethod: keys.pseudonymOf });
  let chain = newChain();
  /** The batch that failed last; it may be committed. */
  let inDoubt: readonly LooseRecord[] | null = null;

  const batcher = createRecordBuffer<LooseRecord>({
    clock,
    activity,
    waitingAtMost,
    async write(batch) {
      const found = inDoubt === batch ? await afterFailure(chainDeps, chain, batch.length) : null;
      if (found === 'altered') {
        log('access_log.altered', { chain: chain.id });
        chain = newChain();
      }
      inDoubt = batch;
      chain = found !== null && typeof found === 'object' ? found : await append(chainDeps, chain, batch);
      inDoubt = null;
      onWritten();
    },
    onFailed: (error, count) => log('access_log.not_written', { count, ...describeError(error) }),
  });

  return {
    record(entry) {
      if (!batcher.add(recordOf(entry, (id) => pseudonyms.memo(id), clock.now()))) log('access_log.dropped');
    },
    flush: batcher.flush,
    close: batcher.close,
  };
}

function recordOf(entry: AccessEntry, pseudonymOf: ServerKeys['pseudonymOf'], at: number): LooseRecord {
  const { actor, customerId, record, action, outcome, status, requestId } = entry;
  return {
    at,
    actor: nameOf(actor, pseudonymOf),
    role: actor.role,
    subject: customerId === null ? null : pseudonymOf(customerId),
    record_kind: record.kind,
    record_id: record.id,
    action,
    outcome,
    status: status ?? null,
    request_id: requestId ?? null,
  };
}

function nameOf(actor: AccessEntry['actor'], pseudonymOf: ServerKeys['pseudonymOf']): string {
  if (actor.role === 'operator') return `operator:${actor.name}`;
  return actor.role === 'service' ? 'service' : pseudonymOf(actor.id);
}
