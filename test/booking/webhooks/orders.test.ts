/**
 * Six events of one appointment in every order, some twice, while the service moves and a page reads beside them: what is
 * kept never goes back, and ends where a poll would end.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createAppointments } from '../../../server/booking/appointments/appointment-records.ts';
import { createRefresh } from '../../../server/booking/appointments/refresh.ts';
import { registerAppointment } from '../../../server/booking/appointments/register.ts';
import { createEventReads } from '../../../server/booking/webhooks/event-reads.ts';
import { createInbox } from '../../../server/booking/webhooks/inbox.ts';
import type { Appointment } from '../../../server/contract/upstream-api/appointments.ts';
import { silentLog } from '../../../server/core/observability/log.ts';
import type { AppointmentReads } from '../../../server/upstream/appointments/reads.ts';
import { assumptionsWith } from '../../support/assumptions.ts';
import { eventually } from '../../support/eventually.ts';
import { newJobs } from '../../support/jobs.ts';
import { newEncryption } from '../../support/keys.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';
import { newEvent } from '../../support/webhook-harness.ts';

const moves = [
  'pending_scheduling',
  'pending_confirmation',
  'confirmed',
  'rescheduled',
  'results_in_progress',
  'results_ready',
  'completed',
];

/** Every order of the first `count` events. */
function orders(count: number): number[][] {
  if (count === 0) return [[]];
  return orders(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, at) => [...order.slice(0, at), count, ...order.slice(at)]),
  );
}

const appointmentAt = (id: string, state: number): Appointment => ({
  appointment_id: id,
  order_id: id,
  status: moves[state] ?? '',
  results_status: 'waiting_results',
  test_type: 'DEXA',
  scheduled_for: null,
  original_scheduled_for: null,
  requested_at: null,
  confirmed_at: null,
  created_at: null,
  updated_at: new Date(1_795_000_000_000 + state * 1000).toISOString(),
  location: {
    address_line_1: '1 Pier',
    address_line_2: null,
    city: 'New York',
    state: 'NY',
    postal_code: '10002',
    timezone: 'America/New_York',
  },
  form_type: null,
  has_signed_form: false,
  artifact_status: null,
  physician_order_status: null,
  physician_order_submission_status: null,
  physician_order_submission_deadline_at: null,
  physician_order_submitted_at: null,
  cancellation_reason_code: null,
});

async function harness(kind: (typeof storeKinds)[number]) {
  const store = await newTestStore(kind);
  // Nothing crashes here: thousands of commits need not wait for the disk.
  if (kind === 'sqlite') await sql`pragma synchronous = off`.execute(store.db);
  const encryption = newEncryption();
  const appointments = createAppointments(store, encryption, null, silentLog);
  /** How far the service is with each. */
  const states = new Map<string, number>();
  const kept = new Map<string, string[]>();
  let begun = 0;
  const reads = {
    // A read says what was true as it began, and ends before or after others.
    async appointment(id: string) {
      const body = appointmentAt(id, states.get(id) ?? 0);
      for (let turns = (begun++ * 7) % 12; turns > 0; turns--) await nextTurn();
      return body;
    },
  } as Partial<AppointmentReads> as AppointmentReads;
  const refresh = createRefresh({
    appointments,
    reads: { full_api: reads },
    changed: () => {},
    now: Date.now,
  });
  const inbox = createInbox({ assumptions: assumptionsWith(), store, encryption, now: Date.now });
  const keepAnd = async (id: string) => {
    await refresh(id);
    const now = (await appointments.find(id))?.body?.updated_at ?? '';
    kept.set(id, [...(kept.get(id) ?? []), now]);
  };
  const jobs = newJobs(store);
  const reading = createEventReads({
    jobs,
    handlers: { appointment: keepAnd },
    adopt: async () => {},
    log: silentLog,
  });
  jobs.start();

  return {
    jobs,
    kept,
    find: async (id: string) => (await appointments.find(id))?.body,
    idle: async () =>
      (await store.db.selectFrom('webhook_reads').select('subject').where('state', '=', 'due').execute())
        .length === 0,
    async play(id: string, order: number[]) {
      const known = {
        customerId: 'c',
        orderId: id,
        flow: 'full_api',
        testType: 'DEXA',
        catalogId: null,
        offeringId: null,
        physicianMode: null,
        orderRef: null,
        consentJourneyId: null,
        patient: null,
      } as const;
      await store.transaction((trx) =>
        registerAppointment(trx, encryption, { appointmentId: id, ...known }, Date.now()),
      );
      const events = new Map(
        order.map((n) => [
          n,
          newEvent({ sequence: n, data: { object: { appointment_id: id, status: moves[n] } } }),
        ]),
      );
      for (const [at, n] of order.entries()) {
        // An event of a move cannot come before it; the move may have been followed by others.
        states.set(id, Math.max(states.get(id) ?? 0, n));
        const event = events.get(n);
        const twice = events.get(order[(at * 5) % (at + 1)] ?? n);
        for (const each of at % 2 === 0 ? [event, twice] : [event]) {
          if (!each) continue;
          await inbox.accept(each, Buffer.from(JSON.stringify(each)));
          reading.runNow();
        }
        // The customer's page reads beside it.
        if (at % 3 === 0) void refresh(id);
      }
    },
  };
}

const uuid = (n: number) => `0197d2a4-0000-7000-8000-${String(n).padStart(12, '0')}`;

it.each(storeKinds)(
  // Also [GAP-92]
  'reaches the same state as polling, on %s [WHK-43] [T82] [GAP-90]',
  async (kind) => {
    const all = [1, 2, 3, 4, 5, 6].flatMap(orders);
    expect(all).toHaveLength(873);
    // PostgreSQL pays a round trip for each statement: the shorter ones, and every seventh of six.
    const played = kind === 'sqlite' ? all : all.filter((order, at) => order.length < 5 || at % 7 === 0);
    const it = await harness(kind);
    const cast = played.map((order, n) => ({ id: uuid(n), order }));
    for (let at = 0; at < cast.length; at += 30)
      await Promise.all(cast.slice(at, at + 30).map(({ id, order }) => it.play(id, order)));
    await eventually(it.idle);
    await it.jobs.stop();
    for (const { id, order } of cast) {
      expect((await it.find(id))?.status).toBe(moves[Math.max(...order)]);
      const seen = it.kept.get(id) ?? [];
      expect(seen).toEqual(seen.toSorted());
    }
  },
);
