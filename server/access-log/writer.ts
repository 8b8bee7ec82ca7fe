/**
 * Collects the records of this process and stores them in batches: one each second, or as soon as a batch is full. A
 * killed process loses the records of its last second.
 */
import type { Clock } from '../jobs/clock.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import type { ServerKeys } from '../store/server-keys.ts';
import type { Store } from '../store/store.ts';
import { afterFailure, append, type LooseRecord, newChain, type OpenChain } from './chain-rows.ts';
import type { AccessEntry, AccessLog } from './entry.ts';

/** How long a record waits for others. */
export const batchEveryMs = 1_000;
/** How many records one statement adds. */
const batchSize = 200;
/** How many records wait while the database is away; about 30 MiB. */
const waitingAtMost = 50_000;

interface WriterDeps {
  store: Store;
  keys: ServerKeys;
  clock: Clock;
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
  const { keys, clock, log, onWritten } = deps;
  const chainDeps = { ...deps, now: clock.now };
  let chain = newChain();
  let waiting: LooseRecord[] = [];
  /** How many records the failed batch has; 0 after a success. */
  let inDoubt = 0;
  let cancelTimer: (() => void) | null = null;
  let lastWrite: Promise<void> = Promise.resolve();

  /** One batch at a time, so that the chain has one end. */
  function write(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    lastWrite = lastWrite.catch(() => {}).then(writeBatches);
    return lastWrite;
  }

  async function writeBatches(): Promise<void> {
    if (inDoubt > 0) await resolveDoubt();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      inDoubt = batch.length;
      written(await append(chainDeps, chain, batch));
    }
  }

  function written(after: OpenChain): void {
    chain = after;
    waiting = waiting.slice(inDoubt);
    inDoubt = 0;
    onWritten();
  }

  /** The failed batch may be committed. */
  async function resolveDoubt(): Promise<void> {
    const found = await afterFailure(chainDeps, chain, inDoubt);
    if (typeof found === 'object') return written(found);
    if (found === 'altered') {
      log('access_log.altered', { chain: chain.id });
      chain = newChain();
    }
    inDoubt = 0;
  }

  const writeInBackground = () =>
    write().catch((error: unknown) => {
      log('access_log.not_written', { count: waiting.length, ...describeError(error) });
      writeLater();
    });

  function writeLater(): void {
    cancelTimer ??= clock.after(batchEveryMs, () => void writeInBackground());
  }

  return {
    record(entry) {
      if (waiting.length >= waitingAtMost) return log('access_log.dropped');
      waiting.push(recordOf(entry, keys, clock.now()));
      if (waiting.length === batchSize) void writeInBackground();
      else writeLater();
    },
    flush: write,
    async close() {
      await writeInBackground();
      cancelTimer?.();
    },
  };
}

function recordOf(entry: AccessEntry, { pseudonymOf }: ServerKeys, at: number): LooseRecord {
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
