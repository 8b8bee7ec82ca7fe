/**
 * Upstream writes as durable work (Limits; IDEM-01, IDEM-04, IDEM-05, IDEM-09, IDEM-11..IDEM-13, T12, T15).
 *
 * A write is a row before it is a request. Its key and exact bytes are made once and sent until the upstream has answered;
 * a process that dies leaves the row to the next one that leases it. The transaction that completes a write also moves
 * its owner, through the one handler of the owner's kind.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import type { Encryption } from '../store/encryption.ts';
import { afterCommit, type Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { UpstreamHttp } from '../upstream/http.ts';
import type { Flow } from '../upstream/write-kinds.ts';
import { type Attempted, createAttemptWrite, type Handlers } from './attempt-write.ts';
import type { Jobs } from './jobs.ts';
import { prepareWrite } from './prepare-write.ts';
import type { Queue } from './queue.ts';
import type { CompletedHandler, LogicalWrite, TestPoint, WriteSettings, WriteState } from './write.ts';
import { writeColumns } from './write-columns.ts';
import type { OwnerKind } from './write-owner.ts';

/** The writes of one kind of owner. @typeParam O the owner as its handler commits it */
export interface Writes<F extends Flow, O> {
  /**
   * Makes the key and the bytes and inserts the write, leased to this process, which begins it right after the commit.
   * @param write.id @default a new one
   * @param write.customerId whose data key encrypts it; `ofServer` where it belongs to no customer
   * @param write.owner the owner as the same transaction commits it, so that its handler need not load it. @default none
   * @returns the write's id
   * @throws Error where the body or the path does not fit the kind: nothing is inserted
   */
  enqueue(
    trx: Kysely<Tables>,
    write: { id?: string; ownerId: string; customerId: string; write: LogicalWrite<F>; owner?: O },
  ): Promise<string>;
  /**
   * Waits for a write, which goes on without the caller after `waitTimeoutMs`. Begins it where it is due and nobody does.
   * @returns its state, and its owner where this process has just committed it
   * @throws Error where there is no such write
   */
  wait(writeId: string, waitTimeoutMs: number): Promise<{ state: WriteState; owner: O | null }>;
  /** A parked write is due again, with the same key and bytes. */
  reopen(writeId: string): Promise<void>;
  /** Whether the write has used up its tries and waits to be reopened; false for null. */
  isParked(writeId: string | null | undefined): Promise<boolean>;
}

/** One flow's writes: sent under that flow's key, and of its kinds only. */
export interface Outbox<F extends Flow = 'full_api'> {
  /** The writes of one kind of owner; once for each kind. */
  owner<O>(kind: OwnerKind, onCompleted: CompletedHandler<F, O>): Writes<F, O>;
}

/** How often a write under way in another process is looked at. */
const watchMs = 100;
const concurrency = 16;

export function createOutbox<F extends Flow>(deps: {
  flow: F;
  store: Store;
  encryption: Encryption;
  jobs: Jobs;
  http: Pick<UpstreamHttp, 'attempt'>;
  settings: WriteSettings;
  log: Log;
  /** Where a fault test stops the process. @default nothing */
  testPoint?: TestPoint;
}): Outbox<F> {
  const { flow, store, encryption, jobs, settings, log, testPoint } = deps;
  const { db } = store;
  const { now } = jobs.clock;
  const columns = writeColumns(encryption);
  const handlers: Handlers<F> = new Map();
  /** Owners as they were committed with a write that is now under way. */
  const ownersInHand = new Map<string, unknown>();
  const attemptWrite = createAttemptWrite({ ...deps, columns, handlers, now });

  const queue: Queue<'writes', Attempted | undefined> = jobs.queue({
    table: {
      name: 'writes',
      key: 'id',
      fence: 'fence',
      work: sql`flow = ${sql.lit(flow)} and state = 'due'`,
    },
    leaseMs: settings.leaseMs,
    concurrency,
    backoff: () => ({ baseMs: settings.retryBaseMs, capMs: settings.retryCapMs }),
    // Errors of a write are logged with the write.
    onError: (error, row) => row ?? log('write.worker_failed', describeError(error)),
    async work(lease) {
      const owner = ownersInHand.get(lease.row.id);
      ownersInHand.delete(lease.row.id);
      const attempted = await attemptWrite(lease, owner ?? null);
      if (attempted?.state === 'due') queue.wakeAt(attempted.dueAtMs);
      return attempted;
    },
  });

  const stateOf = (id: string) =>
    db
      .selectFrom('writes')
      .select(['state', 'due_at', 'lease_until'])
      .where('id', '=', id)
      .executeTakeFirst();

  async function enqueue(
    kind: OwnerKind,
    trx: Kysely<Tables>,
    { id = randomUUID(), ownerId, customerId, write, owner }: Parameters<Writes<F, unknown>['enqueue']>[1],
  ): Promise<string> {
    const prepared = await prepareWrite({ flow, columns, trx, now }, { id, customer_id: customerId }, write);
    const row = { ...prepared, owner_id: ownerId, owner_kind: kind, ...queue.newLease() };
    await trx.insertInto('writes').values(row).execute();
    await testPoint?.('before_commit', { id, ownerId, kind: write.kind });
    afterCommit(trx, () => {
      if (owner !== undefined) ownersInHand.set(id, owner);
      queue.begin(row);
    });
    return id;
  }

  /** Resolves after `ms`, or when this process has let go of its work. */
  const pause = (ms: number) =>
    sleep(Math.max(1, ms), undefined, { ref: false, signal: jobs.stopped }).catch(() => {});

  async function wait(id: string, waitTimeoutMs: number): Promise<{ state: WriteState; owner: unknown }> {
    const endsAt = performance.now() + waitTimeoutMs;
    const leftMs = () => endsAt - performance.now();
    for (;;) {
      let waitMs = watchMs;
      const begun = queue.underWay(id) ?? (await queue.run(id));
      if (begun) {
        const attempted = await Promise.race([begun.done, pause(leftMs())]);
        if (attempted && attempted.state !== 'due') return attempted;
        if (attempted) waitMs = Math.max(0, attempted.dueAtMs - now());
      } else {
        const row = await stateOf(id);
        if (!row) throw new Error('no such write');
        if (row.state !== 'due') return { state: row.state, owner: null };
        if (row.lease_until <= now()) waitMs = Math.max(0, row.due_at - now());
      }
      if (jobs.stopped.aborted || leftMs() <= waitMs) return { state: 'due', owner: null };
      await pause(waitMs);
    }
  }

  return {
    owner<O>(kind: OwnerKind, onCompleted: CompletedHandler<F, O>): Writes<F, O> {
      if (handlers.has(kind)) throw new Error(`${kind} has its handler already`);
      handlers.set(kind, onCompleted as CompletedHandler<F, unknown>);
      return {
        enqueue: (trx, write) => enqueue(kind, trx, write),
        wait: (id, waitTimeoutMs) =>
          wait(id, waitTimeoutMs) as Promise<{ state: WriteState; owner: O | null }>,
        async reopen(id) {
          await db
            .updateTable('writes')
            .set({ state: 'due', attempts: 0, due_at: now(), updated_at: now() })
            .where('id', '=', id)
            .where('state', '=', 'parked')
            .execute();
        },
        isParked: async (id) => (id ? (await stateOf(id))?.state === 'parked' : false),
      };
    },
  };
}
