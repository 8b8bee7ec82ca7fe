/**
 * Deletes old records as jobs. A booking is looked at when its last change is old enough, once: each job stores how far
 * it has come. A change makes a booking newer, so that it is looked at again. What is under way is never deleted.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { failuresKeptMs } from '../access-log/failed-requests.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Lease, Queue } from '../jobs/queue.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { type CustomerRecords, readRecords } from './customer-records.ts';
import type { ownerTables } from './customer-tables.ts';
import { deleteBooking } from './delete-booking.ts';
import { type ExpiredBooking, finished, unfinished } from './expired.ts';

/** How long each kind of record is kept after its last change, in milliseconds. */
export interface Retention {
  /** Bookings without an order. */
  unfinishedMs: number;
  /** Bookings whose appointment is over. */
  bookingsMs: number;
  /** What was sent and received with a completed write. */
  writesMs: number;
  /** Events, in both directions. */
  eventsMs: number;
  /** Records of erasures. */
  erasuresMs: number;
  /** Records of the access log. */
  accessLogMs: number;
}

interface RetentionDeps {
  config: { retention: Retention };
  store: Store;
  encryption: Encryption;
  jobs: Jobs;
  accessLog: { purge(beforeMs: number): Promise<void> };
  log: Log;
}

type JobLease = Lease<'periodic_jobs'>;

const everyMs = 60 * 60_000;
/** How many customers one run looks at. */
const customersAtOnce = 100;
/** How many writes one statement empties. */
const writesAtOnce = 500;

/** Adds the jobs that delete old records, every hour, in one of the server's processes. */
export function deleteOldRecords(deps: RetentionDeps): void {
  const { jobs, log } = deps;
  const work: Record<string, (lease: JobLease) => Promise<{ isDone: boolean; seenUntil: number }>> = {
    retention_unfinished: ({ row }) => deleteBookings(deps, unfinishedKind(deps), row.seen_until),
    retention_bookings: ({ row }) => deleteBookings(deps, bookingsKind(deps), row.seen_until),
    retention_rest: () => deleteRest(deps),
  };
  const names = sql.join(Object.keys(work).map((name) => sql.lit(name)));
  const queue: Queue<'periodic_jobs', void> = jobs.queue({
    table: { name: 'periodic_jobs', key: 'name', fence: 'fence', work: sql`name in (${names})` },
    concurrency: 1,
    backoff: () => ({ baseMs: 1_000, capMs: everyMs }),
    onError: (error) => log('retention.failed', describeError(error)),
    async work(lease) {
      const done = await work[lease.row.name]?.(lease);
      const { due_at } = await lease.end({
        due_at: jobs.clock.now() + (done?.isDone ? everyMs : 0),
        attempts: 0,
        ...(done ? { seen_until: done.seenUntil } : {}),
      });
      queue.wakeAt(due_at);
    },
  });
}

type OwnerTable = (typeof ownerTables)[number];

/** A kind of bookings that are deleted by age. */
interface BookingKind {
  name: string;
  keptMs: number;
  /** Where a change of such a booking shows. */
  changes: readonly (readonly [table: OwnerTable, column: 'created_at' | 'updated_at'])[];
  select(records: CustomerRecords, beforeMs: number): ExpiredBooking[];
}

const unfinishedKind = ({ config }: RetentionDeps): BookingKind => ({
  name: 'unfinished',
  keptMs: config.retention.unfinishedMs,
  changes: [
    ['journeys', 'updated_at'],
    ['handoffs', 'updated_at'],
    ['handoff_purchases', 'updated_at'],
  ],
  select: unfinished,
});

const bookingsKind = ({ config }: RetentionDeps): BookingKind => ({
  name: 'bookings',
  keptMs: config.retention.bookingsMs,
  // The second is the service's own time, which it may leave out.
  changes: [
    ['appointments', 'created_at'],
    ['appointments', 'updated_at'],
  ],
  select: finished,
});

async function deleteBookings(
  { store, encryption, jobs, log }: RetentionDeps,
  { name, keptMs, changes, select }: BookingKind,
  seenUntil: number,
): Promise<{ isDone: boolean; seenUntil: number }> {
  const beforeMs = jobs.clock.now() - keptMs;
  const changed = changes.map(
    ([table, column]) => sql`select customer_id, ${sql.ref(column)} as at from ${sql.table(table)}
      where ${sql.ref(column)} >= ${seenUntil} and ${sql.ref(column)} < ${beforeMs}`,
  );
  const { rows } = await sql<{ customer_id: string; at: number }>`
    select customer_id, at from (${sql.join(changed, sql` union all `)}) as changed
    order by at limit ${sql.lit(customersAtOnce)}`.execute(store.db);
  let count = 0;
  for (const customerId of new Set(rows.map((row) => row.customer_id))) {
    const old = select(await readRecords(store.db, encryption, customerId), beforeMs);
    for (const booking of old) await store.transaction((trx) => deleteBooking(trx, customerId, booking));
    count += old.length;
    // So that requests are served in between.
    await nextTurn();
  }
  if (count > 0) log('retention.deleted', { kind: name, count });
  const isDone = rows.length < customersAtOnce;
  // Rows of the same time may be left: all are looked at again, unless a whole page has one time.
  const last = rows.at(-1)?.at ?? seenUntil;
  return { isDone, seenUntil: isDone ? beforeMs : last > seenUntil ? last : last + 1 };
}

async function deleteRest({
  config,
  store,
  jobs,
  accessLog,
}: RetentionDeps): Promise<{ isDone: boolean; seenUntil: number }> {
  const nowMs = jobs.clock.now();
  const { bookingsMs, writesMs, eventsMs, erasuresMs, accessLogMs } = config.retention;
  await remove(store.db, 'webhook_reads', sql`state = 'done' and due_at < ${nowMs - eventsMs}`);
  await remove(store.db, 'erasures', sql`state = 'done' and updated_at < ${nowMs - erasuresMs}`);
  // The others go with their booking.
  await remove(store.db, 'support_notes', sql`booking_id = '' and created_at < ${nowMs - bookingsMs}`);
  await remove(store.db, 'failed_requests', sql`at < ${nowMs - failuresKeptMs}`);
  await remove(store.db, 'revocations', sql`expires_at < ${nowMs}`);
  await accessLog.purge(nowMs - accessLogMs);
  return { isDone: await emptyWrites(store.db, nowMs - writesMs), seenUntil: nowMs };
}

const remove = (db: Kysely<Tables>, table: keyof Tables, where: RawBuilder<SqlBool>) =>
  sql`delete from ${sql.table(table)} where ${where}`.execute(db);

/**
 * Drops what was sent and received with completed writes, once the service's list of appointments was read to its end
 * after them. A write without a customer is a registration of webhooks, which doctor compares.
 * @returns false if some are left
 */
async function emptyWrites(db: Kysely<Tables>, beforeMs: number): Promise<boolean> {
  const old = sql`select id from writes
    where state = 'settled' and (body is not null or outcome is not null) and updated_at < ${beforeMs}
      and customer_id <> '' and exists (select 1 from webhook_sweeps
        where webhook_sweeps.flow = writes.flow and webhook_sweeps.attempts = 0
          and webhook_sweeps.due_at > writes.updated_at)
    order by updated_at limit ${sql.lit(writesAtOnce)}`;
  const { numAffectedRows } = await sql`
    update writes set body = null, outcome = null where id in (${old})`.execute(db);
  return Number(numAffectedRows ?? 0n) < writesAtOnce;
}
