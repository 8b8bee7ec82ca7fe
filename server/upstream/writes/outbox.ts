/**
 * Upstream writes as durable work (Limits; IDEM-01, IDEM-04, IDEM-05, IDEM-09, IDEM-11..IDEM-13, T12, T15).
 *
 * A write is a committed row before it is a request. The server makes its key and exact bytes once and sends the same
 * bytes until the upstream responds. If a process crashes, the next process that leases the row continues. The
 * transaction that completes a write also updates its owner, through the handler of the owner's kind.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Queue } from '../../core/jobs/queue.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import { afterCommit, type Store } from '../../core/store/store.ts';
import type { Tables, WriteRow } from '../../core/store/tables.ts';
import type { UpstreamHttp } from '../http.ts';
import type { Flow } from '../write-kinds.ts';
import { type Attempted, createAttemptWrite, type Handlers } from './attempt-write.ts';
import { reopenRefused, reopenWrites, sendParked, unreadableReason } from './operate.ts';
import { prepareWrite } from './prepare-write.ts';
import type {
  CompletedHandler,
  LogicalWrite,
  OwnerKind,
  ParkedAs,
  ParkedWrite,
  TestPoint,
  WriteSettings,
  WriteState,
} from './write.ts';
import { type WriteColumns, writeColumns } from './write-columns.ts';

/** The writes of one kind of owner. @typeParam O the owner as its handler commits it */
export interface Writes<F extends Flow, O> {
  /**
   * Makes the key and the bytes and inserts the write with a lease of this process, which sends it right after the
   * commit.
   * @param trx a transaction of `Store.transaction`
   * @param write.id @default a new id
   * @param write.completed how many writes of this kind the owner has completed. The owner's id, the kind and this
   *   number give the key, so that a restored server gives the same write the same key. @default the key is random
   * @param write.customerId the customer whose data key encrypts the write; `ofServer` if it belongs to no customer
   * @param write.owner the owner as the same transaction commits it, so that its handler need not load it. @default
   *   none
   * @returns the write's id
   * @throws Error if the body or the path does not fit the kind; nothing is inserted
   */
  enqueue(
    trx: Kysely<Tables>,
    write: {
      id?: string;
      ownerId: string;
      customerId: string;
      write: LogicalWrite<F>;
      completed?: number;
      owner?: O;
    },
  ): Promise<string>;
  /**
   * Waits for a write; the write continues after that. Starts the write if it is due and not running.
   * @param waitTimeoutMs for at most so long. @default as the outbox says
   * @returns its state, `due` if the time is up or this process stops; and its owner if this process has just committed
   *   it, null otherwise
   * @throws Error if the write does not exist
   */
  wait(writeId: string, waitTimeoutMs?: number): Promise<{ state: WriteState; owner: O | null }>;
  /** Makes a parked write due again, with the same key and bytes. */
  reopen(writeId: string): Promise<void>;
  /** Why the write is parked; null if it is not, and without a write. */
  parkedAs(writeId: string | null | undefined): Promise<ParkedAs | null>;
  /** Finds a parked write of an owner; null if there is none. */
  parkedOf(ownerId: string): Promise<ParkedWrite | null>;
}

/** The writes of one flow: sent under that flow's API key, and only of its kinds. */
export interface Outbox<F extends Flow = 'full_api'> {
  /** Creates the writes of one kind of owner. Call it once for each kind. */
  owner<O>(kind: OwnerKind, onCompleted: CompletedHandler<F, O>): Writes<F, O>;
  /** How long, in milliseconds, a response waits for the writes that it began, before the page is asked to poll. */
  waitTimeoutMs: number;
  /**
   * Tells whether the service has responded to a request of this process. After a time without a response, the first
   * one sends all writes again that wait for the service.
   */
  reached(hasResponded: boolean): void;
}

/** How often a wait checks a write that runs in another process. */
const watchMs = 100;
const concurrency = 16;

interface OutboxDeps<F extends Flow> {
  flow: F;
  store: Store;
  encryption: Encryption;
  jobs: Jobs;
  http: Pick<UpstreamHttp, 'attempt'>;
  settings: WriteSettings;
  log: Log;
  /** The failpoint of crash tests (write.ts). @default none */
  testPoint?: TestPoint | undefined;
  /**
   * The name of the API key. Writes that the service refused with 401 or 403 under another key become due again.
   * @default they stay parked until they are reopened
   */
  apiKeyName?: string | undefined;
}

/** How often a process looks for writes that another process, with the former API key, parked meanwhile. */
const reopenEveryMs = 10 * 60_000;

/**
 * Creates the outbox of one flow. Its writes run with the jobs. Its `owner` throws Error for a kind that has a handler
 * already.
 */
export function createOutbox<F extends Flow>(deps: OutboxDeps<F>): Outbox<F> {
  const { store, jobs } = deps;
  const { now } = jobs.clock;
  const columns = writeColumns(deps.encryption);
  const handlers: Handlers<F> = new Map();
  const queue = createWriteQueue({ ...deps, columns }, handlers);
  const wait = createWait(deps, queue);
  const { flow, apiKeyName } = deps;
  const reached = createReached(deps, queue);
  if (apiKeyName !== undefined)
    jobs.every(reopenEveryMs, async () => {
      if (await reopenRefused(store.db, { flow, apiKeyName, nowMs: now() })) jobs.wake();
    });

  const { waitTimeoutMs } = deps.settings;

  return {
    reached,
    waitTimeoutMs,
    owner<O>(kind: OwnerKind, onCompleted: CompletedHandler<F, O>): Writes<F, O> {
      if (handlers.has(kind)) throw new Error(`${kind} has its handler already`);
      handlers.set(kind, onCompleted as CompletedHandler<F, unknown>);
      return {
        enqueue: (trx, write) => enqueue({ ...deps, columns, queue }, kind, trx, write),
        wait: (id, withinMs = waitTimeoutMs) =>
          wait(id, withinMs) as Promise<{ state: WriteState; owner: O | null }>,
        reopen: async (id) => void (await reopenWrites(store.db, [id], now())),
        async parkedOf(ownerId) {
          const row = await store.db
            .selectFrom('writes')
            .select(['id', 'parked_reason'])
            .where('owner_id', '=', ownerId)
            .where('state', '=', 'parked')
            .executeTakeFirst();
          return row ? { as: parkedAs(row), writeId: row.id } : null;
        },
        async parkedAs(id) {
          const row = id ? await stateOf(store, id) : undefined;
          if (row?.state !== 'parked') return null;
          return parkedAs(row);
        },
      };
    },
  };
}

type WriteQueue = Queue<'writes', Attempted | undefined>;

/** Creates the queue of the flow's due writes; each is attempted under its lease. */
function createWriteQueue<F extends Flow>(
  deps: OutboxDeps<F> & { columns: WriteColumns },
  handlers: Handlers<F>,
): WriteQueue {
  const { flow, jobs, settings, log } = deps;
  const attemptWrite = createAttemptWrite({ ...deps, handlers, now: jobs.clock.now });
  const queue: WriteQueue = jobs.queue({
    table: {
      name: 'writes',
      key: 'id',
      fence: 'fence',
      work: sql`flow = ${sql.lit(flow)} and (state = 'due' or waits_for in ('service', 'reader'))`,
    },
    leaseMs: settings.leaseMs,
    concurrency,
    backoff: () => ({ baseMs: settings.retryBaseMs, capMs: settings.retryCapMs }),
    // Errors of a write are logged with the write.
    onError: (error, row) => row ?? log('write.worker_failed', describeError(error)),
    async work(lease, { owner = null }) {
      const attempted = await attemptWrite(lease, owner);
      if (attempted && 'dueAtMs' in attempted) queue.wakeAt(attempted.dueAtMs);
      return attempted;
    },
  });
  return queue;
}

/** Spares a service that responds to some requests and not to others. */
const betweenSendsMs = 10_000;

/**
 * Creates `Outbox.reached`, and sends parked writes again: those that wait for a reader at the start, because this
 * version may read what another could not; those that wait for the service once it responds, and until then one of them
 * at a time, to find out.
 */
function createReached<F extends Flow>(
  { flow, store, jobs, settings, log }: OutboxDeps<F>,
  queue: WriteQueue,
): Outbox<F>['reached'] {
  const { now, elapsed } = jobs.clock;
  let isAway = true;
  let sentAtMs = Number.NEGATIVE_INFINITY;
  const send = async (waitsFor: 'service' | 'reader', limit?: number) => {
    const found = await sendParked(store.db, { flow, waitsFor, nowMs: now(), ...(limit && { limit }) });
    if (found) queue.wake();
  };
  const sendAll = async () => {
    sentAtMs = elapsed();
    await send('service');
  };
  let isStart = true;
  jobs.every(settings.probeMs, async () => {
    if (isStart) await send('reader');
    isStart = false;
    await (isAway ? send('service', 1) : sendAll());
  });
  return (hasResponded) => {
    const isBack = isAway && hasResponded;
    isAway = !hasResponded;
    if (isBack && elapsed() - sentAtMs > betweenSendsMs)
      void sendAll().catch((error: unknown) => log('write.worker_failed', describeError(error)));
  };
}

/** Inserts a write with a lease of this process and starts it after the commit. */
async function enqueue<F extends Flow>(
  deps: OutboxDeps<F> & { columns: WriteColumns; queue: WriteQueue },
  kind: OwnerKind,
  trx: Kysely<Tables>,
  {
    id = randomUUID(),
    ownerId,
    customerId,
    write,
    completed,
    owner,
  }: Parameters<Writes<F, unknown>['enqueue']>[1],
): Promise<string> {
  const { flow, columns, jobs, queue, testPoint } = deps;
  const place = { id, customer_id: customerId };
  const derivedFrom = completed === undefined ? undefined : [ownerId, write.kind, completed];
  const prepared = await prepareWrite({ flow, columns, trx, now: jobs.clock.now }, place, write, derivedFrom);
  const row = { ...prepared, owner_id: ownerId, owner_kind: kind, ...queue.newLease() };
  await trx.insertInto('writes').values(row).execute();
  await testPoint?.('before_commit', { id, ownerId, kind: write.kind });
  afterCommit(trx, () => queue.begin(row, { owner }));
  return id;
}

const parkedAs = ({ parked_reason }: Pick<WriteRow, 'parked_reason'>): ParkedAs =>
  parked_reason === unreadableReason ? 'unreadable' : 'stalled';

const stateOf = ({ db }: Store, id: string) =>
  db
    .selectFrom('writes')
    .select(['state', 'parked_reason', 'due_at', 'lease_owner'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Creates the wait for a write, in this or another process, until it is completed or parked or the time is up. */
function createWait({ store, jobs }: Pick<OutboxDeps<Flow>, 'store' | 'jobs'>, queue: WriteQueue) {
  const { clock } = jobs;
  const { now, elapsed } = clock;
  /** Resolves as `done`, or after `ms`, or when this process has released its work; then without a value. */
  async function within<T>(ms: number, done?: Promise<T>): Promise<T | undefined> {
    if (jobs.stopped.aborted) return undefined;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const end = () => resolve(undefined);
    const cancel = clock.after(Math.max(1, ms), end);
    jobs.stopped.addEventListener('abort', end);
    try {
      return await (done ? Promise.race([done, promise]) : promise);
    } finally {
      cancel();
      jobs.stopped.removeEventListener('abort', end);
    }
  }

  return async (id: string, waitTimeoutMs: number): Promise<{ state: WriteState; owner: unknown }> => {
    const endsAt = elapsed() + waitTimeoutMs;
    const leftMs = () => endsAt - elapsed();
    for (;;) {
      let waitMs = watchMs;
      const begun = queue.underWay(id) ?? (await queue.run(id));
      if (begun) {
        const attempted = await within(leftMs(), begun.done);
        if (attempted && attempted.state !== 'due') return attempted;
        if (attempted) waitMs = Math.max(0, attempted.dueAtMs - now());
      } else {
        const row = await stateOf(store, id);
        if (!row) throw new Error('no such write');
        if (row.state !== 'due') return { state: row.state, owner: null };
        if (row.lease_owner === null) waitMs = Math.max(0, row.due_at - now());
      }
      if (jobs.stopped.aborted || leftMs() <= waitMs) return { state: 'due', owner: null };
      await within(waitMs);
    }
  };
}
