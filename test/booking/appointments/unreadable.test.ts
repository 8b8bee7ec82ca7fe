/** A record that nobody can decrypt is logged, and holds up no other customer's. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { AppointmentsView } from '../../../server/contract/appointments-api.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { bookConfirmed } from '../../support/booked-appointment.ts';
import { untilReview } from '../../support/booking.ts';
import { eventually } from '../../support/eventually.ts';
import { type FullApiServer, origin } from '../../support/full-api-server.ts';
import type { PartnerServerOptions } from '../../support/partner-server.ts';
import { serverOfTest } from '../../support/server-of-test.ts';

/** Changes the database beside the server. */
const change = ({ env }: FullApiServer, statement: string) => {
  const database = new DatabaseSync(String(env.SQLITE_FILE));
  const changed = database.prepare(statement).run().changes;
  database.close();
  expect(changed).toBe(1);
};

async function started(options: PartnerServerOptions) {
  const told: string[] = [];
  const service = await serverOfTest({
    ...options,
    hooks: { onEvent: async ({ type, data }) => void told.push(`${data.subject} ${type}`) },
  });
  return { service, told };
}

/** Starts another process at a later time, and stops it when it has nothing to do. */
async function runLater({ another }: FullApiServer, aheadMs: number): Promise<void> {
  const other = await another(
    {},
    systemClock(() => Date.now() + aheadMs),
  );
  await other.idle();
  await other.stop();
}

it('an appointment is left out of lists, which say so, and of reminders and the comparison with the service', async () => {
  const { service, told } = await started({ tuning: { reconcileMs: 86_400_000 } });
  const [broken, lost, sound] = [
    await bookConfirmed(service, 'broken'),
    await bookConfirmed(service, 'lost'),
    await bookConfirmed(service, 'sound'),
  ];
  for (const booked of [broken, lost, sound]) await booked.read();
  change(service, "update appointments set details = 'AAAA' where customer_id = 'user-broken'");
  change(service, "update event_bookings set body = 'AAAA' where customer_id = 'user-lost'");

  expect(await broken.list()).toEqual([]);
  expect(await sound.list()).toHaveLength(1);
  for (const [booked, isIncomplete] of [
    [broken, true],
    [sound, false],
  ] as const) {
    const { body } = await booked.customer.call<AppointmentsView>('GET', '/appointments');
    expect(body.has_unreadable).toBe(isIncomplete);
  }
  const visitMs = Date.parse((await sound.read()).scheduled_for ?? '');
  await broken.move('canceled');
  await runLater(service, visitMs - 3_600_000 - Date.now());
  expect(told.filter((line) => line.endsWith('booking.upcoming'))).toEqual([
    expect.stringContaining('user-sound'),
  ]);
  expect(service.logged()).not.toContain('webhook.reconcile_failed');
  expect(service.logged()).toContain('webhook.reconciled');
  for (const kind of ['appointments', 'bookings'])
    expect(service.logged()).toContain(`"event":"record.invalid","kind":"${kind}"`);
});

it('a paid booking that waits holds up no event about another one', async () => {
  let isAway = false;
  const { service, told } = await started({
    tuning: { writes: { retryLimit: 1, parkedRetryMs: 3_600_000, probeMs: 3_600_000 } },
    rewrite: ({ method }, answer) =>
      isAway && method === 'POST'
        ? { ...answer, status: 503, body: { code: 503, data: null, error: null } }
        : answer,
  });
  const customers = [service.customer('ada'), service.customer('bea')];
  for (const customer of customers) await untilReview(customer, 'DEXA');
  isAway = true;
  for (const customer of customers) await customer.answer('review', { return_url: `${origin}/book` });
  const database = new DatabaseSync(String(service.env.SQLITE_FILE));
  const waiting = database.prepare(
    "select distinct owner_id from writes where state <> 'settled' and owner_kind = 'journey'",
  );
  const [first, second] = waiting.all().map(({ owner_id }) => String(owner_id));
  database.close();
  change(service, `update journeys set body = 'AAAA' where id = '${first}'`);
  const readable = customers.find(({ view }) => view?.journey_id === second);
  expect(readable).toBeDefined();
  await runLater(service, 11 * 60_000);
  await eventually(() => told.length > 0);
  expect(told).toEqual([expect.stringMatching(/ booking\.delayed$/)]);
});
