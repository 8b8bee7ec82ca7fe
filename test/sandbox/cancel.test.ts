/** POST cancel: from which states, within 24 hours, under both names, and once. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import { type Ordered, order, schedule } from './booking.ts';
import { type Confirmed, clockBefore, confirmed, move } from './confirmed-appointment.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { nobody } from './sandbox-harness.ts';

eachWithPartner();

const cancel = ({ appointmentPath }: Ordered, body: unknown = {}, key?: string | null) =>
  partner.post(`${appointmentPath}/cancel`, body, key);
const statusOf = async ({ appointmentPath }: Ordered) =>
  (await partner.get<Appointment>(appointmentPath)).data.status;
const cancels = async () => (await harness.control<{ cancels: number }>('GET', '/ledger')).json.cancels;

describe('a cancel', () => {
  it('ends a confirmed appointment [APT-27] [APT-33] [APT-36]', async () => {
    const appointment = await confirmed(harness, partner);
    await clockBefore(harness, appointment.scheduledFor, 3 * 86_400);
    const { status, data } = await cancel(appointment, { reason: 'No longer needed' });
    expect(status).toBe(200);
    expect(data).toEqual({
      appointment_id: appointment.appointmentId,
      status: 'canceled',
      cancelled_within_24_hour_window: false,
    });
    expect((await partner.get(appointment.appointmentPath)).data).toMatchObject({
      status: 'canceled',
      cancellation_reason_code: expect.any(String),
    });
    expect(await cancels()).toBe(1);
  });

  it('works before the confirmation too, and from no other state [GAP-65]', async () => {
    expect(await cancel(await order(partner, 'DEXA'))).toMatchObject({
      status: 409,
      code: 'SANDBOX_INVALID_STATE',
    });
    const waiting = await schedule(partner);
    expect((await cancel(waiting)).status).toBe(200);
    expect(await cancel(waiting)).toMatchObject({ status: 409, code: 'SANDBOX_INVALID_STATE' });
    const missed = await confirmed(harness, partner);
    await move(harness, missed, 'no_show');
    expect(await cancel(missed)).toMatchObject({ status: 409, code: 'SANDBOX_INVALID_STATE' });
    expect(await cancels()).toBe(1);
  });

  it('takes its two fields as they are described and no other [APT-35] [LIM-02]', async () => {
    const appointment = await schedule(partner);
    for (const body of [
      { reason: 'x'.repeat(501) },
      { reason: 7 },
      { confirm_within_24_hour_penalty: 'yes' },
      { why: 'x' },
    ])
      expect((await cancel(appointment, body)).status, JSON.stringify(body).slice(0, 40)).toBe(400);
    expect(await statusOf(appointment)).toBe('pending_confirmation');
    expect((await cancel(appointment, { reason: 'x'.repeat(500) })).status).toBe(200);
  });

  it('needs its scope, its key and its own appointment [APT-10] [APT-67] [IDEM-02]', async () => {
    const appointment = await schedule(partner);
    expect((await cancel(appointment, {}, null)).status).toBe(400);
    const stranger = await harness.partner();
    expect((await stranger.post(`${appointment.appointmentPath}/cancel`, {})).status).toBe(404);
    expect((await partner.post(`/v1/appointments/${nobody}/cancel`, {})).status).toBe(404);
    expect((await partner.post('/v1/appointments/7/cancel', {})).status).toBe(400);
    const reader = await harness.partner({ scopes: ['read:appointments'] });
    expect((await reader.post(`${appointment.appointmentPath}/cancel`, {})).status).toBe(403);
  });
});

describe('within 24 hours', () => {
  let appointment: Confirmed;
  beforeEach(async () => {
    appointment = await confirmed(harness, partner);
  });

  it('a cancel requires an agreement first, and its response then shows the window [APT-42] [GAP-66] [GAP-67]', async () => {
    await clockBefore(harness, appointment.scheduledFor, 24 * 3600 - 60);
    const refused = await cancel(appointment, { confirm_within_24_hour_penalty: false }, 'first');
    expect(refused).toMatchObject({
      status: 409,
      error: { details: { code: 'WITHIN_24_HOUR_WINDOW', requiresConfirmation: true } },
    });
    expect(await statusOf(appointment)).toBe('confirmed');
    const agreed = await cancel(appointment, { confirm_within_24_hour_penalty: true }, 'first');
    expect(agreed).toMatchObject({ status: 200, data: { cancelled_within_24_hour_window: true } });
  });

  it('the agreement may come under a new key [GAP-67]', async () => {
    await clockBefore(harness, appointment.scheduledFor, 3600);
    expect((await cancel(appointment)).status).toBe(409);
    expect((await cancel(appointment, { confirm_within_24_hour_penalty: true })).status).toBe(200);
  });

  it('ends when 24 hours are left [GAP-66]', async () => {
    await clockBefore(harness, appointment.scheduledFor, 24 * 3600 + 60);
    expect(await cancel(appointment)).toMatchObject({
      status: 200,
      data: { cancelled_within_24_hour_window: false },
    });
  });
});

describe('the deprecated name', () => {
  it('is accepted on its own [APT-45] [VER-08]', async () => {
    const appointment = await confirmed(harness, partner);
    await clockBefore(harness, appointment.scheduledFor, 3600);
    const body = { confirmWithin24HourPenalty: true, reason: 'Away' };
    expect((await cancel(appointment, body)).data).toMatchObject({ cancelled_within_24_hour_window: true });
  });

  it('is rejected together with the canonical name, even with equal values [VER-08] [GAP-114]', async () => {
    const appointment = await schedule(partner);
    const body = { confirmWithin24HourPenalty: true, confirm_within_24_hour_penalty: true };
    expect(await cancel(appointment, body)).toMatchObject({ status: 400, code: 'SANDBOX_ALIAS_CONFLICT' });
    expect(await statusOf(appointment)).toBe('pending_confirmation');
  });

  it('is rejected if the setting ends the aliases [GAP-113]', async () => {
    await harness.control('PATCH', '/settings', { aliases_accepted: false });
    const appointment = await schedule(partner);
    const refused = await cancel(appointment, { confirmWithin24HourPenalty: true });
    expect(refused).toMatchObject({
      status: 400,
      error: { details: [expect.stringContaining('confirmWithin24')] },
    });
  });
});

describe('one key', () => {
  it('identifies one cancel: the same payload replays, another conflicts [APT-46] [IDEM-03]', async () => {
    const appointment = await schedule(partner);
    const first = await cancel(appointment, { reason: 'a' }, 'one');
    expect(await cancel(appointment, { reason: 'a' }, 'one')).toMatchObject({
      status: 200,
      data: first.data,
    });
    expect(await cancel(appointment, { reason: 'b' }, 'one')).toMatchObject({
      status: 409,
      code: 'IDEMPOTENCY_CONFLICT',
    });
    expect(await cancels()).toBe(1);
  });

  it('that is still being worked on answers 409 with Retry-After, then replays [APT-47] [LIM-15]', async () => {
    const appointment = await schedule(partner);
    const path = '/v1/appointments/*/cancel';
    const effect = { kind: 'in_progress', retry_after_seconds: 7 };
    await harness.control('POST', '/faults', { method: 'POST', path, times: 2, effect });
    for (const time of ['first', 'second']) {
      const held = await cancel(appointment, {}, 'one');
      expect(held, time).toMatchObject({
        status: 409,
        json: { code: 409, data: null },
        error: { details: { code: 'IDEMPOTENCY_IN_PROGRESS', retry_after_seconds: 7 } },
      });
      expect(held.headers.get('retry-after')).toBe('7');
    }
    expect(await cancel(appointment, {}, 'one')).toMatchObject({ status: 200, data: { status: 'canceled' } });
    expect(await cancels()).toBe(1);
  });
});
