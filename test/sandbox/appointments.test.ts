/** Appointment reads, the list, and every transition that the location or the service causes. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Appointment, AppointmentList } from '../../server/contract/upstream-api/appointments.ts';
import { order, readyToSchedule, schedule, scheduleBody } from './booking.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { nobody } from './sandbox-harness.ts';

eachWithPartner();

const read = async (id: string) => (await partner.get<Appointment>(`/v1/appointments/${id}`)).data;
const list = (query = '') => partner.get<AppointmentList>(`/v1/appointments${query}`);
const move = (id: string, to: string, more: object = {}) =>
  harness.control<Appointment & { error?: string }>('POST', `/appointments/${id}/transition`, {
    to,
    ...more,
  });

describe('an appointment', () => {
  it('awaits the physician from its scheduling on [APT-18] [GAP-56]', async () => {
    expect(await read((await order(partner, 'DEXA')).appointmentId)).toMatchObject({
      artifact_status: null,
      physician_order_status: null,
      physician_order_submission_status: null,
    });
    const { appointmentId } = await schedule(partner);
    expect(await read(appointmentId)).toMatchObject({
      form_type: 'DOCTORORDER',
      artifact_status: 'awaiting_physician',
      physician_order_status: 'pending',
      physician_order_submission_status: 'not_submitted',
    });
  });

  it('is 404 outside its partner [APT-10] [AUTH-10]', async () => {
    const { appointmentPath } = await order(partner, 'DEXA');
    const stranger = await harness.partner();
    expect((await stranger.get(appointmentPath)).status).toBe(404);
    expect((await stranger.get<AppointmentList>('/v1/appointments')).data.items).toEqual([]);
  });
});

describe('the location', () => {
  let id: string;
  beforeEach(async () => {
    id = (await schedule(partner)).appointmentId;
  });

  it('confirms the primary time, as an instant [APT-22] [APT-24] [APT-31]', async () => {
    const { status, json } = await move(id, 'confirmed');
    expect(status).toBe(200);
    expect(json).toEqual(await read(id));
    expect(json).toMatchObject({ status: 'confirmed', confirmed_at: expect.any(String) });
    expect(json.scheduled_for).toMatch(/Z$/);
    expect(json.original_scheduled_for).toBe(json.scheduled_for);
  });

  it('confirms an alternate, and no time that was not requested [APT-22]', async () => {
    const ordered = await readyToSchedule(partner);
    const body = await scheduleBody(partner, ordered);
    await partner.post(`${ordered.appointmentPath}/schedule`, body);
    const alternate = body.alternate_availabilities[1] ?? '';
    const refused = await move(ordered.appointmentId, 'confirmed', {
      scheduled_for: '2030-01-01T09:00:00-05:00',
    });
    expect(refused).toMatchObject({ status: 400, json: { error: expect.stringContaining('scheduled_for') } });
    const { json } = await move(ordered.appointmentId, 'confirmed', { scheduled_for: alternate });
    expect(Date.parse(json.scheduled_for ?? '')).toBe(Date.parse(alternate));
  });

  it('changes a confirmed time and keeps the first [APT-23] [APT-24]', async () => {
    const first = (await move(id, 'confirmed')).json.scheduled_for;
    expect(await move(id, 'rescheduled')).toMatchObject({ status: 400 });
    const { json } = await move(id, 'rescheduled', { scheduled_for: '2030-01-01T09:00:00-05:00' });
    expect(json).toMatchObject({
      status: 'confirmed',
      scheduled_for: '2030-01-01T14:00:00.000Z',
      original_scheduled_for: first,
    });
  });

  it('declines, cancels with a reason, or reports a no-show [APT-28] [GAP-64]', async () => {
    expect((await move(id, 'pending_scheduling')).json).toMatchObject({
      status: 'pending_scheduling',
      requested_at: null,
    });
    const second = (await schedule(partner)).appointmentId;
    const { json } = await move(second, 'canceled', { cancellation_reason_code: 'location_closed' });
    expect(json).toMatchObject({ status: 'canceled', cancellation_reason_code: 'location_closed' });
    const third = (await schedule(partner)).appointmentId;
    await move(third, 'confirmed');
    expect((await move(third, 'no_show')).json.status).toBe('no_show');
  });

  it('processes results to their end [APT-13] [APT-29] [APT-30]', async () => {
    await move(id, 'confirmed');
    const seen = [];
    for (const to of ['results_in_progress', 'results_ready', 'completed']) {
      const { json } = await move(id, to);
      seen.push([json.status, json.results_status]);
    }
    expect(seen).toEqual([
      ['results_in_progress', 'in_progress'],
      ['results_ready', 'finalized'],
      ['completed', 'finalized'],
    ]);
  });

  it('makes the signed form available without a change of status [APT-18]', async () => {
    expect((await move(id, 'form_available')).json).toMatchObject({
      status: 'pending_confirmation',
      has_signed_form: true,
      artifact_status: 'available',
      physician_order_status: 'completed',
    });
  });

  it('has no other transition, and no rejection by a physician [APT-32]', async () => {
    expect(await move(id, 'results_ready')).toMatchObject({
      status: 409,
      json: { error: expect.stringContaining('to') },
    });
    expect(await move(id, 'physician_rejected')).toMatchObject({ status: 400 });
    expect(await move(id, 'schedule')).toMatchObject({ status: 400 });
    expect(await move(nobody, 'confirmed')).toMatchObject({ status: 404 });
  });

  it('is confirmed when the clock reaches its due time', async () => {
    await harness.control('PATCH', '/settings', { confirm_after_seconds: 600 });
    await harness.control('POST', '/clock', { advance_seconds: 500 });
    expect((await read(id)).status).toBe('pending_confirmation');
    await harness.control('POST', '/clock', { advance_seconds: 5000 });
    const { status, requested_at, confirmed_at } = await read(id);
    expect(status).toBe('confirmed');
    expect(Date.parse(confirmed_at ?? '') - Date.parse(requested_at ?? '')).toBe(600_000);
  });
});

describe('the list', () => {
  it('pages by cursor in the order of the last change [APT-01] [APT-05] [GAP-76]', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await order(partner, 'DEXA')).appointmentId);
    await harness.control('POST', '/clock', { advance_seconds: 5 });
    const first = await list('?limit=2');
    expect(first.data.page_info).toEqual({ has_more: true, limit: 2, next_cursor: expect.any(String) });
    const second = await list(`?limit=2&cursor=${first.data.page_info.next_cursor}`);
    expect(second.data.page_info).toEqual({ has_more: false, limit: 2, next_cursor: null });
    const listed = [...first.data.items, ...second.data.items].map((item) => item.appointment_id);
    expect(listed).toEqual(ids);
    expect((await list()).data.page_info.limit).toBe(50);
  });

  it('filters by each of its parameters [APT-03] [APT-04]', async () => {
    const waiting = await schedule(partner);
    await harness.control('POST', '/clock', { advance_seconds: 60 });
    const fresh = await order(partner, 'VO2', { customer: { email: 'second@partner.example' } });
    const { updated_at } = await read(fresh.appointmentId);
    const found = async (query: string) => (await list(query)).data.items.map((item) => item.appointment_id);
    const { appointmentId: one } = waiting;
    const { appointmentId: two } = fresh;
    expect(await found('?status=pending_confirmation')).toEqual([one]);
    expect(await found('?status=pending_scheduling')).toEqual([two]);
    expect(await found('?test_type=VO2')).toEqual([two]);
    expect(await found(`?order_id=${waiting.orderId}`)).toEqual([one]);
    expect(await found(`?appointment_id=${two}`)).toEqual([two]);
    expect(await found('?email=second%40partner.example')).toEqual([two]);
    expect(await found('?results_status=waiting_results')).toEqual([one, two]);
    expect(await found(`?updated_after=${encodeURIComponent(updated_at ?? '')}`)).toEqual([two]);
  });

  it.each([
    'status=results_ready',
    'status=rescheduled',
    'results_status=done',
    'order_id=1',
    'test_type=MRI',
    'updated_after=yesterday',
    'limit=101',
    'limit=0',
    'cursor=nonsense',
    'sort=asc',
  ])('refuses ?%s [APT-03] [APT-04] [GAP-76]', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  });
});
