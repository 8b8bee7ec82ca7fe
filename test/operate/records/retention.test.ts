/** Seven years of a server's life: each kind of record is gone on its day and not before. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createLog, silentLog } from '../../../server/core/observability/log.ts';
import type { Encryption } from '../../../server/core/store/encryption.ts';
import type { CustomerTable } from '../../../server/core/store/record-kind.ts';
import type { Store } from '../../../server/core/store/store.ts';
import { verify } from '../../../server/operate/access-log/verify.ts';
import { recordKinds } from '../../../server/operate/record-kinds.ts';
import { deleteOldRecords } from '../../../server/operate/records/retention.ts';
import { newAccessLog, viewOf } from '../../support/access-log.ts';
import { newJobs } from '../../support/jobs.ts';
import { newEncryption } from '../../support/keys.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';
import { addCustomer, customerTables, type Over, recordsByKind } from './customer-rows.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const days = { unfinished: 90, bookings: 2190, writes: 30, events: 30, erasures: 2000, accessLog: 2000 };
const retention = {
  unfinishedMs: days.unfinished * dayMs,
  bookingsMs: days.bookings * dayMs,
  writesMs: days.writes * dayMs,
  eventsMs: days.events * dayMs,
  erasuresMs: days.erasures * dayMs,
  accessLogMs: days.accessLog * dayMs,
};
const beganMs = Date.UTC(2026, 0, 1);

/** Rows that changed last at the beginning. */
const timed = (over: Over = {}): Over => {
  const at = { created_at: beganMs, updated_at: beganMs };
  const tables = ['journeys', 'drafts', 'appointments', 'handoffs', 'handoff_purchases', 'writes'] as const;
  const rows: Over = Object.fromEntries(
    tables.map((table) => [table, table === 'drafts' ? { updated_at: beganMs } : at]),
  );
  rows.writes = { ...at, state: 'settled' };
  rows.evidence = { updated_at: beganMs, phase: 'accepted' };
  rows.physician_orders = { updated_at: beganMs, phase: 'done' };
  rows.event_bookings = { updated_at: beganMs };
  rows.events = { ...at, state: 'delivered' };
  rows.webhook_events = { received_at: beganMs };
  rows.journeys = { ...at, state: 'open' };
  for (const [table, values] of Object.entries(over) as [CustomerTable, object][])
    rows[table] = { ...rows[table], ...values };
  return rows;
};

interface Person {
  name: string;
  status: string | null;
  /** @default all that such a booking has */
  tables?: readonly CustomerTable[];
  /** Values of columns. @default a booking in which nothing is under way */
  over?: Over;
  journey?: object;
}

const withoutOrder = [
  'journeys',
  'drafts',
  'consents',
  'writes',
  'evidence',
  'event_bookings',
  'events',
] as const;

/** Adds a customer with one booking. All of its rows have one id, which is also their owner's. */
async function addBooking(store: Store, encryption: Encryption, person: Person): Promise<string> {
  const { name, status, tables, over = {}, journey = {} } = person;
  const id = crypto.randomUUID();
  const owned = { owner_id: id };
  const order =
    status === null
      ? null
      : {
          order_id: id,
          order_ref: 'a number',
          appointment_id: id,
          answer: { appointments: [] },
          branch: { configuration_version: '1', physician_mode: 'service_service' },
        };
  await addCustomer(store, encryption, name, {
    id,
    // Documents are deleted a day after their upload (evidence/evidence.ts).
    tables:
      tables ??
      (status === null ? withoutOrder : customerTables.filter((table) => table !== 'document_parts')),
    bodies: {
      journeys: { state: 'open', order, payment: null, pending: null, ...journey },
      appointments: { status: status ?? '' },
      handoff_purchases: { orderId: tables ? null : id, refusal: tables ? refused : null },
    },
    over: timed({
      evidence: owned,
      consents: { journey_id: id },
      events: { booking_id: id },
      appointments: { order_id: id },
      handoffs: { order_id: id },
      ...over,
      writes: { ...owned, ...over.writes },
    }),
  });
  return id;
}

const paid = { state: 'paid', reference: 'a payment' };
const refused = {
  code: 'invalid_fields',
  title: 'Refused.',
  fields: [],
  upstreamRequestId: null,
};

const people: (Person & { goneAfter: number })[] = [
  { name: 'left', status: null, goneAfter: days.unfinished },
  {
    name: 'unpaid',
    status: null,
    journey: { payment: { state: 'begun', payUrl: 'https://pay.example' } },
    goneAfter: days.unfinished,
  },
  {
    name: 'parked',
    status: null,
    journey: { pending: { writeId: 'a write', kind: 'identity.save' } },
    over: { writes: { state: 'parked', kind: 'identity.save' } },
    goneAfter: days.unfinished,
  },
  { name: 'refused', status: null, tables: ['handoff_purchases', 'writes'], goneAfter: days.unfinished },
  { name: 'unused', status: null, tables: ['handoffs'], goneAfter: days.unfinished },
  { name: 'canceled', status: 'canceled', journey: { payment: paid }, goneAfter: days.bookings },
  {
    name: 'blocked',
    status: 'pending_scheduling',
    journey: { state: 'finished', questionnaire: { outcome: { status: 'blocked', code: null } } },
    goneAfter: days.bookings,
  },
  { name: 'completed', status: 'completed', journey: { state: 'finished' }, goneAfter: days.bookings },
];
/** Each has one thing that is under way. */
const busy: Person[] = [
  { name: 'paid', status: null, journey: { payment: paid } },
  { name: 'ordering', status: null, journey: { pending: { writeId: 'a write', kind: 'order.place' } } },
  { name: 'sending', status: null, over: { writes: { state: 'due' } } },
  { name: 'parked order', status: null, over: { writes: { state: 'parked', kind: 'order.place' } } },
  { name: 'uploading', status: null, over: { evidence: { phase: 'processing' } } },
  { name: 'confirmed', status: 'confirmed', journey: { state: 'finished' } },
  { name: 'canceling', status: 'canceled', over: { writes: { state: 'due' } } },
  { name: 'signing', status: 'completed', over: { physician_orders: { phase: 'rendering' } } },
];

describe.each(storeKinds)('on %s', (kind) => {
  it('deletes each kind on its day and not before, and nothing that is under way', async () => {
    const store = await newTestStore(kind);
    const encryption = newEncryption();
    for (const person of [...people, ...busy]) await addBooking(store, encryption, person);
    await sql`insert into erasures (id, subject_key, state, removed, attempts, due_at, fence, created_at, updated_at)
      values ('e', 's', 'done', '{}', 0, 0, 0, ${beganMs}, ${beganMs})`.execute(store.db);
    const lines: string[] = [];
    const log = createLog('trace', { write: (line) => void lines.push(line) });
    const clock = manualClock(beganMs);
    const jobs = newJobs(store, clock);
    const accessLog = await newAccessLog(store, encryption, jobs, { log });
    const kinds = recordKinds;
    deleteOldRecords({ config: { retention }, store, encryption, kinds, jobs, accessLog, log });
    accessLog.record(viewOf('ada', 'first'));
    await accessLog.flush();
    jobs.start();

    const countOf = async (name: string) => {
      // Events have a day of their own (retention-of-tables.test.ts).
      const { events, service_events, ...records } = await recordsByKind(store.db, encryption, name);
      return Object.values(records).flat().length;
    };
    const erasures = async () => (await store.db.selectFrom('erasures').select('id').execute()).length;
    const accessed = async () =>
      (await store.db.selectFrom('access_log').select('record_id').orderBy('seq').execute()).map(
        ({ record_id }) => record_id,
      );
    const contents = async () =>
      (await store.db.selectFrom('writes').select('customer_id').where('body', 'is not', null).execute())
        .map(({ customer_id }) => customer_id)
        .toSorted();
    const allWriters = await contents();
    const full = new Map<string, number>();
    for (const { name } of [...people, ...busy]) full.set(name, await countOf(name));

    const moments = [30, 90, 2000, 2190, 2555]
      .flatMap((day) => [day * dayMs - hourMs, day * dayMs + hourMs])
      .map((ms) => beganMs + ms);
    for (const atMs of moments) {
      // A lease that is held while months pass would be renewed millions of times.
      await jobs.idle();
      clock.advance(atMs - clock.now());
      // The service's list was read just now.
      await store.db.updateTable('reconciliations').set({ due_at: atMs, attempts: 0 }).execute();
      await jobs.idle();
      const day = (atMs - beganMs) / dayMs;
      for (const { name, goneAfter } of people)
        expect([day, name, await countOf(name)]).toEqual([day, name, day > goneAfter ? 0 : full.get(name)]);
      for (const { name } of busy)
        expect([day, name, await countOf(name)]).toEqual([day, name, full.get(name)]);
      expect([day, await erasures()]).toEqual([day, day > days.erasures ? 0 : 1]);
      expect([day, (await accessed()).includes('first')]).toEqual([day, day < days.accessLog]);
      accessLog.record(viewOf('ada', `at ${day}`));
      await accessLog.flush();
      expect((await verify(store.db, accessLog.keys)).faults).toEqual([]);
      const parked = day > days.unfinished ? [] : ['parked'];
      const writers = day > days.writes ? ['canceling', ...parked, 'parked order', 'sending'] : allWriters;
      expect([day, await contents()]).toEqual([day, writers]);
    }
    const young = moments.filter((atMs) => atMs > clock.now() - days.accessLog * dayMs);
    expect(await accessed()).toHaveLength(young.length);
    expect(lines.filter((line) => !line.includes('retention.deleted'))).toEqual([]);
    // Once nothing is under way any more, and the service says so, the booking has its own day.
    await sql`update appointments set updated_at = ${clock.now()} where customer_id = 'signing'`.execute(
      store.db,
    );
    await sql`update physician_orders set phase = 'done' where customer_id = 'signing'`.execute(store.db);
    clock.advance(days.bookings * dayMs + hourMs);
    await jobs.idle();
    expect(await countOf('signing')).toBe(0);
    expect(await countOf('confirmed')).toBe(full.get('confirmed'));
    await jobs.stop();
  });

  it('keeps the content of a write until the service was read after it', async () => {
    const store = await newTestStore(kind);
    const encryption = newEncryption();
    await addBooking(store, encryption, { name: 'ada', status: 'completed' });
    const clock = manualClock(beganMs + 31 * dayMs);
    const jobs = newJobs(store, clock);
    const accessLog = await newAccessLog(store, encryption, jobs);
    const kinds = recordKinds;
    deleteOldRecords({ config: { retention }, store, encryption, kinds, jobs, accessLog, log: silentLog });
    jobs.start();
    const content = async () =>
      (await recordsByKind(store.db, encryption, 'ada')).writes?.map(({ values }) => values);
    await jobs.idle();
    expect(await content()).toEqual([{ body: '{}', outcome: { ok: true, status: 200, data: {} } }]);
    await store.db.updateTable('reconciliations').set({ due_at: clock.now() }).execute();
    clock.advance(hourMs);
    await jobs.idle();
    expect(await content()).toEqual([{}]);
    await jobs.stop();
  });
});
