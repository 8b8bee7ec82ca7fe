/**
 * Erasures of customers as jobs. Each step is a committed state, so that another process continues after a crash:
 *
 * - `erasing`: ends the customer's sessions, deletes the data key, and deletes all rows in one transaction.
 * - `checking`: a minute later no process has the key in memory. Deletes what a process wrote meanwhile.
 * - `compacting`: the customer's id is gone from the row. Removes what deleted rows leave in the files.
 * - `done`: the row stays as the proof. It names the customer by a pseudonym.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Revocations } from '../../api/tokens/revocations.ts';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Lease } from '../../core/jobs/queue.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import { ofServer } from '../../core/store/customer-keys.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import { eraseTraces, overwritingDeleted } from '../../core/store/erase-traces.ts';
import type { Channel } from '../../core/store/pubsub.ts';
import type { RecordKind } from '../../core/store/record-kind.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import type { ErasureRow, Tables } from '../../core/store/tables.ts';
import { deleteCustomer, deleteUnreadable, hasBooking, type Removed, sumOf } from './delete-records.ts';

/** Longer than any process keeps a data key in memory (core/store/customer-keys.ts). */
export const checkAfterMs = 65_000;
/** A key that is younger may belong to a booking that begins just now. */
const youngKeyMs = 30_000;
const backoff = { baseMs: 1_000, capMs: 60_000 };

/** The erasure of one customer. */
export interface Erasure {
  id: string;
  state: ErasureRow['state'];
  /** Milliseconds since the epoch. */
  beganAtMs: number;
  removed: Removed;
}

/** Erases customers. */
export interface Erasures {
  /**
   * Erases a customer, or continues an erasure that is not done. Resolves when this process has done what is due now.
   * If this process ends before, a running server continues.
   */
  erase(customerId: string): Promise<Erasure>;
  /** The last erasure of a customer; null if there was none. */
  last(customerId: string): Promise<Erasure | null>;
}

interface ErasuresDeps {
  store: Store;
  encryption: Encryption;
  keys: Pick<ServerKeys, 'pseudonymOf'>;
  /** The descriptions of all records. */
  kinds: readonly RecordKind[];
  jobs: Jobs;
  revocations: Pick<Revocations, 'revoke'>;
  /** Makes the other processes forget their keys. */
  channel: Channel;
  log: Log;
}

type ErasureLease = Lease<'erasures'>;

/** Creates the erasures of this process, and the queue that continues those of other processes. */
export function createErasures(deps: ErasuresDeps): Erasures {
  const { store, encryption, keys, jobs, channel, log } = deps;
  const { now } = jobs.clock;
  channel.subscribe({ onMessage: encryption.forget, onGap: encryption.forget });
  const queue = jobs.queue<'erasures', void>({
    table: { name: 'erasures', key: 'id', fence: 'fence', work: sql`state <> 'done'` },
    concurrency: 1,
    backoff: () => backoff,
    onError: (error, row) => log('erasure.failed', { erasure_id: row?.id, ...describeError(error) }),
    async work(lease) {
      const state = await advance(deps, lease);
      log('erasure.moved', { erasure_id: lease.row.id, state });
      queue.wake();
    },
  });

  async function last(customerId: string): Promise<ErasureRow | undefined> {
    return store.db
      .selectFrom('erasures')
      .selectAll()
      .where('subject_key', '=', keys.pseudonymOf(customerId))
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  return {
    async last(customerId) {
      const row = await last(customerId);
      return row ? erasureOf(row) : null;
    },
    async erase(customerId) {
      if (customerId === ofServer) throw new Error('the server itself is no customer');
      const earlier = await last(customerId);
      if (earlier && earlier.state !== 'done') await (await queue.run(earlier.id))?.done;
      // While it is checked, the customer may have come back.
      if (earlier?.state !== 'erasing') {
        const row = {
          id: randomUUID(),
          subject_key: keys.pseudonymOf(customerId),
          customer_id: customerId,
          state: 'erasing' as const,
          removed: '{}',
          fence: 0,
          ...queue.newLease(),
          created_at: now(),
          updated_at: now(),
        };
        await store.db.insertInto('erasures').values(row).execute();
        queue.begin(row);
        await queue.underWay(row.id)?.done;
      }
      const erased = await last(customerId);
      if (!erased) throw new Error('an erasure that began is stored');
      return erasureOf(erased);
    },
  };
}

const erasureOf = ({ id, state, created_at, removed }: ErasureRow): Erasure => ({
  id,
  state,
  beganAtMs: created_at,
  removed: JSON.parse(removed),
});

/** Does the next step. @returns the state after it */
async function advance(deps: ErasuresDeps, lease: ErasureLease): Promise<ErasureRow['state']> {
  const { state, customer_id: customerId } = lease.row;
  if (customerId !== null && state === 'erasing') return erase(deps, lease, customerId);
  if (customerId !== null && state === 'checking') return check(deps, lease, customerId);
  if (!(await compact(deps.store)))
    throw new Error('a transaction under way keeps old versions of deleted rows; end it, or wait for it');
  return (await lease.end({ state: 'done', updated_at: deps.jobs.clock.now() })).state;
}

async function erase(
  { store, encryption, kinds, jobs, revocations, channel }: ErasuresDeps,
  lease: ErasureLease,
  customerId: string,
): Promise<ErasureRow['state']> {
  const { now } = jobs.clock;
  await revocations.revoke({ subject: customerId, role: 'customer' });
  await removeKey(store, encryption, customerId);
  encryption.forget();
  channel.publish('');
  const { state } = await overwritingDeleted(store.db, () =>
    store.transaction(async (trx) => {
      const removed = JSON.stringify(await deleteCustomer(trx, kinds, customerId));
      await deleteFailures(trx, lease);
      const due_at = now() + checkAfterMs;
      return lease.end({ state: 'checking', removed, due_at, attempts: 0, updated_at: now() }, trx);
    }),
  );
  await compact(store);
  return state;
}

async function check(
  { store, encryption, kinds, jobs }: ErasuresDeps,
  lease: ErasureLease,
  customerId: string,
): Promise<ErasureRow['state']> {
  const { now } = jobs.clock;
  const { row, end } = lease;
  const later = await overwritingDeleted(store.db, async () => {
    await deleteFailures(store.db, lease);
    const unreadable = await deleteUnreadable({ db: store.db, encryption, kinds }, customerId);
    // A customer who came back has a new key, and keeps what it decrypts.
    if (await hasBooking(store.db, kinds, customerId)) return unreadable;
    if (await hasYoungKey(store, customerId, now())) return null;
    const rest = await store.transaction((trx) => deleteCustomer(trx, kinds, customerId));
    await removeKey(store, encryption, customerId);
    return sumOf(unreadable, rest);
  });
  if (later === null) return (await end({ due_at: now() + checkAfterMs, attempts: 0 })).state;
  const removed = JSON.stringify(sumOf(JSON.parse(row.removed), later));
  const changes = { state: 'compacting', customer_id: null, removed, due_at: now(), attempts: 0 } as const;
  return (await overwritingDeleted(store.db, () => end({ ...changes, updated_at: now() }))).state;
}

/** The references of failed requests name the user by the pseudonym. */
const deleteFailures = (db: Kysely<Tables>, { row }: ErasureLease) =>
  db.deleteFrom('failed_requests').where('user_key', '=', row.subject_key).execute();

const keysOf = ({ db, separateKeys }: Store): Kysely<Tables> => separateKeys ?? db;

async function removeKey(store: Store, encryption: Encryption, customerId: string): Promise<void> {
  await overwritingDeleted(keysOf(store), () => encryption.customerKeys.remove(store.db, customerId));
}

/** Only a database of its own commits a key before the first value. */
async function hasYoungKey({ separateKeys }: Store, customerId: string, nowMs: number): Promise<boolean> {
  const key = await separateKeys
    ?.selectFrom('customer_keys')
    .select('created_at')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return key !== undefined && key.created_at > nowMs - youngKeyMs;
}

/** @returns false if another connection kept something */
async function compact({ db, separateKeys }: Store): Promise<boolean> {
  const erased = await Promise.all([db, separateKeys ?? []].flat().map(eraseTraces));
  return erased.every(Boolean);
}
