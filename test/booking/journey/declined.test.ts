/** A location that declines the requested times: the customer has paid, and asks for other times in the same booking. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppointmentsView } from '../../../server/contract/appointments-api.ts';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { book, sentTo } from '../../support/booked-appointment.ts';
import { at, pickTimes } from '../../support/booking.ts';
import { type FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';

let service: FullApiServer;
let aheadMs = 0;
beforeAll(async () => {
  service = await startFullApiServer({ clock: systemClock(() => Date.now() + aheadMs) });
});
afterAll(() => service.stop());

const shown = 30 * 60_000;

/** Books, and the location declines. */
async function declined(name: string) {
  const booked = await book(service, name);
  await booked.move('pending_scheduling');
  await booked.read();
  return booked;
}

it('opens the times again, without a second order or payment [GAP-64]', async () => {
  const booked = await declined('asks-again');
  const { customer, requested } = booked;
  const { orders, schedule_requests: asked = 0 } = await service.sandbox.ledger();
  const paidBefore = service.payments.asked.length;
  const declinedView = at(await customer.read(), 'sent');
  expect([declinedView.status, declinedView.can_choose_times]).toEqual(['unscheduled', true]);
  const { body } = await customer.call<AppointmentsView>('GET', '/appointments');
  expect(body.current_booking).toBe(declinedView.appointment_id);

  const choosing = await customer.revisit('times');
  expect(at(choosing, 'times')).toMatchObject({
    chosen: null,
    taken: { lost: [requested.primary, ...requested.alternates], kept: [] },
    sends_request: true,
  });
  expect(choosing.can_start_over).toBe(false);
  expect(choosing.steps.filter(({ can_revisit }) => can_revisit).map(({ name }) => name)).toEqual(['sent']);
  const { primary, alternates } = pickTimes(choosing);
  const [first = '', ...others] = alternates;
  const other = { primary: first, alternates: [...others, primary] };
  const again = at(await customer.answer('times', other), 'sent');

  expect([again.status, again.can_choose_times, again.requested]).toEqual(['requested', false, other]);
  expect(await booked.read()).toMatchObject({ status: 'requested', asked: other });
  expect(new Set(sentTo(service, booked, 'schedule').map(({ key }) => key)).size).toBe(2);
  expect(await service.sandbox.ledger()).toMatchObject({ orders, schedule_requests: asked + 1 });
  expect(service.payments.asked).toHaveLength(paidBefore);
});

it('lets the customer go back to the declined request, and book another test', async () => {
  const { customer, requested } = await declined('goes-back');
  const choosing = await customer.revisit('times');
  expect(choosing.can_start_over).toBe(false);
  const back = await customer.revisit('sent');
  expect(at(back, 'sent')).toMatchObject({ status: 'unscheduled', can_choose_times: true, requested });
  expect([back.summary.times, back.notice]).toEqual([requested, null]);
  const another = await customer.open({ start_over: true });
  expect(another.previous?.journey_id).toBe(back.journey_id);
  const left = await customer.call<JourneyView>('GET', `/journeys/${back.journey_id}`);
  expect(at(left.body, 'sent').can_choose_times).toBe(false);
});

it('keeps the choice of the other times when one of them is taken, and the way back', async () => {
  const { customer, requested } = await declined('taken-again');
  const choosing = await customer.revisit('times');
  const [lost = '', ...kept] = Object.values(pickTimes(choosing)).flat();
  await service.sandbox.takeTime(lost);
  const again = await customer.answer('times', { primary: lost, alternates: kept });
  expect(at(again, 'times')).toMatchObject({ chosen: null, taken: { lost: [lost], kept } });
  const back = await customer.revisit('sent');
  expect([at(back, 'sent').requested, back.summary.times]).toEqual([requested, requested]);
});

it('stays the booking that the page opens, until it has a time again', async () => {
  const { customer: before, move, read } = await declined('comes-back');
  const { journey_id: id } = await before.read();
  aheadMs += shown + 60_000;
  const customer = service.customer('comes-back');
  expect((await customer.open()).journey_id).toBe(id);
  await customer.answer('times', pickTimes(await customer.revisit('times')));
  // The half hour begins with the new request.
  expect((await customer.open()).journey_id).toBe(id);
  await move('confirmed');
  await read();
  aheadMs += shown + 60_000;
  expect((await service.customer('comes-back').open()).previous?.journey_id).toBe(id);
});

it('shows the time that others have agreed on with the location meanwhile', async () => {
  const booked = await declined('by-phone');
  const { customer } = booked;
  const choosing = await customer.revisit('times');
  const { primary, alternates } = pickTimes(choosing);
  const response = await fetch(`${service.sandbox.url}/v1/appointments/${booked.id}/schedule`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-api-key': service.env.UPSTREAM_API_KEY ?? '',
    },
    body: JSON.stringify({ selected_appointment_date: primary, alternate_availabilities: alternates }),
  });
  expect(response.status).toBe(200);
  await booked.move('confirmed');
  const { status, scheduled_for } = at(await customer.answer('times', pickTimes(choosing)), 'sent');
  expect([status, scheduled_for]).toEqual(['confirmed', (await booked.read()).scheduled_for]);
  expect((await customer.read()).notice).toBeNull();
});

it('does not open the times of a request that the location has', async () => {
  const { customer } = await book(service, 'not-declined');
  await expect(customer.revisit('times')).rejects.toThrow('step_closed');
});
