/** Each type of event, over the real server and the real sandbox, in both flows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookingEvent, bookingEvent } from '../../../server/contract/events.ts';
import type { HandoffView } from '../../../server/contract/handoff-api.ts';
import { webhooksRegister } from '../../../server/operate/cli/webhooks.ts';
import { book } from '../../support/booked-appointment.ts';
import { answerStep, at, pickTimes, questionnaireAnswers, untilReview } from '../../support/booking.ts';
import {
  asked,
  type CoBrandedServer,
  confirmOnPage,
  startCoBrandedServer,
} from '../../support/co-branded-server.ts';
import { type EventReceiver, eventReceiver } from '../../support/event-receiver.ts';
import { eventually } from '../../support/eventually.ts';
import { type FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';

let receiver: EventReceiver;
let service: FullApiServer;
/** What the hook received. */
const hooked: BookingEvent[] = [];

beforeAll(async () => {
  receiver = await eventReceiver();
  service = await startFullApiServer({
    env: { EVENTS_URL: receiver.url, EVENTS_SECRET: receiver.secret, METRICS_PORT: '0' },
    hooks: { onEvent: async (event) => void hooked.push(event) },
  });
  await webhooksRegister(service.env, {}, () => {});
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

/** Waits until the receiver has accepted these events of the user, in this order. */
async function expectEvents(name: string, expected: string[], at = receiver) {
  await eventually(() => at.of(`user-${name}`).length >= expected.length).catch(() => {});
  expect(at.of(`user-${name}`)).toEqual(expected);
}

/** Waits for the next event of the user, after those before. */
function createSteps(name: string, ...expected: string[]) {
  return (next: string) => {
    expected.push(next);
    return expectEvents(name, expected);
  };
}

describe('A booking through the full API', () => {
  it('is requested, confirmed, moved, and has results', async () => {
    const booked = await book(service, 'ada');
    const expected = createSteps('ada');
    await expected('booking.requested unscheduled>requested');
    await booked.move('confirmed');
    await expected('booking.confirmed requested>confirmed');
    await booked.move('rescheduled', { scheduled_for: '2031-05-14T15:00:00.000Z' });
    await expected('booking.rescheduled confirmed>confirmed');
    const [new_requested_date, ...alternates] = (await booked.times()).slice(0, 3);
    await booked.post('reschedule', { new_requested_date, alternates });
    await expected('booking.rescheduled confirmed>requested');
    await booked.move('confirmed');
    await expected('booking.confirmed requested>confirmed');
    await booked.move('results_in_progress');
    await eventually(async () => (await booked.read()).status === 'results_in_progress');
    await booked.move('results_ready');
    await expected('booking.results_available results_in_progress>results_ready');
    await booked.move('completed');
    await booked.read();
    await expected('booking.completed results_ready>completed');
  });

  it('carries ids and states only, the same at each receiver', async () => {
    const booked = await book(service, 'bea');
    await expectEvents('bea', ['booking.requested unscheduled>requested']);
    const [event] = receiver.accepted().filter(({ data }) => data.subject === 'user-bea');
    const journeyId = booked.customer.view?.journey_id;
    const { order_id, reference } = await booked.read();
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
      type: 'booking.requested',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        subject: 'user-bea',
        flow: 'full_api',
        booking_id: journeyId,
        sequence: 1,
        journey_id: journeyId,
        order_id,
        appointment_id: booked.id,
        reference,
        hours_before: null,
        state: { before: 'unscheduled', after: 'requested' },
      },
    });
    expect(bookingEvent.parse(event)).toEqual(event);
    await eventually(() => hooked.some(({ id }) => id === event?.id));
    expect(hooked.find(({ id }) => id === event?.id)).toEqual(event);
  });

  it('is declined by the location', async () => {
    const booked = await book(service, 'ivy');
    const expected = createSteps('ivy');
    await expected('booking.requested unscheduled>requested');
    await booked.move('pending_scheduling');
    expect((await booked.read()).status).toBe('unscheduled');
    await expected('booking.declined requested>unscheduled');
    await booked.customer.answer('times', pickTimes(await booked.customer.revisit('times')));
    await expected('booking.requested unscheduled>requested');
  });

  it('is canceled, and its refund is due once', async () => {
    const booked = await book(service, 'cleo');
    await booked.post('cancel', {});
    await booked.read();
    await booked.move('refunded');
    await booked.read();
    await booked.read();
    await expectEvents('cleo', [
      'booking.requested unscheduled>requested',
      'booking.canceled requested>canceled',
      'booking.refund_due canceled>refunded',
    ]);
  });

  it('is not attended', async () => {
    const booked = await book(service, 'dora');
    const expected = createSteps('dora');
    await expected('booking.requested unscheduled>requested');
    await booked.move('confirmed');
    await expected('booking.confirmed requested>confirmed');
    await booked.move('no_show');
    await expected('booking.no_show confirmed>no_show');
  });

  it('announces the last of changes that are faster than its reads', async () => {
    const booked = await book(service, 'hal');
    const expected = createSteps('hal');
    await expected('booking.requested unscheduled>requested');
    await service.sandbox.fault(
      'GET',
      `/v1/appointments/${booked.id}`,
      { kind: 'drop_before' },
      { times: 100 },
    );
    await booked.move('confirmed');
    await booked.move('no_show');
    await service.sandbox.clearFaults();
    await booked.read();
    await expected('booking.no_show requested>no_show');
  });

  it('waits for the reference of its payment, and is blocked after it', async () => {
    const customer = service.customer('eve');
    let view = await untilReview(customer, 'DEXA');
    service.payments.paid = false;
    for (const _ of [1, 2]) view = await answerStep(customer, view);
    service.payments.paid = true;
    view = await answerStep(customer, view);
    view = await customer.answer('questionnaire', questionnaireAnswers(view, ['pregnant']));
    at(view, 'blocked');
    await expectEvents('eve', [
      'booking.payment_reference_needed started>payment_due',
      'booking.blocked unscheduled>blocked',
      'booking.refund_due unscheduled>blocked',
    ]);
    const own = receiver.accepted().filter(({ data }) => data.subject === 'user-eve');
    expect(own.map(({ data }) => [data.sequence, data.appointment_id === null])).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
    expect(new Set(own.map(({ data }) => data.booking_id))).toEqual(new Set([view.journey_id]));
  });

  it('needs the review of a physician, and goes on', async () => {
    const customer = service.customer('fay');
    let view = await untilReview(customer, 'DEXA');
    view = await answerStep(customer, view);
    view = await customer.answer('questionnaire', questionnaireAnswers(view, ['over_table_limit']));
    const { appointment_id } = at(view, 'sent');
    const review = 'booking.physician_review unscheduled>physician_review';
    const expected = createSteps('fay', review);
    await expected('booking.requested physician_review>requested');
    // No event of the service says so.
    await service.sandbox.transition(appointment_id, { to: 'pending_scheduling' });
    await customer.call('GET', `/appointments/${appointment_id}`);
    await expected('booking.declined requested>unscheduled');
    await customer.answer('times', pickTimes(await customer.revisit('times')));
    await expected('booking.requested unscheduled>requested');
    await service.sandbox.transition(appointment_id, { to: 'confirmed' });
    await expected('booking.confirmed requested>confirmed');
  });

  it('names no user in the log and in the labels of metrics', async () => {
    const delivered = service
      .logged()
      .split('\n')
      .filter((line) => line.includes('"event":"event.'));
    expect(delivered.length).toBeGreaterThan(10);
    expect(delivered.join('\n')).not.toContain('user-');
    const metrics = await service.metrics();
    expect(metrics).toMatch(/dx_events_total\{type="booking.requested",outcome="delivered"\} \d+/);
    expect(metrics).toContain('dx_events_waiting{state="parked"} 0');
    expect(metrics).not.toContain('user-');
    expect(receiver.forged).toEqual([]);
  });
});

describe('A booking through the co-branded flow', () => {
  let gym: EventReceiver;
  let coBranded: CoBrandedServer;
  beforeAll(async () => {
    gym = await eventReceiver();
    coBranded = await startCoBrandedServer({
      env: { EVENTS_URL: gym.url, EVENTS_SECRET: gym.secret },
      tuning: { reconcileMs: 200 },
    });
  });
  afterAll(async () => {
    await coBranded.stop();
    await gym.close();
  });

  it('is requested on the hosted page, confirmed, and canceled by the location', async () => {
    const ordered = await coBranded.ordered('gil');
    const customer = coBranded.customer('gil');
    const { body } = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    await confirmOnPage(body.url ?? '', ordered.times);
    const requested = ['booking.requested unscheduled>requested'];
    await expectEvents('gil', requested, gym);
    const id = body.appointment?.appointment_id ?? '';
    await coBranded.sandbox.transition(id, { to: 'confirmed' });
    const confirmed = [...requested, 'booking.confirmed requested>confirmed'];
    await expectEvents('gil', confirmed, gym);
    await coBranded.sandbox.transition(id, { to: 'canceled' });
    await expectEvents('gil', [...confirmed, 'booking.canceled confirmed>canceled'], gym);
    const [event] = gym.accepted();
    expect(event?.data).toMatchObject({
      flow: 'co_branded',
      booking_id: id,
      journey_id: null,
      order_id: ordered.orderId,
      appointment_id: id,
    });
  });

  it('goes on with the user to whom its order was moved', async () => {
    const ordered = await coBranded.ordered('jan');
    const opened = (name: string) =>
      coBranded.customer(name).call<HandoffView>('POST', '/handoffs', asked(ordered));
    const { body } = await opened('jan');
    await confirmOnPage(body.url ?? '', ordered.times);
    await expectEvents('jan', ['booking.requested unscheduled>requested'], gym);
    coBranded.books.owners.set(ordered.orderId, 'user-jo');
    expect((await opened('jo')).body.state).toBe('requested');
    await coBranded.sandbox.transition(body.appointment?.appointment_id ?? '', { to: 'confirmed' });
    await expectEvents('jo', ['booking.confirmed requested>confirmed'], gym);
    const sequences = gym.accepted().filter(({ data }) => data.order_id === ordered.orderId);
    expect(sequences.map(({ data }) => data.sequence)).toEqual([1, 2]);
  });
});
