/** What a view says about a cancellation, the wait for the clinic and the visit, the same in the booking and after it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { isOlder, type OwnedAppointment } from '../../../server/booking/appointments/appointment-records.ts';
import { confirmationOf, isLate } from '../../../server/booking/appointments/visit.ts';
import { readConfig } from '../../../server/config/config.ts';
import { customerWordsOf } from '../../../server/config/customer-words.ts';
import type { AppointmentsView } from '../../../server/contract/appointments-api.ts';
import type { SentShows } from '../../../server/contract/journey-api/views.ts';
import type { PartnerTerms } from '../../../server/contract/partner-terms.ts';
import type { Appointment } from '../../../server/upstream/appointments/responses.ts';
import { type Booked, book, bookConfirmed, bookForTomorrow } from '../../support/booked-appointment.ts';
import { at, questionnaireAnswers } from '../../support/booking.ts';
import { untilQuestionnaire } from '../../support/scripted-refusal.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

const env = {
  REFUND_IF_UNCONFIRMED: 'All of it, unconfirmed.',
  REFUND_IF_CLINIC_CANCELS: 'All of it, the clinic canceled.',
  REFUND_IF_CLINIC_CANCELS_ES: 'Todo, la clínica canceló.',
  CANCELLATION_TERMS: 'Free until the day before.',
  DOCTOR_FORM_NOTE: 'Send it to the front desk.',
  ARRIVAL_NOTE: 'Arrive 10 minutes early.',
  ARRIVAL_NOTE_ES: 'Llegue 10 minutos antes.',
  MESSAGES: 'sms',
  CONFIRMATION_HOURS: '48',
  BOOKING_URL: 'https://clinic.example/book',
};
/** Called with each request to the service before it is sent. */
let beforeSending: (request: { method: string; url: string }) => Promise<void> | undefined = () => undefined;
const service = await serverOfFile({ env, change: (request) => beforeSending(request) });
beforeEach(() => service.sandbox.clearFaults());

/** What the last screen of the booking says. */
const onLastScreen = async ({ customer }: Booked): Promise<SentShows> => at(await customer.read(), 'sent');

const clinicCanceled = { default: env.REFUND_IF_CLINIC_CANCELS, es: env.REFUND_IF_CLINIC_CANCELS_ES };

it('says that the clinic canceled a confirmed appointment, and what happens to the payment', async () => {
  const booked = await bookConfirmed(service, 'clinic-cancels');
  await booked.move('canceled', { cancellation_reason_code: 'location_closed' });
  const shown = await booked.read();
  expect(shown.canceled).toEqual({
    by: 'clinic',
    of: 'appointment',
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    refund: clinicCanceled,
  });
  expect((await onLastScreen(booked)).canceled).toEqual(shown.canceled);
});

it('names nobody for a reason that does not say who canceled, and calls a request a request', async () => {
  const booked = await book(service, 'somebody-cancels');
  await booked.move('canceled', { cancellation_reason_code: 'tide' });
  expect((await booked.read()).canceled).toMatchObject({
    by: null,
    of: 'request',
    refund: { default: env.REFUND_IF_UNCONFIRMED },
  });
});

it('knows that the customer canceled here, with the terms of a cancellation', async () => {
  const booked = await bookConfirmed(service, 'customer-cancels');
  expect((await booked.post('cancel')).canceled).toMatchObject({
    by: 'customer',
    at: expect.stringMatching(/Z$/),
    refund: { default: env.CANCELLATION_TERMS },
  });
});

it('has only one status for the last screen and the appointments', async () => {
  const booked = await book(service, 'one-status');
  expect([(await onLastScreen(booked)).status, (await booked.read()).status]).toEqual([
    'requested',
    'requested',
  ]);
  await booked.move('confirmed');
  expect([(await onLastScreen(booked)).status, (await booked.read()).status]).toEqual([
    'confirmed',
    'confirmed',
  ]);
});

it('reads again before it claims that a refused change has left the appointment as it was', async () => {
  const booked = await bookConfirmed(service, 'refused-meanwhile');
  const path = `/v1/appointments/${booked.id}`;
  // The clinic cancels between the read and the write: the first read is the last one that is confirmed.
  const { body } = await booked.customer.call<{ status: string }>('GET', booked.path);
  expect(body.status).toBe('confirmed');
  await service.sandbox.fault('POST', `${path}/cancel`, {
    kind: 'status',
    status: 409,
    body: {
      code: 409,
      data: null,
      error: { details: { code: 'NOT_NOW' }, message: '', path, request_id: 'r' },
    },
  });
  const reads = (await service.sandbox.requests()).filter(({ path: read }) => read === path).length;
  const shown = await booked.post('cancel');
  expect(shown.change?.state).toBe('refused');
  const after = (await service.sandbox.requests()).filter(({ path: read }) => read === path).length;
  // Once before the change, and once after its refusal.
  expect(after - reads).toBe(2);
});

/** The service shows the appointment at its next read as it is now, with these fields, and changed `seconds` later. */
async function shownNext({ id, customer, path }: Booked, seconds: number, fields: object): Promise<void> {
  await customer.call('GET', path);
  const reads = service.wire.requests.filter(({ url }) => url === `/v1/appointments/${id}`);
  const { data } = JSON.parse(reads.at(-1)?.answer ?? '') as { data: { updated_at: string } };
  const updated_at = new Date(Date.parse(data.updated_at) + seconds * 1000).toISOString();
  const body = { code: 200, data: { ...data, ...fields, updated_at }, error: null };
  await service.sandbox.fault('GET', `/v1/appointments/${id}`, { kind: 'status', status: 200, body });
}

it('names the clinic for its cancellation of an appointment that the customer had canceled and it had taken up again', async () => {
  const booked = await bookConfirmed(service, 'taken-up');
  await booked.post('cancel');
  await shownNext(booked, 1, { status: 'confirmed', cancellation_reason_code: null });
  expect(await booked.read()).toMatchObject({ status: 'confirmed', canceled: null });
  await shownNext(booked, 2, { status: 'canceled', cancellation_reason_code: 'location_closed' });
  expect((await booked.read()).canceled).toMatchObject({ by: 'clinic', refund: clinicCanceled });
});

// Before the tests that put the service's clock ahead: its times then count as those of the reads.
it('keeps a cancellation while reads of the service lag behind it, and takes a later change', async () => {
  const booked = await bookConfirmed(service, 'lagging');
  await booked.read();
  const path = `/v1/appointments/${booked.id}`;
  const before = service.wire.requests.findLast(({ url }) => url === path)?.answer ?? '';
  const { data } = JSON.parse(before) as { data: object };
  const lags = (of: string, body: object) =>
    service.sandbox.fault(
      'GET',
      of,
      { kind: 'status', status: 200, body: { code: 200, data: body, error: null } },
      { times: 100 },
    );
  await lags(path, data);
  await lags('/v1/appointments', { items: [data], page_info: { has_more: false, next_cursor: null } });
  const canceled = { status: 'canceled', change: { state: 'done' }, actions: ['consents'], stale: false };
  expect(await booked.post('cancel')).toMatchObject(canceled);
  expect(await booked.read()).toMatchObject(canceled);
  expect(await booked.list()).toMatchObject([canceled]);
  expect((await onLastScreen(booked)).status).toBe('canceled');
  await service.sandbox.clearFaults();
  await shownNext(booked, 1, { status: 'refunded' });
  expect((await booked.read()).status).toBe('refunded');
});

it('says nothing of a refused change once the appointment is another', async () => {
  const booked = await bookConfirmed(service, 'refused-once');
  const details = { code: 'SLOT_UNAVAILABLE' };
  const path = `/v1/appointments/${booked.id}/reschedule`;
  const error = { details, message: '', path, request_id: 'r' };
  const body = { code: 409, data: null, error };
  await service.sandbox.fault('POST', path, { kind: 'status', status: 409, body });
  const [time] = await booked.times();
  expect((await booked.post('reschedule', { new_requested_date: time })).change?.state).toBe('slot_gone');
  expect((await booked.read()).change?.state).toBe('slot_gone');
  await booked.move('canceled', { cancellation_reason_code: 'location_closed' });
  expect((await booked.read()).change).toBeNull();
});

it('warns no more once the clinic has moved the appointment', async () => {
  const booked = await bookForTomorrow(service, 'moved-after-warning');
  expect((await booked.post('cancel')).change?.state).toBe('warned');
  await booked.move('rescheduled', { scheduled_for: '2031-05-20T15:00:00.000Z' });
  expect(await booked.read()).toMatchObject({ within_24_hours: false, change: null });
});

/**
 * Holds the next read of an appointment back, which was read before.
 * @returns when it was sent; and what lets it arrive, with the response of the last read
 */
function holdNextRead(path: string) {
  const before = service.wire.requests.findLast(({ url }) => url === path)?.answer ?? '';
  const [isSent, mayArrive] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  beforeSending = ({ method, url }) => {
    if (method !== 'GET' || url !== path) return;
    beforeSending = () => undefined;
    isSent.resolve();
    return mayArrive.promise;
  };
  return {
    isSent: isSent.promise,
    async arrive() {
      await service.sandbox.fault('GET', path, { kind: 'status', status: 200, body: JSON.parse(before) });
      mayArrive.resolve();
    },
  };
}

it('keeps a cancellation when a read from before it arrives after it', async () => {
  const booked = await bookConfirmed(service, 'late-read');
  await booked.read();
  const held = holdNextRead(`/v1/appointments/${booked.id}`);
  const late = booked.read();
  await held.isSent;
  expect((await booked.post('cancel')).status).toBe('canceled');
  await held.arrive();
  expect((await late).status).toBe('canceled');
});

it('keeps a request when a read from before it arrives after it, and takes a decline', async () => {
  const customer = service.customer('early-read');
  const view = await untilQuestionnaire(customer);
  const listed = async () =>
    (await customer.call<AppointmentsView>('GET', '/appointments')).body.appointments[0];
  const id = (await listed())?.appointment_id;
  const path = `/v1/appointments/${id}`;
  await customer.call('GET', `/appointments/${id}`);
  const held = holdNextRead(path);
  const late = customer.call('GET', `/appointments/${id}`);
  await held.isSent;
  const away = { kind: 'status', status: 503, body: { code: 503, data: null, error: null } };
  await service.sandbox.fault('GET', path, away, { times: 100 });
  const sent = await customer.answer('questionnaire', questionnaireAnswers(view));
  expect(at(sent, 'sent').status).toBe('requested');
  await service.sandbox.clearFaults();
  await held.arrive();
  await late;
  await service.sandbox.fault('GET', path, away, { times: 100 });
  await service.sandbox.fault('GET', '/v1/appointments', away, { times: 100 });
  expect(await listed()).toMatchObject({ status: 'requested', stale: true });
  await service.sandbox.clearFaults();
  await service.sandbox.transition(id ?? '', { to: 'pending_scheduling' });
  expect(at(await customer.read(), 'sent').status).toBe('unscheduled');
});

it('keeps a cancellation whose read fails, and says that the rest may be old', async () => {
  const booked = await bookConfirmed(service, 'unread-after');
  const away = { kind: 'status', status: 503, body: { code: 503, data: null, error: null } };
  await service.sandbox.fault('GET', `/v1/appointments/${booked.id}`, away, { skip: 1, times: 100 });
  expect(await booked.post('cancel')).toMatchObject({ status: 'canceled', stale: true });
});

it('takes a cancellation for done that the service has, although its response was lost', async () => {
  const booked = await bookConfirmed(service, 'lost-response');
  const cancel = `/v1/appointments/${booked.id}/cancel`;
  await service.sandbox.fault('POST', cancel, { kind: 'drop_after' });
  await service.sandbox.fault('POST', cancel, { kind: 'drop_before' }, { times: 100 });
  await booked.customer.call('POST', `${booked.path}/cancel`);
  const shown = await booked.read();
  expect([shown.status, shown.change?.state, shown.canceled?.of]).toEqual([
    'canceled',
    'done',
    'appointment',
  ]);
});

it('has one reference everywhere: the order number of the service', async () => {
  const booked = await book(service, 'one-number');
  const { reference } = await booked.read();
  expect(reference).toMatch(/^ORD-\d+$/);
  expect((await onLastScreen(booked)).reference).toBe(reference);
});

it('says how long clinics usually take, until one has confirmed', async () => {
  const booked = await book(service, 'waiting');
  expect((await booked.read()).confirmation).toEqual({ usual_hours: 48, is_late: false });
  await booked.move('confirmed');
  expect((await booked.read()).confirmation).toBeNull();
});

describe('at a time', () => {
  const time = Date.parse('2031-05-14T15:00:00.000Z');
  const hours = (count: number) => count * 3_600_000;
  const body = (about: object) =>
    ({
      body: { requested_at: new Date(time).toISOString(), scheduled_for: null, ...about },
    }) as OwnedAppointment;
  const deps = (nowMs: number) => ({
    words: customerWordsOf(readConfig({ ...service.env, ...env })),
    reasons: { customer: [], clinic: [] },
    now: () => nowMs,
  });

  it('a read that names no later change is older than a response for two minutes', () => {
    const updated_at = new Date(time - hours(1)).toISOString();
    const read = { updated_at, status: 'confirmed' } as Appointment;
    const { body: said } = body({ status: 'canceled', updated_at: null });
    const known = (updatedAt: number) => ({ body: said, readAt: time, updatedAt }) as OwnedAppointment;
    const after = known(Date.parse(updated_at));
    expect(isOlder(after, read, time + hours(2 / 60) - 1)).toBe(true);
    expect(isOlder(after, read, time + hours(2 / 60))).toBe(false);
    expect(isOlder(after, { ...read, updated_at: new Date(time).toISOString() }, time + 1)).toBe(false);
    // A service that never says when it changed something.
    expect(isOlder(known(0), { ...read, updated_at: null }, time + 1)).toBe(false);
  });

  it('a read without a request is older than the response to the request, unless it names a later change', () => {
    const { body: said } = body({ status: 'pending_confirmation', updated_at: null });
    const read = { status: 'pending_scheduling', updated_at: null } as Appointment;
    const known = { body: said, readAt: time + 1_000, updatedAt: 0 } as OwnedAppointment;
    const at = (ms: number) => ({ ...read, updated_at: new Date(time + ms).toISOString() });
    expect(isOlder(known, at(-1), time + hours(1))).toBe(true);
    expect(isOlder(known, at(1), time + 2_000)).toBe(false);
    // A service that never says when it changed something.
    expect(isOlder(known, read, time + hours(2 / 60))).toBe(true);
    expect(isOlder(known, read, time + hours(2 / 60) + 1_000)).toBe(false);
    expect(isOlder(known, { ...read, status: 'confirmed' }, time + 2_000)).toBe(false);
  });

  it('a clinic that has not confirmed takes longer than usual', () => {
    const requested = body({ status: 'pending_confirmation' });
    expect(confirmationOf(requested, deps(time + hours(48)))?.is_late).toBe(false);
    expect(confirmationOf(requested, deps(time + hours(48) + 1))?.is_late).toBe(true);
  });

  it('a confirmed time is less than 24 hours away', () => {
    const confirmed = body({ status: 'confirmed', scheduled_for: new Date(time).toISOString() });
    expect(isLate(confirmed, deps(time - hours(24)))).toBe(false);
    expect(isLate(confirmed, deps(time - hours(24) + 1))).toBe(true);
    expect(isLate(body({ status: 'pending_confirmation' }), deps(time))).toBe(false);
  });
});

it('keeps what the customer confirmed for the visit, encrypted, on the last screen and later', async () => {
  const booked = await book(service, 'prepares', 'CALST');
  const { visit } = await booked.read();
  expect(visit.preparation.length).toBeGreaterThan(0);
  expect(visit.preparation[0]).toMatchObject({ format: 'html', text: expect.stringContaining('<') });
  expect(visit.arrival).toEqual({ default: env.ARRIVAL_NOTE, es: env.ARRIVAL_NOTE_ES });
  expect((await onLastScreen(booked)).visit).toEqual(visit);
  expect(await service.stored()).not.toContain(visit.preparation[0]?.text);
});

it('offers the form for the doctor of a VO2 test, with the text of the partner, until it is over', async () => {
  const booked = await book(service, 'breathes', 'VO2');
  expect((await booked.read()).visit.doctor_form).toEqual({ note: { default: env.DOCTOR_FORM_NOTE } });
  expect((await onLastScreen(booked)).visit.doctor_form).not.toBeNull();
  await booked.move('canceled');
  expect((await booked.read()).visit.doctor_form).toBeNull();
});

it('has the terms and the pages of the partner beside the appointments', async () => {
  const { customer } = await book(service, 'terms');
  const { body } = await customer.call<AppointmentsView>('GET', '/appointments');
  expect(body.booking_url).toBe(env.BOOKING_URL);
  expect(body.terms satisfies PartnerTerms).toMatchObject({ refund_if_clinic_cancels: clinicCanceled });
  expect((await onLastScreen({ customer } as Booked)).messages).toEqual(['sms']);
});

it('books the same test at the same clinic again after a cancellation', async () => {
  const booked = await book(service, 'again');
  const { summary } = await booked.customer.read();
  await booked.move('canceled');
  const { body } = await booked.customer.call<{ shows: { step: string }; summary: typeof summary }>(
    'POST',
    '/journeys',
    { again: booked.id },
  );
  expect(body.shows.step).toBe('times');
  expect([body.summary.test, body.summary.place?.address_line_1]).toEqual([
    summary.test,
    summary.place?.address_line_1,
  ]);
  const stranger = await service.customer('stranger').call('POST', '/journeys', { again: booked.id });
  expect(stranger.status).toBe(404);
});
