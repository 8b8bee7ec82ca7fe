/** The scheduling request. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import { type ScheduleResponse, scheduleResponse } from '../../server/contract/upstream-api/schedule.ts';
import {
  answerQuestionnaire,
  type Ordered,
  offeredTimes,
  order,
  pairOf,
  readyToSchedule,
  scheduleBody,
} from './booking.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';

eachWithPartner();

describe('the scheduling request', () => {
  let ordered: Ordered;
  const send = (body: object, key?: string) =>
    partner.post<ScheduleResponse>(`${ordered.appointmentPath}/schedule`, body, key);

  beforeEach(async () => {
    ordered = await readyToSchedule(partner);
  });

  // Also [SCH-10] [APT-16]
  it('waits for the location and books nothing [SCH-01] [SCH-07] [SCH-08]', async () => {
    const body = await scheduleBody(partner, ordered);
    const { status, data } = await send(body);
    expect(status).toBe(200);
    scheduleResponse.parse(data);
    expect(data).toEqual({
      appointment_id: ordered.appointmentId,
      order_id: ordered.orderId,
      status: 'pending_confirmation',
      ...body,
      requested_at: expect.any(String),
      requested_timezone: expect.stringContaining('/'),
      physician_order_status: 'pending',
      physician_order_submission_status: 'not_submitted',
      physician_order_submission_deadline_at: null,
      physician_order_submitted_at: null,
      cancellation_reason_code: null,
    });
    const read = await partner.get<Appointment>(ordered.appointmentPath);
    expect(read.data).toMatchObject({
      status: 'pending_confirmation',
      scheduled_for: null,
      confirmed_at: null,
    });
  });

  // Also [SCH-06] [SCH-12] [LIM-01] [GAP-62]
  it('takes one to three alternates and only offered strings, byte for byte [SCH-03] [SCH-04] [SCH-05]', async () => {
    const [primary = '', a = '', b = '', c = '', d = ''] = await offeredTimes(partner, ordered.pair);
    const inUtc = new Date(primary).toISOString();
    const sameInstant = inUtc.replace('.000Z', '+00:00');
    const refusals: [object, number, unknown][] = [
      [{ selected_appointment_date: primary, alternate_availabilities: [] }, 400, undefined],
      [
        {
          selected_appointment_date: primary,
          alternate_availabilities: [a, b, c, d],
        },
        400,
        undefined,
      ],
      [{ selected_appointment_date: inUtc, alternate_availabilities: [a] }, 400, undefined],
      [
        {
          selected_appointment_date: primary,
          alternate_availabilities: [primary],
        },
        400,
        undefined,
      ],
      [
        {
          selected_appointment_date: primary,
          alternate_availabilities: [a],
          note: 'x',
        },
        400,
        undefined,
      ],
      [
        {
          selected_appointment_date: sameInstant,
          alternate_availabilities: [a],
        },
        409,
        'SLOT_UNAVAILABLE',
      ],
      [
        {
          selected_appointment_date: primary,
          alternate_availabilities: ['2020-01-01T09:00:00-05:00'],
        },
        409,
        'SLOT_UNAVAILABLE',
      ],
    ];
    for (const [body, status, code] of refusals) expect(await send(body)).toMatchObject({ status, code });
    expect(
      (
        await send({
          selected_appointment_date: primary,
          alternate_availabilities: [a, b, c],
        })
      ).status,
    ).toBe(200);
  });

  it('is rejected for a time that was taken, and succeeds with another under the same key [SCH-12] [GAP-67]', async () => {
    const body = await scheduleBody(partner, ordered);
    await harness.control('POST', '/slots/take', {
      offering_id: ordered.pair.offering_id,
      available_time: body.selected_appointment_date,
    });
    expect(await send(body, 'same')).toMatchObject({
      status: 409,
      code: 'SLOT_UNAVAILABLE',
    });
    expect((await send(await scheduleBody(partner, ordered), 'same')).status).toBe(200);
  });

  it('comes after the questionnaire [ENV-12] [GAP-02]', async () => {
    const unanswered = await order(partner, 'DEXA');
    const { status, code } = await partner.post(
      `${unanswered.appointmentPath}/schedule`,
      await scheduleBody(partner, unanswered),
    );
    expect([status, code]).toEqual([409, 'SANDBOX_STEP_OUT_OF_ORDER']);
  });

  it.each([
    [['pregnant'], 409, 'SANDBOX_QUESTIONNAIRE_BLOCKED'],
    [['recent_nuclear_medicine'], 200, undefined],
  ])('after answers of yes to %j is %i [GAP-61]', async (yes, status, code) => {
    const own = await order(partner, 'DEXA');
    await answerQuestionnaire(partner, own, yes);
    const body = await scheduleBody(partner, own);
    expect(await partner.post(`${own.appointmentPath}/schedule`, body)).toMatchObject({ status, code });
  });

  it('is accepted once while it waits, and again after the location declined [GAP-63] [GAP-64]', async () => {
    const body = await scheduleBody(partner, ordered);
    await send(body);
    expect(await send(body)).toMatchObject({
      status: 409,
      code: 'SANDBOX_ALREADY_REQUESTED',
    });
    await harness.control('POST', `/appointments/${ordered.appointmentId}/transition`, {
      to: 'pending_scheduling',
    });
    expect((await send(body)).status).toBe(200);
  });

  it('is not for a co-branded key, nor for an empty calendar [ERR-26] [SCH-12]', async () => {
    const coBranded = await harness.partner({ flow: 'co_branded' });
    const own = await readyToSchedule(coBranded);
    const path = `${own.appointmentPath}/schedule`;
    const { status, code } = await coBranded.post(path, await scheduleBody(coBranded, own));
    expect([status, code]).toEqual([409, 'FLOW_ENDPOINT_MISMATCH']);
    expect(await offeredTimes(partner, pairOf('DEXA', 'empty_schedule'))).toEqual([]);
  });
});
