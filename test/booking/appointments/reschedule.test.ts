/** Asking for another time: the calendar's own strings, alternates if one likes, and the location's word awaited again. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProblemBody } from '../../../server/contract/problem.ts';
import { type Booked, bookConfirmed, bookForTomorrow, sentTo } from '../../support/booked-appointment.ts';
import { refusal } from '../../support/scripted-refusal.ts';
import { serverOfFile, serverOfTest } from '../../support/server-of-test.ts';

const service = await serverOfFile();
beforeEach(() => service.sandbox.clearFaults());

const sent = (booked: Booked) => sentTo(service, booked, 'reschedule');
const confirmed = (name: string) => bookConfirmed(service, name);
const soon = (name: string) => bookForTomorrow(service, name);

describe('reschedule', () => {
  // Also [APT-41] [GAP-70] [T36]
  it('sends the exact strings of the calendar, and omits alternates when there are none [APT-38] [APT-39] [APT-40]', async () => {
    const booked = await confirmed('mover');
    const [time = ''] = await booked.times();
    const shown = await booked.post('reschedule', { new_requested_date: time });
    expect(sent(booked)[0]?.body).toEqual({ new_requested_date: time });
    expect(shown).toMatchObject({
      status: 'requested',
      asked: { primary: time, alternates: [] },
      change: { kind: 'reschedule', state: 'done', within_24_hours: false },
    });
  });

  it('accepts up to three alternates [APT-40]', async () => {
    const booked = await confirmed('chooser');
    const [first = '', ...rest] = (await booked.times()).slice(0, 5);
    const path = `${booked.path}/reschedule`;
    const four = await booked.customer.call('POST', path, { new_requested_date: first, alternates: rest });
    expect(four.status).toBe(422);
    const alternates = rest.slice(0, 3);
    await booked.post('reschedule', { new_requested_date: first, alternates });
    expect(sent(booked)[0]?.body).toEqual({
      new_requested_date: first,
      alternate_availabilities: alternates,
    });
  });

  it('waits for the location again, and keeps check-in closed until it confirms [APT-26]', async () => {
    const booked = await confirmed('patient');
    const [time = ''] = await booked.times();
    const shown = await booked.post('reschedule', { new_requested_date: time });
    expect(shown.actions).toEqual(['cancel', 'consents']);
    expect((await booked.customer.call('POST', `${booked.path}/check-in`)).status).toBe(409);
    await booked.move('confirmed');
    expect((await booked.read()).actions).toContain('check_in');
  });

  it('rejects times that are not offered or chosen twice, before it writes anything', async () => {
    const booked = await confirmed('inventor');
    const [time = ''] = await booked.times();
    const ask = async (body: object) => {
      const reply = await booked.customer.call<ProblemBody>('POST', `${booked.path}/reschedule`, body);
      return reply.body.code;
    };
    expect(await ask({ new_requested_date: '2031-01-01T09:00:00-05:00' })).toBe('slot_gone');
    expect(await ask({ new_requested_date: time, alternates: [time] })).toBe('invalid_fields');
    expect(sent(booked)).toEqual([]);
  });

  it('reports a time that was taken at the last moment, and requests no other by itself [APT-41]', async () => {
    const booked = await confirmed('unlucky');
    const [time = ''] = await booked.times();
    const gone = refusal(409, { code: 'SLOT_UNAVAILABLE' });
    await service.sandbox.fault('POST', `/v1/appointments/${booked.id}/reschedule`, gone);
    const shown = await booked.post('reschedule', { new_requested_date: time });
    expect(shown).toMatchObject({ status: 'confirmed', change: { state: 'slot_gone' } });
    expect(sent(booked)).toHaveLength(1);
  });

  it('warns first within 24 hours too [APT-43] [T35]', async () => {
    const booked = await soon('late');
    const [time = ''] = await booked.times();
    const warned = await booked.post('reschedule', { new_requested_date: time });
    expect(warned).toMatchObject({
      status: 'confirmed',
      change: { kind: 'reschedule', state: 'warned', asked: { primary: time } },
    });
    const shown = await booked.post('reschedule', { new_requested_date: time, confirm: true });
    expect(shown.change).toMatchObject({ state: 'done', within_24_hours: true });
    expect(sent(booked).map(({ body }) => body)).toEqual([
      { new_requested_date: time },
      { new_requested_date: time, confirm_within_24_hour_penalty: true },
    ]);
  });

  it('reports a calendar that does not respond', async () => {
    const booked = await confirmed('silent');
    await service.sandbox.fault('GET', '/v1/locations/*/offerings/*/schedule', refusal(503, null), {
      times: 100,
    });
    const reply = await booked.customer.call<{ dates: null }>('GET', `${booked.path}/availability`);
    expect([reply.status, reply.body]).toEqual([200, { dates: null }]);
  });
});

it.each([
  ['an offset without a colon', '$1$2$3$4'],
  ['no seconds', '$1$3:$4'],
])('sends a time of the calendar that is written with %s [APT-39] [GAP-70]', async (_, written) => {
  let isBooked = false;
  const respelled = await serverOfTest({
    rewrite: ({ method, url }, answer) => {
      if (!isBooked || method !== 'GET' || !url.endsWith('/schedule')) return answer;
      const time = /(T\d\d:\d\d)(:\d\d)([+-]\d\d):(\d\d)/g;
      return { ...answer, body: JSON.parse(JSON.stringify(answer.body).replace(time, written)) };
    },
  });
  const booked = await bookConfirmed(respelled, 'respelled');
  isBooked = true;
  const [time = ''] = await booked.times();
  const shown = await booked.post('reschedule', { new_requested_date: time });
  expect(shown.change).toMatchObject({ state: 'done' });
  expect(sentTo(respelled, booked, 'reschedule')[0]?.body).toEqual({ new_requested_date: time });
});
