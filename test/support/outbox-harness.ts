/** An outbox for tests: a real database, a real connection, waits of milliseconds, and its log. */
import { onTestFinished } from 'vitest';
import type { Clock } from '../../server/core/clock.ts';
import { createLog } from '../../server/core/observability/log.ts';
import type { Encryption } from '../../server/core/store/encryption.ts';
import type { Store } from '../../server/core/store/store.ts';
import { createOutbox, type Writes } from '../../server/upstream/writes/outbox.ts';
import type { CompletedHandler, LogicalWrite, WriteState } from '../../server/upstream/writes/write.ts';
import { newJobs } from './jobs.ts';
import { newEncryption } from './keys.ts';
import { identityAnswer, saveIdentity } from './save-identity.ts';
import { type Answer, scriptedServer, success } from './scripted-server.ts';
import { newTestStore, type StoreKind } from './test-stores.ts';
import { upstreamHttp } from './upstream-client.ts';

/** The service saved the identity. */
export const saved = success(identityAnswer, 201);

export interface Harness {
  outbox: {
    /** Waits for a write and returns its state. @param waitTimeoutMs @default longer than any test */
    drive(id: string, waitTimeoutMs?: number): Promise<WriteState>;
    reopen(id: string): Promise<void>;
    isParked(id: string): Promise<boolean>;
    /** In a transaction of its own. */
    enqueue(write: LogicalWrite, ownerId?: string): Promise<string>;
    onCompleted(handler: CompletedHandler<'full_api', null>): void;
    start(): void;
    stop(): Promise<void>;
  };
  /** Resolves when the process has nothing to do now (`Jobs.idle`). */
  idle(): Promise<void>;
  /** Tells the outbox whether the service has responded. */
  reached(hasResponded: boolean): void;
  writes: Writes<'full_api', null>;
  store: Store;
  encryption: Encryption;
  /** Every line logged so far. */
  logged: { event: string; [field: string]: unknown }[];
  /** Commits a write, as a module would. */
  commit(write?: LogicalWrite, ownerId?: string): Promise<string>;
  row(id: string): Promise<Awaited<ReturnType<typeof readRow>>>;
}

type Options = Parameters<typeof createOutbox<'full_api'>>[0];

/**
 * Creates an outbox for the service at `url`. It ends with the test.
 * @param over options in place of the defaults
 */
export function outboxHarness(
  store: Store,
  url: string,
  over: Partial<Omit<Options, 'settings' | 'flow' | 'jobs'>> & {
    settings?: Partial<Options['settings']>;
    apiKey?: string;
    timeoutMs?: number;
    /** A clock, or the current time in milliseconds since the epoch. @default Date.now */
    clock?: Clock | (() => number);
  } = {},
): Harness {
  const { settings, apiKey = 'prefix.secret', timeoutMs = 60_000, clock, ...rest } = over;
  const encryption = over.encryption ?? newEncryption();
  const logged: Harness['logged'] = [];
  const jobs = newJobs(store, clock);
  const outbox = createOutbox({
    flow: 'full_api',
    store,
    encryption,
    jobs,
    http: upstreamHttp(url, { apiKey, timeoutMs }),
    log: createLog('trace', {
      write: (line) => void logged.push(JSON.parse(line) as Harness['logged'][number]),
    }),
    ...rest,
    settings: {
      waitTimeoutMs: 2_500,
      leaseMs: 5_000,
      retryLimit: 6,
      retryBaseMs: 10,
      retryCapMs: 40,
      parkedRetryMs: 60_000,
      probeMs: 60_000,
      ...settings,
    },
  });
  let onCompleted: CompletedHandler<'full_api', null> = async () => {};
  const writes = outbox.owner<null>('journey', (completed, commit) => onCompleted(completed, commit));
  const enqueue = (write: LogicalWrite, ownerId = 'journey-1') =>
    store.transaction((trx) => writes.enqueue(trx, { ownerId, customerId: 'customer-1', write }));
  onTestFinished(() => jobs.stop());
  return {
    outbox: {
      drive: async (id, waitTimeoutMs = 300_000) => (await writes.wait(id, waitTimeoutMs)).state,
      reopen: writes.reopen,
      isParked: async (id) => (await writes.parkedAs(id)) !== null,
      enqueue,
      onCompleted(handler) {
        onCompleted = handler;
      },
      start: jobs.start,
      stop: jobs.stop,
    },
    idle: jobs.idle,
    reached: outbox.reached,
    writes,
    store,
    encryption,
    logged,
    commit: (write = saveIdentity(), ownerId) => enqueue(write, ownerId),
    row: (id) => readRow(store, id),
  };
}

/** Creates the same over a scripted upstream. */
export async function upstreamHarness(
  kind: StoreKind,
  script: Answer[],
  over: Parameters<typeof outboxHarness>[2] = {},
): Promise<Harness & Awaited<ReturnType<typeof scriptedServer>>> {
  const server = await scriptedServer(...script);
  return { ...outboxHarness(await newTestStore(kind), server.url, over), ...server };
}

const readRow = (store: Store, id: string) =>
  store.db.selectFrom('writes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
