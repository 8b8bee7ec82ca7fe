/** Every table has a life: its rows go with a booking, or on a day of their own, or never. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createSubjectTokenUses } from '../../../server/api/tokens/subject-token-uses.ts';
import { createDocuments } from '../../../server/booking/evidence/documents.ts';
import { deleteOrphanedDocuments } from '../../../server/booking/evidence/evidence.ts';
import { goneServersKeptMs } from '../../../server/core/jobs/running-servers.ts';
import { silentLog } from '../../../server/core/observability/log.ts';
import type { Store } from '../../../server/core/store/store.ts';
import type { Tables } from '../../../server/core/store/tables.ts';
import { failuresKeptMs } from '../../../server/operate/access-log/failed-requests.ts';
import { recordKinds } from '../../../server/operate/record-kinds.ts';
import { deleteOldRecords } from '../../../server/operate/records/retention.ts';
import { newAccessLog } from '../../support/access-log.ts';
import { newJobs } from '../../support/jobs.ts';
import { newEncryption } from '../../support/keys.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const days = { bookings: 2190, events: 30, erasures: 2000 };
const retention = {
  unfinishedMs: 90 * dayMs,
  bookingsMs: days.bookings * dayMs,
  writesMs: 30 * dayMs,
  eventsMs: days.events * dayMs,
  erasuresMs: days.erasures * dayMs,
  accessLogMs: 2190 * dayMs,
};
const beganMs = Date.UTC(2026, 0, 1);

/** With a booking: retention.test.ts. */
type Life = 'booking' | 'access log' | 'always' | { days: number; rows: object; underWay?: object };

/** The life of each table. A new table does not compile without one. */
const lives: Record<keyof Tables, Life> = {
  journeys: 'booking',
  drafts: 'booking',
  consents: 'booking',
  appointments: 'booking',
  handoffs: 'booking',
  handoff_purchases: 'booking',
  writes: 'booking',
  evidence: 'booking',
  physician_orders: 'booking',
  event_bookings: 'booking',
  // test/operate/access-log/verify.test.ts
  access_log: 'access log',
  access_log_chains: 'access log',
  // A customer's key goes with an erasure, and a secret with its registration.
  customer_keys: 'always',
  webhook_secrets: 'always',
  reconciliations: 'always',
  periodic_jobs: 'always',
  events: {
    days: days.events,
    rows: { state: 'delivered', updated_at: beganMs },
    underWay: { state: 'due', updated_at: beganMs },
  },
  webhook_events: { days: days.events, rows: { received_at: beganMs } },
  webhook_reads: {
    days: days.events,
    rows: { state: 'done', due_at: beganMs },
    underWay: { state: 'due', due_at: beganMs },
  },
  document_parts: { days: 1, rows: { place: 0, created_at: beganMs } },
  support_notes: {
    days: days.bookings,
    rows: { booking_id: '', created_at: beganMs },
    underWay: { booking_id: 'a booking', created_at: beganMs },
  },
  failed_requests: { days: failuresKeptMs / dayMs, rows: { at: beganMs } },
  servers: { days: goneServersKeptMs / dayMs, rows: { seen_at: beganMs } },
  revocations: { days: 3, rows: { expires_at: beganMs + 3 * dayMs } },
  subject_token_uses: { days: 4, rows: { expires_at: beganMs + 4 * dayMs } },
  erasures: {
    days: days.erasures,
    rows: { state: 'done', updated_at: beganMs },
    underWay: { state: 'left', updated_at: beganMs },
  },
};

/** Inserts a row. Columns without a value have any. */
async function add({ db }: Store, table: string, values: Record<string, unknown>): Promise<void> {
  const columns = (await db.introspection.getTables()).find(({ name }) => name === table)?.columns ?? [];
  const row = columns.map(({ name, dataType }) => {
    if (name in values) return values[name];
    if (/bytea|blob/i.test(dataType)) return Buffer.from('unreadable');
    return /int/i.test(dataType) ? 1 : crypto.randomUUID();
  });
  const names = columns.map(({ name }) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(row)})`.execute(db);
}

const ownLives = Object.entries(lives).flatMap(([table, life]) =>
  typeof life === 'object' ? [{ table, ...life }] : [],
);

describe.each(storeKinds)('on %s', (kind) => {
  it('each table without a booking loses its rows on their day and not before, and nothing under way', async () => {
    const store = await newTestStore(kind);
    const encryption = newEncryption();
    const clock = manualClock(beganMs);
    const { now } = clock;
    const known = (await store.db.introspection.getTables()).map(({ name }) => name);
    expect([...Object.keys(lives), 'migrations'].toSorted()).toEqual(known.toSorted());

    const jobs = newJobs(store, clock);
    const accessLog = await newAccessLog(store, encryption, jobs);
    deleteOldRecords({
      config: { retention },
      store,
      encryption,
      kinds: recordKinds,
      jobs,
      accessLog,
      log: silentLog,
    });
    deleteOrphanedDocuments({
      documents: createDocuments(store, encryption, now),
      rows: { documentsUnderWay: async () => [] },
      jobs,
      log: silentLog,
    });
    const uses = createSubjectTokenUses(store, now);
    jobs.start();
    for (const { table, rows, underWay } of ownLives) {
      await add(store, table, { ...rows });
      if (underWay) await add(store, table, { ...underWay });
    }

    let used = 0;
    async function runAt(atMs: number): Promise<void> {
      // A lease that is held while months pass would be renewed millions of times.
      await jobs.idle();
      clock.advance(atMs - now());
      await uses.claim(`token ${used++}`, 'key', 0);
      await jobs.idle();
    }
    const countOf = async (table: string) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)}
        ${table === 'subject_token_uses' ? sql`where jkt <> 'key'` : sql``}`.execute(store.db);
      return Number(rows[0]?.count);
    };
    const ends = [...new Set(ownLives.map((life) => life.days))].toSorted((a, b) => a - b);
    for (const atMs of ends.flatMap((day) => [day * dayMs - hourMs, day * dayMs + hourMs])) {
      await runAt(beganMs + atMs);
      const day = atMs / dayMs;
      for (const { table, days: kept, underWay } of ownLives)
        expect([day, table, await countOf(table)]).toEqual([
          day,
          table,
          (day < kept ? 1 : 0) + (underWay ? 1 : 0),
        ]);
    }
    await jobs.stop();
  });
});
