/** Cancel and reschedule: once, under a key of their own, with the 24-hour word asked of the customer and of nobody else. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppointmentView } from '../../server/contract/appointments-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { refusal } from '../journey/refusal.ts';
import { type Service, startService } from '../journey/service.ts';
import { type Booked, book } from './after-booking.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { WRITE_RETRY_LIMIT: '3' } });
});
beforeEach(() => service.sandbox.clearFaults());
afterAll(() => service.stop());

/** What left for the service: key and body of each post to the action. */
const sent = ({ id }: Booked, action: string) =>
  service.wire.overheard
    .filter(({ method, url }) => method === 'POST' && url === `/v1/appointments/${id}/${action}`)
    .map(({ headers, body }) => ({
      key: String(headers['idempotency-key']),
      body: JSON.parse(body) as object,
    }));

/** Confirmed, and weeks away. */
async function confirmed(name: string): Promise<Booked> {
  const booked = await book(service, name);
  await booked.move('confirmed');
  await booked.move('rescheduled', { scheduled_for: '2031-05-14T15:00:00.000Z' });
  return booked;
}

/** Confirmed, and less than a day away. */
async function soon(name: string): Promise<Booked> {
  const booked = await book(service, name);
  await booked.move('confirmed');
  const { scheduled_for } = await booked.read();
  const clock = await fetch(`${service.sandbox.url}/sandbox/clock`);
  const { now } = (await clock.json()) as { now: string };
  const aheadMs = Date.parse(scheduled_for ?? '') - Date.parse(now);
  await service.sandbox.advance(Math.max(0, Math.ceil(aheadMs / 1000) - 6 * 3600));
  return booked;
}

describe('cancel', () => {
  it('is one write with a key and only what was said [APT-34, APT-36, APT-44, T34]', async () => {
    const booked = await confirmed('canceler');
    const before = (await service.sandbox.ledger()).cancels ?? 0;
    const shown = await booked.post('cancel', { reason: ' I moved away. ' });
    expect(shown).toMatchObject({
      standing: 'canceled',
      status: 'canceled',
      change: { kind: 'cancel', state: 'done', within_24_hours: false },
      actions: [],
    });
    expect(sent(booked, 'cancel')).toEqual([
      { key: expect.stringMatching(/^[\w-]{36}$/), body: { reason: 'I moved away.' } },
    ]);
    expect((await service.sandbox.ledger()).cancels).toBe(before + 1);
  });

  it('can be had while the location has not confirmed, and without a reason [APT-35]', async () => {
    const booked = await book(service, 'early');
    expect((await booked.post('cancel')).standing).toBe('canceled');
    expect(sent(booked, 'cancel')[0]?.body).toEqual({});
  });

  it('refuses a reason of more than 500 characters before anything is written [LIM-02]', async () => {
    const booked = await confirmed('talker');
    const reply = await booked.customer.call<ProblemBody>('POST', `${booked.path}/cancel`, {
      reason: 'x'.repeat(501),
    });
    expect([reply.status, reply.body.fields?.[0]?.path]).toEqual([422, 'reason']);
    expect(sent(booked, 'cancel')).toEqual([]);
    expect((await booked.post('cancel', { reason: 'x'.repeat(500) })).standing).toBe('canceled');
  });

  it('warns first within 24 hours, and goes through under a new key once the customer agrees [APT-43, ERR-21, T13, T37]', async () => {
    const booked = await soon('hurried');
    const warned = await booked.post('cancel', { reason: 'Ill' });
    expect(warned).toMatchObject({ standing: 'confirmed', change: { kind: 'cancel', state: 'warned' } });
    const shown = await booked.post('cancel', { reason: 'Ill', confirm: true });
    expect(shown).toMatchObject({ standing: 'canceled', change: { state: 'done', within_24_hours: true } });
    const [first, second, ...more] = sent(booked, 'cancel');
    expect(more).toEqual([]);
    expect(first?.body).toEqual({ reason: 'Ill' });
    expect(second?.body).toEqual({ reason: 'Ill', confirm_within_24_hour_penalty: true });
    expect(second?.key).not.toBe(first?.key);
  });

  it('takes nobody at their word who was not warned [APT-43, T37]', async () => {
    const booked = await soon('presetter');
    const confirm = async (action: string, body: object = {}) => {
      const path = `${booked.path}/${action}`;
      return (await booked.customer.call<ProblemBody>('POST', path, { ...body, confirm: true })).body.code;
    };
    expect(await confirm('cancel')).toBe('not_warned');
    const [time = ''] = await booked.times();
    await booked.post('reschedule', { new_requested_date: time });
    // Warned of the other one.
    expect(await confirm('cancel')).toBe('not_warned');
    expect(sent(booked, 'cancel')).toEqual([]);
  });

  it('lets a warning lapse when the time has changed meanwhile [APT-20]', async () => {
    const booked = await soon('moved');
    await booked.post('cancel');
    await booked.move('rescheduled', { scheduled_for: '2031-05-14T15:00:00.000Z' });
    const reply = await booked.customer.call<ProblemBody>('POST', `${booked.path}/cancel`, { confirm: true });
    expect(reply.body.code).toBe('not_warned');
    expect(sent(booked, 'cancel')).toHaveLength(1);
  });

  it('waits as told and sends the same again while it is in progress, a 409 here [ERR-22, T08, T09]', async () => {
    const booked = await confirmed('waiter');
    const effect = { kind: 'in_progress', retry_after_seconds: 1 };
    await service.sandbox.fault('POST', `/v1/appointments/${booked.id}/cancel`, effect);
    const startedAt = Date.now();
    expect((await booked.post('cancel', { reason: 'Busy' })).change?.state).toBe('done');
    expect(Date.now() - startedAt).toBeGreaterThan(900);
    const [first, second, ...more] = sent(booked, 'cancel');
    expect(more).toEqual([]);
    expect(second).toEqual(first);
  });

  it('survives a connection that was cut after the effect, with one effect [APT-34]', async () => {
    const booked = await confirmed('cut');
    const before = (await service.sandbox.ledger()).cancels ?? 0;
    await service.sandbox.fault('POST', `/v1/appointments/${booked.id}/cancel`, { kind: 'drop_after' });
    expect((await booked.post('cancel')).standing).toBe('canceled');
    expect((await service.sandbox.ledger()).cancels).toBe(before + 1);
  });

  it('can be sent again, the same, when the service was silent for too long [ERR-22]', async () => {
    const booked = await confirmed('stalled');
    const path = `/v1/appointments/${booked.id}/cancel`;
    await service.sandbox.fault('POST', path, { kind: 'drop_before' }, { times: 3 });
    const stalled = await booked.post('cancel', { reason: 'Late' });
    expect(stalled).toMatchObject({ standing: 'confirmed', change: { state: 'stalled' }, working: null });
    expect(stalled.actions).not.toContain('cancel');
    expect(await booked.post('retry')).toMatchObject({ standing: 'canceled', change: { state: 'done' } });
    expect(new Set(sent(booked, 'cancel').map(({ key }) => key)).size).toBe(1);
  });

  it('is done once although it was pressed twice [IDEM-12]', async () => {
    const booked = await confirmed('double');
    const press = () =>
      booked.customer.call<AppointmentView | ProblemBody>('POST', `${booked.path}/cancel`, {});
    const replies = await Promise.all([press(), press()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(sent(booked, 'cancel')).toHaveLength(1);
  });

  it('tells what the service refuses, with its reference, and stays as it was', async () => {
    const booked = await confirmed('refused');
    await service.sandbox.fault(
      'POST',
      `/v1/appointments/${booked.id}/cancel`,
      refusal(409, { code: 'MOON' }),
    );
    expect(await booked.post('cancel')).toMatchObject({
      standing: 'confirmed',
      change: { state: 'refused', upstream_request_id: 'req_for_support' },
    });
  });
});

describe('reschedule', () => {
  it('asks for the very strings of the calendar, and leaves out alternates where there are none [APT-38, APT-39, APT-40, APT-41, GAP-70, T36]', async () => {
    const booked = await confirmed('mover');
    const [time = ''] = await booked.times();
    const shown = await booked.post('reschedule', { new_requested_date: time });
    expect(sent(booked, 'reschedule')[0]?.body).toEqual({ new_requested_date: time });
    expect(shown).toMatchObject({
      standing: 'requested',
      asked: { primary: time, alternates: [] },
      change: { kind: 'reschedule', state: 'done', within_24_hours: false },
    });
  });

  it('takes up to three alternates [APT-40]', async () => {
    const booked = await confirmed('chooser');
    const [first = '', ...rest] = (await booked.times()).slice(0, 5);
    const path = `${booked.path}/reschedule`;
    const four = await booked.customer.call('POST', path, { new_requested_date: first, alternates: rest });
    expect(four.status).toBe(422);
    const alternates = rest.slice(0, 3);
    await booked.post('reschedule', { new_requested_date: first, alternates });
    expect(sent(booked, 'reschedule')[0]?.body).toEqual({
      new_requested_date: first,
      alternate_availabilities: alternates,
    });
  });

  it('awaits the location again, and check-in is closed until it confirms [APT-26]', async () => {
    const booked = await confirmed('patient');
    const [time = ''] = await booked.times();
    const shown = await booked.post('reschedule', { new_requested_date: time });
    expect(shown.actions).toEqual(['cancel']);
    expect((await booked.customer.call('POST', `${booked.path}/check-in`)).status).toBe(409);
    await booked.move('confirmed');
    expect((await booked.read()).actions).toContain('check_in');
  });

  it('refuses times that are not offered or named twice, before anything is written', async () => {
    const booked = await confirmed('inventor');
    const [time = ''] = await booked.times();
    const ask = async (body: object) => {
      const reply = await booked.customer.call<ProblemBody>('POST', `${booked.path}/reschedule`, body);
      return reply.body.code;
    };
    expect(await ask({ new_requested_date: '2031-01-01T09:00:00-05:00' })).toBe('slot_gone');
    expect(await ask({ new_requested_date: time, alternates: [time] })).toBe('times_repeat');
    expect(sent(booked, 'reschedule')).toEqual([]);
  });

  it('says so when a time goes at the last moment, and asks for no other by itself [APT-41]', async () => {
    const booked = await confirmed('unlucky');
    const [time = ''] = await booked.times();
    const gone = refusal(409, { code: 'SLOT_UNAVAILABLE' });
    await service.sandbox.fault('POST', `/v1/appointments/${booked.id}/reschedule`, gone);
    const shown = await booked.post('reschedule', { new_requested_date: time });
    expect(shown).toMatchObject({ standing: 'confirmed', change: { state: 'slot_gone' } });
    expect(sent(booked, 'reschedule')).toHaveLength(1);
  });

  it('warns first within 24 hours too [APT-43, T35]', async () => {
    const booked = await soon('late');
    const [time = ''] = await booked.times();
    const warned = await booked.post('reschedule', { new_requested_date: time });
    expect(warned).toMatchObject({
      standing: 'confirmed',
      change: { kind: 'reschedule', state: 'warned', asked: { primary: time } },
    });
    const shown = await booked.post('reschedule', { new_requested_date: time, confirm: true });
    expect(shown.change).toMatchObject({ state: 'done', within_24_hours: true });
    expect(sent(booked, 'reschedule').map(({ body }) => body)).toEqual([
      { new_requested_date: time },
      { new_requested_date: time, confirm_within_24_hour_penalty: true },
    ]);
  });

  it('shows a calendar that does not answer as such', async () => {
    const booked = await confirmed('silent');
    await service.sandbox.fault('GET', '/v1/locations/*/offerings/*/schedule', refusal(503, null), {
      times: 100,
    });
    const reply = await booked.customer.call<{ dates: null }>('GET', `${booked.path}/availability`);
    expect([reply.status, reply.body]).toEqual([200, { dates: null }]);
  }, 30_000);
});
