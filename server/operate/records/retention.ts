/**
 * Deletes old records as jobs. A booking is looked at when its last change is old enough, once: each job stores how far
 * it has come. A change makes a booking newer, so that it is looked at again. What is under way is never deleted.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Lease, Queue } from '../../core/jobs/queue.ts';
import { goneServersKeptMs } from '../../core/jobs/running-servers.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { CustomerRecord, RecordKind, RetentionPeriod } from '../../core/store/record-kind.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import { failuresKeptMs } from '../access-log/failed-requests.ts';
import { type CustomerRecords, invalidIn, readRecords, textIn } from './customer-records.ts';
import { deleteBooking } from './delete-records.ts';
import { recordsUnderWay } from './under-way.ts';

/** How long each kind of record is kept after its last change, in milliseconds. */
export interface Retention {
  /** Bookings without an order. */
  unfinishedMs: number;
  /** Bookings whose appointment is over. */
  bookingsMs: number;
  /** The bodies of a completed write, sent and received. */
  writesMs: number;
  /** Events, in both directions. */
  eventsMs: number;
  /** Records of erasures. */
  erasuresMs: number;
  /** Records of the access log. */
  accessLogMs: number;
}

const dayMs = 24 * 60 * 60_000;

/**
 * How long the settings keep records. How long a booking and the proof of an access are kept is a legal decision of the
 * partner. The other periods only have to outlast retries and restores.
 */
export const retentionOf = (config: Config): Retention => ({
  unfinishedMs: config.RETENTION_UNFINISHED_DAYS * dayMs,
  bookingsMs: config.RETENTION_BOOKINGS_DAYS * dayMs,
  accessLogMs: config.RETENTION_ACCESS_LOG_DAYS * dayMs,
  writesMs: 30 * dayMs,
  eventsMs: 30 * dayMs,
  erasuresMs: 2190 * dayMs,
});

interface RetentionDeps {
  config: { retention: Retention };
  store: Store;
  encryption: Encryption;
  /** The descriptions of all records. */
  kinds: readonly RecordKind[];
  jobs: Jobs;
  accessLog: { purge(beforeMs: number): Promise<void> };
  log: Log;
}

type JobLease = Lease<'periodic_jobs'>;

const everyMs = 60 * 60_000;
/** When a customer is looked at again of whom a record does not fit its schema. */
const invalidAgainMs = dayMs;
/** How many customers one run looks at. */
const customersAtOnce = 100;
/** How many abandoned bookings a customer keeps. */
const abandonedKept = 5;
/** How many writes one statement empties. */
const writesAtOnce = 500;

/** Adds the jobs that delete old records, every hour, in one of the server's processes. */
export function deleteOldRecords(deps: RetentionDeps): void {
  const { jobs, log } = deps;
  const work: Record<string, (lease: JobLease) => Promise<Run>> = {
    retention_unfinished: ({ row }) => deleteBookings(deps, 'unfinished', row.seen_until),
    retention_bookings: ({ row }) => deleteBookings(deps, 'bookings', row.seen_until),
    retention_rest: () => deleteRest(deps),
  };
  const names = sql.join(Object.keys(work).map((name) => sql.lit(name)));
  const queue: Queue<'periodic_jobs', void> = jobs.queue({
    table: { name: 'periodic_jobs', key: 'name', fence: 'fence', work: sql`name in (${names})` },
    concurrency: 1,
    backoff: () => ({ baseMs: 1_000, capMs: everyMs }),
    onError: (error) => log('retention.failed', describeError(error)),
    async work(lease) {
      const run = await work[lease.row.name]?.(lease);
      const { due_at } = await lease.end({
        due_at: jobs.clock.now() + (run?.againMs ?? 0),
        attempts: 0,
        ...(run ? { seen_until: run.seenUntil } : {}),
      });
      queue.wakeAt(due_at);
    },
  });
}

/** The result of a run of a job. */
interface Run {
  /** In how many milliseconds the job runs again; 0 if some rows are left. */
  againMs: number;
  /** All that changed before this time was looked at, in milliseconds since the epoch. */
  seenUntil: number;
}

/** One page of changes of bookings: their customers, each with the earliest of the page. */
async function readChanged(
  { store, kinds }: RetentionDeps,
  period: RetentionPeriod,
  time: { fromMs: number; beforeMs: number },
): Promise<{ customers: Map<string, number>; isLast: boolean; lastMs: number }> {
  const changed = kinds.flatMap(({ table, booking }) =>
    (booking?.period === period ? booking.changes : []).map(
      (column) => sql`select customer_id, ${sql.ref(column)} as at from ${sql.table(table)}
        where ${sql.ref(column)} >= ${time.fromMs} and ${sql.ref(column)} < ${time.beforeMs}`,
    ),
  );
  const { rows } = await sql<{ customer_id: string; at: number }>`
    select customer_id, at from (${sql.join(changed, sql` union all `)}) as changed
    order by at limit ${sql.lit(customersAtOnce)}`.execute(store.db);
  const customers = new Map(rows.toReversed().map(({ customer_id, at }) => [customer_id, at]));
  return { customers, isLast: rows.length < customersAtOnce, lastMs: rows.at(-1)?.at ?? time.fromMs };
}

/**
 * Deletes the old bookings of the customers of one page. If a record of a customer does not fit its schema, nothing of
 * this customer is deleted. The run then goes through all pages, and the next run begins with this customer again.
 */
async function deleteBookings(deps: RetentionDeps, period: RetentionPeriod, fromMs: number): Promise<Run> {
  const { store, encryption, kinds, config, jobs, log } = deps;
  const keptMs = period === 'unfinished' ? config.retention.unfinishedMs : config.retention.bookingsMs;
  const beforeMs = jobs.clock.now() - keptMs;
  let invalidFromMs: number | null = null;
  for (let seenUntil = fromMs; ; ) {
    const { customers, isLast, lastMs } = await readChanged(deps, period, { fromMs: seenUntil, beforeMs });
    let count = 0;
    for (const [customerId, atMs] of customers) {
      const records = await readRecords({ db: store.db, encryption, kinds, log }, customerId);
      if (invalidIn(records).length > 0) invalidFromMs = Math.min(invalidFromMs ?? atMs, atMs);
      else
        for (const names of expiredBookings(records, period, beforeMs)) {
          await store.transaction((trx) => deleteBooking(trx, kinds, customerId, names));
          count += 1;
        }
      // So that requests are served in between.
      await nextTurn();
    }
    if (count > 0) log('retention.deleted', { kind: period, count });
    if (isLast && invalidFromMs !== null) return { againMs: invalidAgainMs, seenUntil: invalidFromMs };
    if (isLast) return { againMs: everyMs, seenUntil: beforeMs };
    // Rows of the same time may be left: all are looked at again, unless a whole page has one time.
    seenUntil = lastMs > seenUntil ? lastMs : lastMs + 1;
    if (invalidFromMs === null) return { againMs: 0, seenUntil };
  }
}

/** Deletes the abandoned bookings of a customer except the newest five. Call it before a new booking begins. */
export type DeleteAbandoned = (customerId: string) => Promise<void>;

/** Creates the deletion of abandoned bookings: until retention deletes them, one customer could fill the disk. */
export function createDeleteAbandoned(
  deps: Pick<RetentionDeps, 'store' | 'encryption' | 'kinds' | 'log'>,
): DeleteAbandoned {
  const { store, encryption, kinds, log } = deps;
  return async (customerId) => {
    if (!(await mayHaveTooMany(deps, customerId))) return;
    const records = await readRecords({ db: store.db, encryption, kinds, log }, customerId);
    if (invalidIn(records).length > 0) return;
    const names = abandonedBookings(records).slice(abandonedKept);
    if (names.length === 0) return;
    await store.transaction((trx) => deleteBooking(trx, kinds, customerId, names));
    log('retention.deleted', { kind: 'abandoned', count: names.length });
  };
}

/** Decrypts nothing, so that most customers cost one count. */
async function mayHaveTooMany(
  { store, kinds }: Pick<RetentionDeps, 'store' | 'kinds'>,
  customerId: string,
): Promise<boolean> {
  let count = 0;
  for (const { table } of kinds.filter(({ booking }) => booking?.isAbandoned)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where customer_id = ${customerId}`.execute(store.db);
    count += Number(rows[0]?.count);
  }
  return count > abandonedKept;
}

async function deleteRest({ config, store, jobs, accessLog }: RetentionDeps): Promise<Run> {
  const nowMs = jobs.clock.now();
  const { bookingsMs, writesMs, eventsMs, erasuresMs, accessLogMs } = config.retention;
  await remove(store.db, 'webhook_events', sql`received_at < ${nowMs - eventsMs}`);
  // An event that its receiver may still get stays.
  await remove(store.db, 'events', sql`state <> 'due' and updated_at < ${nowMs - eventsMs}`);
  await remove(store.db, 'webhook_reads', sql`state = 'done' and due_at < ${nowMs - eventsMs}`);
  await remove(store.db, 'erasures', sql`state = 'done' and updated_at < ${nowMs - erasuresMs}`);
  // The others go with their booking.
  await remove(store.db, 'support_notes', sql`booking_id = '' and created_at < ${nowMs - bookingsMs}`);
  await remove(store.db, 'failed_requests', sql`at < ${nowMs - failuresKeptMs}`);
  await remove(store.db, 'servers', sql`seen_at < ${nowMs - goneServersKeptMs}`);
  await remove(store.db, 'revocations', sql`expires_at < ${nowMs}`);
  await accessLog.purge(nowMs - accessLogMs);
  const isDone = await emptyWrites(store.db, nowMs - writesMs);
  return { againMs: isDone ? everyMs : 0, seenUntil: nowMs };
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
      and customer_id <> '' and exists (select 1 from reconciliations
        where reconciliations.flow = writes.flow and reconciliations.attempts = 0
          and reconciliations.due_at > writes.updated_at)
    order by updated_at limit ${sql.lit(writesAtOnce)}`;
  const { numAffectedRows } = await sql`
    update writes set body = null, outcome = null where id in (${old})`.execute(db);
  return Number(numAffectedRows ?? 0n) < writesAtOnce;
}

/** A record that a customer's own request created. */
interface Owner {
  /** By which other records name it as their owner. */
  id: string;
  period: RetentionPeriod;
  /** The service's ids of its order and its appointment. */
  links: readonly string[];
  /** In milliseconds since the epoch. */
  changedAtMs: number;
  expires: boolean;
  isAbandoned: boolean;
}

/**
 * Lists the bookings of a customer that are old enough to delete and of which nothing is under way, each as the ids of
 * its owners. Pure.
 *
 * - `unfinished`: each record without an order or an appointment, which nobody continued.
 * - `bookings`: each appointment that is over, or was ruled out by the questionnaire, with what belongs to its order.
 *
 * @param records all of them fit their schemas
 * @param beforeMs the last change was before this time, in milliseconds since the epoch
 */
function expiredBookings(all: CustomerRecords, period: RetentionPeriod, beforeMs: number): string[][] {
  const owners = all.flatMap(ownersOf);
  const appointments = owners.filter((owner) => owner.period === 'bookings');
  const isPartOf = (owner: Owner) => (other: Owner) => owner.links.some((link) => other.links.includes(link));
  const isBusy = busyIn(all);
  return owners
    .filter((owner) => owner.period === period && owner.expires && owner.changedAtMs < beforeMs)
    .filter((owner) => period === 'bookings' || !appointments.some(isPartOf(owner)))
    .map((owner) => [
      owner.id,
      ...(period === 'bookings'
        ? owners
            .filter((other) => other.period === 'unfinished' && isPartOf(owner)(other))
            .map(({ id }) => id)
        : []),
    ])
    .filter((ids) => !ids.some(isBusy));
}

/** Lists the abandoned bookings of a customer of which nothing is under way, the newest first. Pure. */
function abandonedBookings(all: CustomerRecords): string[] {
  const isBusy = busyIn(all);
  return all
    .flatMap(ownersOf)
    .filter(({ id, isAbandoned }) => isAbandoned && !isBusy(id))
    .toSorted((one, other) => other.changedAtMs - one.changedAtMs)
    .map(({ id }) => id);
}

function ownersOf({ kind, records }: CustomerRecords[number]): Owner[] {
  const { booking } = kind;
  if (!booking) return [];
  return records.map((record) => ({
    id: textIn(record.row, kind.id),
    period: booking.period,
    links: booking.links(record),
    changedAtMs: Math.max(...booking.changes.map((column) => Number(record.row[column]))),
    expires: booking.expires(record),
    isAbandoned: booking.isAbandoned?.(record) ?? false,
  }));
}

/** Creates the check whether something of an owner is under way: itself, its documents, its writes or its events. */
function busyIn(all: CustomerRecords): (owner: string) => boolean {
  const namesOf = (columns: readonly string[] | undefined, { row }: CustomerRecord) =>
    (columns ?? []).flatMap((column) => (row[column] == null ? [] : textIn(row, column)));
  const namedBy = ({ kind, record }: { kind: RecordKind; record: CustomerRecord }) => [
    textIn(record.row, kind.id),
    ...namesOf(kind.owners, record),
  ];
  const busy = new Set(
    recordsUnderWay(all)
      .filter(({ kind, record }) => !kind.underWay?.isForErasureOnly?.(record))
      .flatMap(namedBy),
  );
  // A write may belong to a document, and the document to a booking.
  for (const { kind, records } of all)
    for (const record of kind.owners && kind.names ? records : [])
      if (namesOf(kind.names, record).some((name) => busy.has(name)))
        for (const owner of namesOf(kind.owners, record)) busy.add(owner);
  return (owner) => busy.has(owner);
}
