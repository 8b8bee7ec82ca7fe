/** POST reschedule: its request, its changes and its errors. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import { type Ordered, offeredTimes, schedule } from './booking.ts';
import { type Confirmed, clockBefore, confirmed, move } from './confirmed-appointment.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';

let appointment: Confirmed;
/** Offered times that were not requested before. */
let times: string[];
eachWithPartner();
beforeEach(async () => {
  appointment = await confirmed(harness, partner);
  await clockBefore(harness, appointment.scheduledFor, 2 * 86_400);
  times = (await offeredTimes(partner, appointment.pair)).slice(5);
});

const reschedule = (body: unknown, key?: string | null, { appointmentPath }: Ordered = appointment) =>
  partner.post(`${appointmentPath}/reschedule`, body, key);
const read = async () => (await partner.get<Appointment>(appointment.appointmentPath)).data;
const at = (index: number) => times[index] ?? '';

describe('a reschedule', () => {
  // Also [GAP-69]
  it('requests a confirmation again and keeps the first confirmed time [APT-25] [APT-37] [APT-41]', async () => {
    const { status, data } = await reschedule({
      new_requested_date: at(0),
      alternate_availabilities: [at(1), at(2), at(3)],
    });
    expect(status).toBe(200);
    expect(data).toEqual({
      appointment_id: appointment.appointmentId,
      new_requested_date: at(0),
      rescheduled_within_24_hour_window: false,
      status: 'pending_confirmation',
    });
    expect(await read()).toMatchObject({
      status: 'pending_confirmation',
      scheduled_for: null,
      original_scheduled_for: appointment.scheduledFor,
    });
    const { json } = await move(harness, appointment, 'confirmed', { scheduled_for: at(2) });
    expect(json).toMatchObject({
      scheduled_for: new Date(at(2)).toISOString(),
      original_scheduled_for: appointment.scheduledFor,
    });
    expect((await harness.control('GET', '/ledger')).json).toMatchObject({
      reschedules: 1,
      schedule_requests: 1,
    });
  });

  it('needs no alternates, and takes three at most [APT-40] [LIM-01]', async () => {
    const four = { new_requested_date: at(0), alternate_availabilities: [at(1), at(2), at(3), at(4)] };
    expect((await reschedule(four)).status).toBe(400);
    expect((await reschedule({ new_requested_date: at(0) })).status).toBe(200);
    expect((await move(harness, appointment, 'confirmed')).json.scheduled_for).toBe(
      new Date(at(0)).toISOString(),
    );
  });

  it('accepts any ISO-8601 form of an offered time [GAP-70]', async () => {
    const inUtc = new Date(at(0)).toISOString();
    expect(await reschedule({ new_requested_date: inUtc, alternate_availabilities: [] })).toMatchObject({
      status: 200,
      data: { new_requested_date: inUtc },
    });
  });

  it.each([
    {},
    { new_requested_date: 'tomorrow' },
    { new_requested_date: '2026-12-01' },
    { new_requested_date: '2026-12-01T09:00:00' },
    { new_requested_date: 7 },
  ])('refuses %j [APT-39] [GAP-70]', async (body) => {
    expect((await reschedule(body)).status).toBe(400);
  });

  it('refuses other fields, times chosen twice and times not offered [APT-39] [GAP-62] [GAP-69]', async () => {
    expect((await reschedule({ new_requested_date: at(0), reason: 'x' })).status).toBe(400);
    const twice = { new_requested_date: at(0), alternate_availabilities: [new Date(at(0)).toISOString()] };
    expect((await reschedule(twice)).status).toBe(400);
    expect(await reschedule({ new_requested_date: '2030-01-01T09:00:00-05:00' })).toMatchObject({
      status: 409,
      code: 'SLOT_UNAVAILABLE',
    });
    expect((await read()).status).toBe('confirmed');
  });

  it('is only for confirmed appointments [GAP-65]', async () => {
    const waiting = await schedule(partner);
    expect(await reschedule({ new_requested_date: at(0) }, undefined, waiting)).toMatchObject({
      status: 409,
      code: 'SANDBOX_INVALID_STATE',
    });
  });

  it('needs its scope and its key [APT-67] [IDEM-02]', async () => {
    expect((await reschedule({ new_requested_date: at(0) }, null)).status).toBe(400);
    const reader = await harness.partner({ scopes: ['read:appointments'] });
    const refused = await reader.post(`${appointment.appointmentPath}/reschedule`, {
      new_requested_date: at(0),
    });
    expect(refused.status).toBe(403);
  });

  it('needs the calendar [ERR-32] [GAP-69]', async () => {
    await harness.control('PATCH', '/settings', { reschedule_calendar_available: false });
    expect(await reschedule({ new_requested_date: at(0) })).toMatchObject({
      status: 503,
      error: { details: { code: 'PHYSICIAN_ORDER_CALENDAR_UNAVAILABLE', retryable: true } },
    });
    await harness.control('PATCH', '/settings', { reschedule_calendar_available: true });
    expect((await reschedule({ new_requested_date: at(0) })).status).toBe(200);
  });

  it('replays under its key, and conflicts with another payload [IDEM-03]', async () => {
    const first = await reschedule({ new_requested_date: at(0) }, 'one');
    expect(await reschedule({ new_requested_date: at(0) }, 'one')).toMatchObject({
      status: 200,
      data: first.data,
    });
    expect(await reschedule({ new_requested_date: at(1) }, 'one')).toMatchObject({
      status: 409,
      code: 'IDEMPOTENCY_CONFLICT',
    });
  });

  it('that is still being worked on answers 409 like a cancel [GAP-109]', async () => {
    const path = '/v1/appointments/*/reschedule';
    const effect = { kind: 'in_progress', retry_after_seconds: 3 };
    await harness.control('POST', '/faults', { method: 'POST', path, effect });
    const held = await reschedule({ new_requested_date: at(0) }, 'one');
    expect(held).toMatchObject({ status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' });
    expect(held.headers.get('retry-after')).toBe('3');
    expect((await reschedule({ new_requested_date: at(0) }, 'one')).status).toBe(200);
  });
});

describe('within 24 hours', () => {
  it('a reschedule requires an agreement first, for the confirmed time [APT-42] [GAP-66]', async () => {
    await clockBefore(harness, appointment.scheduledFor, 3600);
    times = (await offeredTimes(partner, appointment.pair)).slice(5);
    expect(await reschedule({ new_requested_date: at(0) }, 'one')).toMatchObject({
      status: 409,
      error: { details: { code: 'WITHIN_24_HOUR_WINDOW', requiresConfirmation: true } },
    });
    const agreed = { new_requested_date: at(0), confirm_within_24_hour_penalty: true };
    expect(await reschedule(agreed, 'one')).toMatchObject({
      status: 200,
      data: { rescheduled_within_24_hour_window: true },
    });
  });
});

describe('the deprecated names', () => {
  it('are accepted on their own [APT-45] [VER-08] [GAP-114]', async () => {
    const body = {
      newRequestedDate: at(0),
      alternateAvailabilities: [at(1)],
      confirmWithin24HourPenalty: true,
    };
    expect(await reschedule(body)).toMatchObject({ status: 200, data: { new_requested_date: at(0) } });
  });

  it.each([
    ['newRequestedDate', 'new_requested_date'],
    ['alternateAvailabilities', 'alternate_availabilities'],
    ['confirmWithin24HourPenalty', 'confirm_within_24_hour_penalty'],
  ])('%s is rejected together with %s [VER-08] [GAP-114]', async (alias, canonical) => {
    const values: Record<string, unknown> = {
      new_requested_date: at(0),
      alternate_availabilities: [at(1)],
      confirm_within_24_hour_penalty: true,
    };
    const body = { new_requested_date: at(0), [canonical]: values[canonical], [alias]: values[canonical] };
    expect(await reschedule(body)).toMatchObject({ status: 400, code: 'SANDBOX_ALIAS_CONFLICT' });
    expect((await read()).status).toBe('confirmed');
  });
});
