/** What an operator does about a booking that does not go on: retry, release, note. */
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult, SupportRecords } from '../../../server/contract/admin-api/views.ts';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import type { Store } from '../../../server/core/store/store.ts';
import { newOperatorKey } from '../../../server/operate/admin/guards.ts';
import { customersErase, customersExport } from '../../../server/operate/cli/customers.ts';
import {
  supportLookup,
  supportNote,
  supportRelease,
  supportRetry,
} from '../../../server/operate/cli/support.ts';
import { book, bookConfirmed } from '../../support/booked-appointment.ts';
import { answerStep, at, choosePlace, pickTimes, profile, untilReview } from '../../support/booking.ts';
import type { Customer } from '../../support/customer.ts';
import { eventually } from '../../support/eventually.ts';
import { type FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';
import { type Command, runCommand } from '../../support/run-command.ts';
import { refusal } from '../../support/scripted-refusal.ts';
import { newMigratedDatabase, storeKinds } from '../../support/test-stores.ts';
import { askAdmin } from '../ask-admin.ts';

const { key, entry } = newOperatorKey('alice', 'admin');

describe.each(storeKinds)('support on %s', (kind) => {
  let service: FullApiServer;
  let store: Store;
  beforeAll(async () => {
    service = await startFullApiServer({
      databaseUrl: kind === 'postgres' ? await newMigratedDatabase() : undefined,
      env: { ADMIN_PORT: '0', ADMIN_KEYS: entry },
      // A process that stops for some seconds would lose its lease, and count one try more.
      tuning: { writes: { retryLimit: 2, leaseMs: 600_000 } },
    });
    store = await service.store();
  });
  beforeEach(() => service.sandbox.clearFaults());
  afterAll(() => service.stop());

  /** Runs a command. */
  async function run<T>(command: Command<never>, options: object): Promise<{ code: number; result: T }> {
    const { code, output } = await runCommand(command, service.env, { json: true, ...options } as never);
    return { code, result: JSON.parse(output) as T };
  }

  /** Acts over the admin API: the server has no wait for a command there. */
  async function ask<T>(action: string, body: object): Promise<T> {
    const reply = await askAdmin(service, key, `POST /support/${action}`, body);
    if (reply.status >= 300) throw new Error(`${action} answered ${reply.status}`);
    return reply.body as T;
  }
  const look = (reference: string, options = {}) => ask<SupportRecords>('lookup', { reference, ...options });
  const act = (action: 'retry' | 'release', reference: string) => ask<ActionResult>(action, { reference });
  /** The service refuses the API key: the server parks the write at once, and the service has nothing of it. */
  const park = (path: string) => service.sandbox.fault('POST', path, refusal(401, null));
  const untilSettled = (subject: string) =>
    eventually(async () => (await look(subject)).writes.every(({ state }) => state === 'settled'));

  async function until(customer: Customer, step: string, from?: JourneyView): Promise<JourneyView> {
    let view = from ?? (await customer.answer('times', pickTimes(await choosePlace(customer, 'CALST'))));
    while (view.shows.step !== step) view = await answerStep(customer, view);
    return view;
  }

  it('retries a parked order, which the service then has once', async () => {
    const customer = service.customer('parked');
    const before = (await service.sandbox.ledger()).orders ?? 0;
    const review = await untilReview(customer, 'DEXA');
    // The order took effect, and no response of it arrives.
    await service.sandbox.fault('POST', '/v1/orders', { kind: 'drop_after' }, { times: 2 });
    const view = await answerStep(customer, review);
    expect(view.notice?.code).toBe('stalled');

    const { writes } = await look('user-parked');
    const parked = writes.find(({ state }) => state === 'parked');
    expect(parked).toMatchObject({ kind: 'order.place', tries: 2, status: null, can_release: false });
    expect([parked?.reason, parked?.next_try_at === null]).toEqual([
      expect.stringMatching(/^network_/),
      false,
    ]);

    // A second order would be possible if the write were given up.
    const released = await run<ActionResult>(supportRelease, { reference: 'user-parked' });
    expect(released).toMatchObject({
      code: 1,
      result: { done: [], refused: [{ id: parked?.id, message: expect.stringContaining('second order') }] },
    });
    expect((await look(parked?.id ?? '')).writes).toContainEqual(parked);

    const retried = await run<ActionResult>(supportRetry, { reference: 'user-parked' });
    expect(retried.code).toBe(0);
    expect(retried.result.done).toEqual([
      {
        kind: 'write',
        id: parked?.id,
        write: 'order.place',
        message: expect.stringContaining('with the same key'),
      },
    ]);
    // The server looks at once, and not five seconds later.
    await act('retry', parked?.id ?? '');
    await untilSettled('user-parked');
    at(await customer.read(), 'questionnaire');
    const sent = (await service.sandbox.requests()).filter(
      ({ method, path }) => method === 'POST' && path === '/v1/orders',
    );
    const keys = sent.slice(-3).map(({ idempotency_key }) => idempotency_key);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect((await service.sandbox.ledger()).orders).toBe(before + 1);
    // The appointment of the order is read again, and nothing else waits.
    const again = await run<ActionResult>(supportRetry, { reference: 'user-parked' });
    expect(again.result.done.map((item) => item.kind)).toEqual(['read']);
    expect((await run(supportRetry, { reference: parked?.id })).code).toBe(1);
  });

  it('ends the pause of what waits, and says what the service refused', async () => {
    const customer = service.customer('waiting');
    await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
    await service.sandbox.fault('POST', '/v1/api-first/identities', {
      kind: 'in_progress',
      retry_after_seconds: 1_800,
    });
    const answered = customer.send('identity', profile);
    await eventually(async () => (await look('user-waiting')).writes.some(({ tries }) => tries === 1));
    await eventually(async () => {
      const [write] = (await look('user-waiting')).writes;
      return Date.parse(write?.next_try_at ?? '') > Date.now() + 600_000;
    });
    const { writes } = await look('user-waiting');
    const { done } = await act('retry', 'user-waiting');
    expect(done.map((item) => item.id)).toEqual([writes[0]?.id]);
    await answered;
    await untilSettled('user-waiting');

    const view = await until(customer, 'review', await customer.read());
    await service.sandbox.fault('POST', '/v1/orders', refusal(409, { code: 'SOMETHING_NEW' }));
    await answerStep(customer, view);
    expect(await act('retry', 'user-waiting')).toMatchObject({
      done: [],
      refused: [{ write: 'order.place', message: expect.stringContaining('with 409. Code: SOMETHING_NEW.') }],
    });
  });

  it.each([
    ['identity.save', 'identity', '/v1/api-first/identities'],
    ['consent_session.create', 'consent', '/v1/api-first/consent-sessions'],
    ['consent_session.finalize', 'consent', '/v1/api-first/consent-sessions/*/finalize'],
    ['questionnaire.submit', 'questionnaire', '/v1/appointments/*/scheduling-questionnaire'],
  ])('releases %s, and the customer goes on to one booking', async (write, step, path) => {
    const name = write.replace(/\W/g, '-');
    const customer = service.customer(name);
    const before = (await service.sandbox.ledger()).orders ?? 0;
    const view = await until(customer, step);
    await park(path);
    expect((await answerStep(customer, view)).notice?.code).toBe('stalled');
    expect(await act('release', `user-${name}`)).toMatchObject({
      done: [{ write, message: expect.stringContaining('Given up') }],
      refused: [],
    });
    await untilSettled(`user-${name}`);
    expect((await look(`user-${name}`)).writes).toContainEqual(
      expect.objectContaining({ kind: write, status: 0, code: 'RELEASED' }),
    );
    const shown = await customer.read();
    expect([shown.shows.step, shown.working]).toEqual([step, null]);
    await until(customer, 'sent', shown);
    expect((await service.sandbox.ledger()).orders).toBe(before + 1);
  });

  it.each(['cancel', 'reschedule'])('releases a %s, and reads the appointment again', async (change) => {
    const booked = await bookConfirmed(service, `released-${change}`);
    const [primary = ''] = await booked.times();
    const body = change === 'cancel' ? {} : { new_requested_date: primary };
    // It took effect, and the server does not know.
    await service.sandbox.fault('POST', `/v1/appointments/*/${change}`, { kind: 'drop_after' });
    await park(`/v1/appointments/*/${change}`);
    expect((await booked.post(change, body)).change?.state).toBe('stalled');
    expect((await act('release', booked.id)).done).toHaveLength(1);
    // What took effect is shown, whatever became of its write.
    await eventually(async () => {
      const { status, change: left } = await booked.read();
      return change === 'cancel' ? status === 'canceled' : left === null;
    });
    expect((await act('release', booked.id)).refused[0]?.message).toContain('No write is parked');
  });

  it.each([
    ['prescreen.submit', 'prescreen', '/v1/tests/*/prescreen-form/submissions'],
    ['appointment.schedule', 'questionnaire', '/v1/appointments/*/schedule'],
  ])('does not release %s, which a retry completes', async (write, step, path) => {
    const name = `kept-${write.replace(/\W/g, '-')}`;
    const customer = service.customer(name);
    const view = await until(customer, step);
    await park(path);
    expect((await answerStep(customer, view)).notice?.code).toBe('stalled');
    expect(await act('release', `user-${name}`)).toMatchObject({
      done: [],
      refused: [{ message: expect.stringMatching(/Retry the write/) }],
    });
    expect((await act('retry', `user-${name}`)).done).not.toEqual([]);
    await untilSettled(`user-${name}`);
    await until(customer, 'sent', await customer.read());
  });

  it('keeps notes encrypted, in the export, and until the customer is erased', async () => {
    const booked = await book(service, 'noted');
    const canary = 'canary-of-a-note';
    const { result: added } = await run<{ id: string }>(supportNote, {
      reference: booked.id,
      text: `  ${canary} `,
    });
    await run(supportNote, { reference: 'user-noted', text: 'x'.repeat(2000) });
    await expect(run(supportNote, { reference: booked.id, text: ' ' })).rejects.toThrow('Write a note.');
    await expect(run(supportNote, { reference: booked.id, text: 'x'.repeat(2001) })).rejects.toThrow(
      'at most 2000 characters',
    );
    const { notes } = await look('user-noted');
    expect(notes.map(({ length, booking_id, text }) => [length, booking_id, text])).toEqual([
      [2000, null, null],
      [canary.length, booked.id, null],
    ]);
    expect(notes[0]?.author).toBe(userInfo().username);
    expect((await look('user-noted', { notes: true })).notes[1]?.text).toBe(canary);
    const stored = () => store.db.selectFrom('support_notes').selectAll().execute();
    expect(JSON.stringify(await stored())).not.toContain(canary);
    expect(await stored()).toHaveLength(2);

    const to = join(dirname(service.env.SQLITE_FILE ?? ''), 'noted.json');
    await customersExport(service.env, { subject: 'user-noted', to }, () => {});
    expect(JSON.parse(await readFile(to, 'utf8')).records.notes).toContainEqual(
      expect.objectContaining({ id: added.id, booking_id: booked.id, body: canary }),
    );
    await customersErase(service.env, { subject: 'user-noted', yes: true, evenUnderWay: true }, () => {});
    expect(await stored()).toEqual([]);
    await expect(run(supportLookup, { reference: 'user-noted' })).rejects.toThrow(
      'No booking has this reference',
    );
  });
});
