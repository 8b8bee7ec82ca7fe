/** Cancels an appointment: once, under its own key, with the 24-hour warning for customers who need it. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { AppointmentView } from '../../../server/contract/appointments-api.ts';
import type { ProblemBody } from '../../../server/contract/problem.ts';
import { dataOf } from '../../second-service/differences.ts';
import {
  type Booked,
  book,
  bookConfirmed,
  bookForTomorrow,
  sentTo,
} from '../../support/booked-appointment.ts';
import { refusal } from '../../support/scripted-refusal.ts';
import { serverOfFile, serverOfTest } from '../../support/server-of-test.ts';

const service = await serverOfFile({ tuning: { writes: { retryLimit: 3 } } });
beforeEach(() => service.sandbox.clearFaults());

const sent = (booked: Booked) => sentTo(service, booked, 'cancel');
const confirmed = (name: string) => bookConfirmed(service, name);
const soon = (name: string) => bookForTomorrow(service, name);

describe('cancel', () => {
  // Also [T34]
  it('sends one write with a key and only the confirmed fields [APT-34] [APT-36] [APT-44]', async () => {
    const booked = await confirmed('canceler');
    const before = (await service.sandbox.ledger()).cancels ?? 0;
    const shown = await booked.post('cancel', { reason: ' I moved away. ' });
    expect(shown).toMatchObject({
      status: 'canceled',
      upstream_status: 'canceled',
      change: { kind: 'cancel', state: 'done', within_24_hours: false },
      actions: ['consents'],
    });
    expect(sent(booked)).toEqual([
      { key: expect.stringMatching(/^[\w-]{36}$/), body: { reason: 'I moved away.' } },
    ]);
    expect((await service.sandbox.ledger()).cancels).toBe(before + 1);
  });

  it('keeps the typed reason out of the log and encrypted in the database', async () => {
    const booked = await confirmed('discreet');
    await booked.post('cancel', { reason: 'canary-of-the-reason' });
    expect(service.logged()).not.toContain('canary-of-the-reason');
    expect(await service.stored()).not.toContain('canary-of-the-reason');
  });

  it('works before the location has confirmed, and without a reason [APT-35]', async () => {
    const booked = await book(service, 'early');
    expect((await booked.post('cancel')).status).toBe('canceled');
    expect(sent(booked)[0]?.body).toEqual({});
  });

  it('rejects a reason of more than 500 characters before it writes anything [LIM-02]', async () => {
    const booked = await confirmed('talker');
    const reply = await booked.customer.call<ProblemBody>('POST', `${booked.path}/cancel`, {
      reason: 'x'.repeat(501),
    });
    expect([reply.status, reply.body.fields?.[0]?.path]).toEqual([422, 'reason']);
    expect(sent(booked)).toEqual([]);
    expect((await booked.post('cancel', { reason: 'x'.repeat(500) })).status).toBe('canceled');
  });

  // Also [T37]
  it('warns first within 24 hours, and continues under a new key once the customer agrees [APT-43] [ERR-21] [T13]', async () => {
    const booked = await soon('hurried');
    const warned = await booked.post('cancel', { reason: 'Ill' });
    expect(warned).toMatchObject({ status: 'confirmed', change: { kind: 'cancel', state: 'warned' } });
    const shown = await booked.post('cancel', { reason: 'Ill', confirm: true });
    expect(shown).toMatchObject({ status: 'canceled', change: { state: 'done', within_24_hours: true } });
    const [first, second, ...more] = sent(booked);
    expect(more).toEqual([]);
    expect(first?.body).toEqual({ reason: 'Ill' });
    expect(second?.body).toEqual({ reason: 'Ill', confirm_within_24_hour_penalty: true });
    expect(second?.key).not.toBe(first?.key);
  });

  it('ignores an agreement from a customer who was not warned [APT-43] [T37]', async () => {
    const booked = await soon('presetter');
    const confirm = async () =>
      (await booked.customer.call<ProblemBody>('POST', `${booked.path}/cancel`, { confirm: true })).body.code;
    expect(await confirm()).toBe('not_warned');
    const [time = ''] = await booked.times();
    await booked.post('reschedule', { new_requested_date: time });
    // Warned of the other one.
    expect(await confirm()).toBe('not_warned');
    expect(sent(booked)).toEqual([]);
  });

  it('drops a warning when the time has changed since', async () => {
    const booked = await soon('moved');
    await booked.post('cancel');
    await booked.move('rescheduled', { scheduled_for: '2031-05-14T15:00:00.000Z' });
    const reply = await booked.customer.call<ProblemBody>('POST', `${booked.path}/cancel`, { confirm: true });
    expect(reply.body.code).toBe('not_warned');
    expect(sent(booked)).toHaveLength(1);
  });

  it('has one effect when the connection is cut after the effect [APT-34]', async () => {
    const booked = await confirmed('cut');
    const before = (await service.sandbox.ledger()).cancels ?? 0;
    await service.sandbox.fault('POST', `/v1/appointments/${booked.id}/cancel`, { kind: 'drop_after' });
    expect((await booked.post('cancel')).status).toBe('canceled');
    expect((await service.sandbox.ledger()).cancels).toBe(before + 1);
  });

  it('can be sent again, unchanged, when the service did not respond in time [ERR-22]', async () => {
    const booked = await confirmed('stalled');
    const path = `/v1/appointments/${booked.id}/cancel`;
    await service.sandbox.fault('POST', path, { kind: 'drop_before' }, { times: 3 });
    const stalled = await booked.post('cancel', { reason: 'Late' });
    expect(stalled).toMatchObject({ status: 'confirmed', change: { state: 'stalled' }, working: null });
    expect(stalled.actions).not.toContain('cancel');
    expect(await booked.post('retry')).toMatchObject({ status: 'canceled', change: { state: 'done' } });
    expect(new Set(sent(booked).map(({ key }) => key)).size).toBe(1);
  });

  it('runs once when the button is pressed twice [IDEM-12]', async () => {
    const booked = await confirmed('double');
    const press = () =>
      booked.customer.call<AppointmentView | ProblemBody>('POST', `${booked.path}/cancel`, {});
    const replies = await Promise.all([press(), press()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(sent(booked)).toHaveLength(1);
  });

  it.each([
    ['that the operator has named', { appointment: { statusWords: { canceled: ['called_off'] } } }],
    ['that nobody knows', {}],
  ])(
    'says that it is canceled, before a read does, after a success with a word %s',
    async (_, assumptions) => {
      const other = await serverOfTest({
        assumptions,
        rewrite: dataOf(/\/cancel$/, (data) => ({ ...data, status: 'called_off' })),
      });
      const booked = await bookConfirmed(other, 'called-off');
      const path = `/v1/appointments/${booked.id}`;
      await other.sandbox.fault('GET', path, refusal(503, null), { skip: 1, times: 100 });
      expect(await booked.post('cancel')).toMatchObject({ status: 'canceled', change: { state: 'done' } });
      expect(other.logged().includes('appointment.statusWords')).toBe(!('appointment' in assumptions));
    },
  );

  it('shows a rejection of the service with its reference, and leaves the appointment unchanged', async () => {
    const booked = await confirmed('refused');
    await service.sandbox.fault(
      'POST',
      `/v1/appointments/${booked.id}/cancel`,
      refusal(409, { code: 'MOON' }),
    );
    expect(await booked.post('cancel')).toMatchObject({
      status: 'confirmed',
      change: { state: 'refused', upstream_request_id: 'req_for_support' },
    });
  });
});
