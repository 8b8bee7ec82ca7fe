/** The events, their content and their sequence numbers. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { LifecycleObject } from '../../server/contract/upstream-webhooks.ts';
import { offeredTimes, schedule } from './booking.ts';
import { confirmed, move } from './confirmed-appointment.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { openReceiver, type Receiver, register } from './receiver.ts';

let receiver: Receiver;
eachWithPartner();
beforeEach(async () => {
  receiver = await openReceiver();
  await register(partner, receiver.url);
  return () => receiver.close();
});

async function events() {
  await harness.control('POST', '/clock', { advance_seconds: 0 });
  return receiver.received.map(({ event }) => event);
}
const types = async () => (await events()).map(({ type }) => type.replace('appointment.', ''));
const last = async () => (await events()).at(-1);

const later = '2030-01-01T09:00:00-05:00';

describe('an event', () => {
  // Also [APT-22] [APT-23]
  it('of a confirmation and of a time change has both times [WHK-15] [WHK-16] [WHK-48]', async () => {
    const appointment = await confirmed(harness, partner);
    await move(harness, appointment, 'rescheduled', { scheduled_for: later });
    const [, , ofConfirmed, ofRescheduled] = await events();
    expect(ofConfirmed).toMatchObject({
      type: 'appointment.confirmed',
      data: { object: { previous_status: 'pending_confirmation', scheduled_for: appointment.scheduledFor } },
    });
    expect(ofRescheduled).toMatchObject({
      type: 'appointment.rescheduled',
      data: {
        object: {
          status: 'confirmed',
          previous_status: 'confirmed',
          scheduled_for: new Date(later).toISOString(),
          previous_scheduled_for: appointment.scheduledFor,
          original_scheduled_for: appointment.scheduledFor,
        } satisfies Partial<LifecycleObject>,
      },
    });
  });

  it.each([
    ['canceled', 'canceled'],
    ['no_show', 'no_show'],
    // Also [APT-28]
  ])('follows the transition to %s [WHK-17] [WHK-18] [APT-27]', async (to, type) => {
    await move(harness, await confirmed(harness, partner), to);
    expect((await last())?.type).toBe(`appointment.${type}`);
  });

  it("follows the partner's own cancel, once even if it is repeated [WHK-17] [APT-27]", async () => {
    const { appointmentPath } = await schedule(partner);
    for (const _time of ['first', 'again']) await partner.post(`${appointmentPath}/cancel`, {}, 'one');
    expect(await types()).toEqual(['created', 'requested', 'canceled']);
    expect((await harness.control('GET', '/ledger')).json).toMatchObject({ events: 3 });
  });

  it("of the partner's own reschedule is a request, then a confirmation [GAP-71]", async () => {
    const appointment = await confirmed(harness, partner);
    const [, , , , time] = await offeredTimes(partner, appointment.pair);
    const body = { new_requested_date: time, confirm_within_24_hour_penalty: true };
    await partner.post(`${appointment.appointmentPath}/reschedule`, body);
    await move(harness, appointment, 'confirmed');
    expect((await types()).slice(2)).toEqual(['confirmed', 'requested', 'confirmed']);
    expect((await last())?.data.object).toMatchObject({ original_scheduled_for: appointment.scheduledFor });
  });

  it('does not follow a decline, a refund or a completion [GAP-57] [GAP-64]', async () => {
    await move(harness, await schedule(partner), 'pending_scheduling');
    await move(harness, await schedule(partner), 'refunded');
    const appointment = await confirmed(harness, partner);
    for (const to of ['results_in_progress', 'results_ready', 'completed'])
      await move(harness, appointment, to);
    expect((await types()).filter((type) => !['created', 'requested'].includes(type))).toEqual([
      'confirmed',
      'results_in_progress',
      'results_ready',
    ]);
  });

  it('counts within its appointment from 1, in body and header alike [GAP-90]', async () => {
    const first = await schedule(partner);
    const second = await schedule(partner);
    const seen = (await events()).map(({ sequence, data }) => [data.object.appointment_id, sequence]);
    for (const { appointmentId } of [first, second])
      expect(seen.filter(([id]) => id === appointmentId)).toEqual([
        [appointmentId, 1],
        [appointmentId, 2],
      ]);
    for (const { headers, event } of receiver.received)
      expect(headers['x-service-sequence']).toBe(String(event.sequence));
    expect(new Set((await events()).map(({ id }) => id)).size).toBe(4);
  });
});

describe('an appointment without a request', () => {
  it('a confirmation emits its event, with the time at which it happened', async () => {
    await schedule(partner);
    await harness.control('PATCH', '/settings', { confirm_after_seconds: 0 });
    await receiver.until(3);
    expect(receiver.received.at(-1)?.event.type).toBe('appointment.confirmed');
  });
});
