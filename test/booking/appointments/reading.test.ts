/** What a customer sees of their appointments: only their own, in the current state of the service, with every field. */

import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { AppointmentView } from '../../../server/contract/appointments-api.ts';
import type { ProblemBody } from '../../../server/contract/problem.ts';
import type { Appointment } from '../../../server/contract/upstream-api/appointments.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { webhooksRegister } from '../../../server/operate/cli/webhooks.ts';
import { dataOf } from '../../second-service/differences.ts';
import { type Booked, book } from '../../support/booked-appointment.ts';
import { at, questionnaireAnswers } from '../../support/booking.ts';
import { eventually } from '../../support/eventually.ts';
import { type FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';
import { openLive } from '../../support/live-page.ts';
import { isListRead } from '../../support/recording-proxy.ts';
import { refusal, untilQuestionnaire } from '../../support/scripted-refusal.ts';
import { serverOfFile, serverOfTest } from '../../support/server-of-test.ts';

let booked: Booked;
const service = await serverOfFile();
beforeAll(async () => {
  booked = await book(service, 'reader');
});
beforeEach(() => service.sandbox.clearFaults());

/** The service reads the appointment so, from now on. */
const reads = (id: string, body: object) =>
  service.sandbox.fault(
    'GET',
    `/v1/appointments/${id}`,
    { kind: 'status', status: 200, body: { code: 200, data: body, error: null } },
    { times: 100 },
  );

/** What the service itself says. */
async function upstream(id: string): Promise<Appointment> {
  const key = await service.sandbox.permanentKey();
  const response = await fetch(`${service.sandbox.url}/v1/appointments/${id}`, {
    headers: { 'x-api-key': key.api_key },
  });
  return ((await response.json()) as { data: Appointment }).data;
}

it('lists an appointment with the requested times right after the request [APT-02] [SCH-09]', async () => {
  const [shown, ...others] = await booked.list();
  expect(others).toEqual([]);
  expect(shown).toMatchObject({
    appointment_id: booked.id,
    status: 'requested',
    upstream_status: 'pending_confirmation',
    scheduled_for: null,
    asked: booked.requested,
    stale: false,
  });
  expect(shown?.actions).toEqual(['cancel', 'consents']);
});

it('reads the appointment again at each view, so that a confirmation shows [APT-09]', async () => {
  const other = await book(service, 'confirmed');
  await other.move('confirmed');
  const shown = await other.read();
  expect(shown).toMatchObject({ status: 'confirmed', asked: null });
  expect(shown.scheduled_for && Date.parse(shown.scheduled_for)).toBe(Date.parse(other.requested.primary));
  expect(shown.location?.timezone).toMatch(/^[A-Z]\w+\/\w+/);
  expect(shown.actions).toEqual(['check_in', 'reschedule', 'cancel', 'consents']);
});

it('passes on each field of the service under its own name [APT-11] [APT-12] [APT-13]', async () => {
  const upstreamBody = await upstream(booked.id);
  const shown = await booked.read();
  const { results_status, original_scheduled_for, requested_at, confirmed_at, location } = upstreamBody;
  expect(shown).toMatchObject({
    upstream_results_status: results_status,
    original_scheduled_for,
    requested_at,
    confirmed_at,
    location,
  });
  expect(shown.upstream_results_status).toBe('waiting_results');
  expect(shown.location?.timezone).toBe(upstreamBody.location.timezone);
  expect(shown.physician_order).toEqual({
    status: upstreamBody.physician_order_status,
    submission_status: upstreamBody.physician_order_submission_status,
    deadline_at: upstreamBody.physician_order_submission_deadline_at,
    submitted_at: upstreamBody.physician_order_submitted_at,
  });
  expect(shown.form).toEqual({
    type: upstreamBody.form_type,
    artifact_status: upstreamBody.artifact_status,
    available: upstreamBody.has_signed_form,
  });
  expect(shown.more).toEqual({});
});

it('treats a pending physician order after a request as normal [SCH-11] [CFG-25] [T33]', async () => {
  const shown = await booked.read();
  expect(shown.physician_order.status).toBe('pending');
  expect(shown.change).toBeNull();
  expect(shown.status).toBe('requested');
});

it('shows nobody the appointment of another customer [AUTH-14] [RES-06]', async () => {
  const stranger = service.customer('stranger');
  const routes = [
    ['GET', ''],
    ['POST', '/cancel'],
    ['POST', '/reschedule', { new_requested_date: '2026-01-01T09:00:00-05:00' }],
    ['POST', '/retry'],
    ['GET', '/availability'],
    ['POST', '/check-in'],
    ['GET', '/signed-form'],
    ['GET', '/vo2-form'],
    ['GET', '/results'],
  ] as const;
  const requests = () => service.wire.requests.filter((request) => !isListRead(request)).length;
  const before = requests();
  for (const [method, action, body] of routes) {
    const reply = await stranger.call<ProblemBody>(method, booked.path + action, body);
    expect([action, reply.status, reply.body.code]).toEqual([action, 404, 'appointment_not_found']);
  }
  expect((await stranger.call<{ appointments: [] }>('GET', '/appointments')).body.appointments).toEqual([]);
  expect(requests()).toBe(before);
});

it('queries the list by order only, without a status that the service would reject [APT-03] [APT-04] [T29]', async () => {
  const before = service.wire.requests.length;
  await booked.list();
  const asked = service.wire.requests
    .slice(before)
    .filter((request) => !isListRead(request))
    .map(({ url }) => url);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/^\/v1\/appointments\?order_id=[\w-]+$/);
});

it('follows the cursor to the end of the list [APT-05] [APT-06]', async () => {
  const item = await upstream(booked.id);
  const page = (has_more: boolean, items: object[]) => ({
    kind: 'status',
    status: 200,
    body: {
      code: 200,
      data: { items, page_info: { has_more, limit: 1, next_cursor: has_more ? 'a+/b=' : null } },
      error: null,
    },
  });
  await service.sandbox.fault('GET', '/v1/appointments', page(true, []));
  await service.sandbox.fault('GET', '/v1/appointments', page(false, [{ ...item, status: 'completed' }]), {
    skip: 1,
  });
  const before = service.wire.requests.length;
  const [shown] = await booked.list();
  const [, second] = service.wire.requests
    .slice(before)
    .filter((request) => !isListRead(request))
    .map(({ url }) => new URL(url, service.url));
  expect(second?.searchParams.get('cursor')).toBe('a+/b=');
  expect(shown?.status).toBe('completed');
});

describe('the statuses of the service', () => {
  const known: [upstream_status: string, status: string, actions: string[]][] = [
    ['Created', 'unscheduled', []],
    ['pending_scheduling', 'unscheduled', []],
    ['requested', 'requested', ['cancel']],
    ['rescheduled', 'confirmed', ['check_in', 'reschedule', 'cancel']],
    ['canceled', 'canceled', []],
    ['refunded', 'refunded', []],
    ['no_show', 'no_show', []],
    ['results_in_progress', 'results_in_progress', []],
    ['results_ready', 'results_ready', ['results']],
    ['completed', 'completed', []],
    ['awaiting_moonrise', 'unknown', []],
  ];
  it.each(known)('reads %s as %s [APT-14] [APT-15] [T31]', async (upstream_status, status, actions) => {
    await reads(booked.id, { ...(await upstream(booked.id)), status: upstream_status });
    expect(await booked.read()).toMatchObject({
      upstream_status,
      status,
      actions: [...actions, 'consents'],
      stale: false,
    });
  });

  it('are logged once for the operator if a word is unknown, without the word', async () => {
    await reads(booked.id, { ...(await upstream(booked.id)), status: 'awaiting_sunset' });
    await booked.read();
    await booked.read();
    const lines = service.logged().split('\n');
    const found = lines.filter((line) => line.includes('appointment.statusWords.confirmed'));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('"assumption.unmet"');
    expect(found[0]).not.toContain('awaiting');
  });

  it('are read by the words of the operator', async () => {
    const other = await startFullApiServer({
      assumptions: { appointment: { statusWords: { requested: ['with_the_clinic'] } } },
      rewrite: dataOf(/\/v1\/appointments\/[^/?]+$/, (data) =>
        data.status === 'pending_confirmation' ? { ...data, status: 'with_the_clinic' } : data,
      ),
    });
    try {
      const shown = await (await book(other, 'words')).read();
      expect(shown).toMatchObject({ status: 'requested', actions: ['cancel', 'consents'] });
    } finally {
      await other.stop();
    }
  });

  it.each([
    ['the operator’s word', 'with_the_clinic'],
    ['the word from before the request', 'Created'],
    ['an unknown word', 'awaiting_moonrise'],
  ])('are those of a request after its response, also with %s', async (_, word) => {
    const other = await serverOfTest({
      assumptions: { appointment: { statusWords: { requested: ['with_the_clinic'] } } },
      // The read does not show the request yet.
      rewrite: dataOf(/\/v1\/appointments\/[^/?]+(\/schedule)?$/, (data) => ({
        ...data,
        status: 'selected_appointment_date' in data ? word : 'pending_scheduling',
      })),
    });
    const customer = other.customer('requested-words');
    const view = await untilQuestionnaire(customer);
    const sent = await customer.answer('questionnaire', questionnaireAnswers(view));
    expect(at(sent, 'sent').status).toBe('requested');
  });

  it('keeps unknown values and fields as received [APT-17] [APT-21] [T98]', async () => {
    const strange = {
      form_type: 'SCROLL',
      artifact_status: 'illuminated',
      physician_order_status: 'pondering',
      physician_order_submission_status: 'halfway',
      cancellation_reason_code: 'tide',
      requested_at: null,
      preparation: { fasting_hours: 3, notes: ['No coffee.'] },
    };
    await reads(booked.id, { ...(await upstream(booked.id)), ...strange });
    expect(await booked.read()).toMatchObject({
      form: { type: 'SCROLL', artifact_status: 'illuminated' },
      physician_order: { status: 'pondering', submission_status: 'halfway' },
      cancellation_reason_code: 'tide',
      requested_at: null,
      more: { preparation: strange.preparation },
    });
  });
});

it('shows the last known state while the service is unavailable, and marks it as stale', async () => {
  await booked.read();
  await service.sandbox.fault('GET', '/v1/appointments/*', refusal(503, null), { times: 100 });
  await service.sandbox.fault('GET', '/v1/appointments', refusal(503, null), { times: 100 });
  expect(await booked.read()).toMatchObject({ status: 'requested', stale: true });
  const [shown] = await booked.list();
  expect(shown).toMatchObject({ status: 'requested', stale: true });
});

it('shows no time that says no zone, which each browser would take for another one, and reports it', async () => {
  await service.sandbox.clearFaults();
  const body = { ...(await upstream(booked.id)), status: 'confirmed' };
  await reads(booked.id, { ...body, scheduled_for: '2031-05-14T15:00:00.000' });
  expect(await booked.read()).toMatchObject({ status: 'confirmed', scheduled_for: null });
  expect(service.logged()).toContain('"path":"scheduled_for"');
  await service.sandbox.clearFaults();
  await reads(booked.id, { ...body, scheduled_for: '2031-05-14T11:00-04:00' });
  expect((await booked.read()).scheduled_for).toBe('2031-05-14T11:00-04:00');
});

it('keeps what it read encrypted', async () => {
  await service.sandbox.clearFaults();
  await reads(booked.id, { ...(await upstream(booked.id)), remark: 'canary-of-the-reader' });
  expect((await booked.read()).more).toEqual({ remark: 'canary-of-the-reader' });
  expect(await service.stored()).not.toContain('canary-of-the-reader');
  expect(service.logged()).not.toContain('canary-of-the-reader');
});

describe('At the service', () => {
  /** The time on the server's clock while the clock is stopped; null while it runs. */
  let stoppedAtMs: number | null = null;
  let service: FullApiServer;
  beforeAll(async () => {
    service = await startFullApiServer({
      tuning: { reconcileMs: 86_400_000 },
      clock: systemClock(() => stoppedAtMs ?? Date.now()),
    });
    return service.stop;
  });

  /** What was sent to the upstream about one appointment while `work` ran. */
  async function callsOf({ id }: Booked, work: () => Promise<unknown>): Promise<string[]> {
    const before = service.wire.requests.length;
    await work();
    return service.wire.requests
      .slice(before)
      .filter(({ url }) => url.startsWith(`/v1/appointments/${id}`))
      .map(({ method, url }) => `${method} ${url.replace(`/v1/appointments/${id}`, '')}`);
  }

  const changes = {
    cancel: async () => ({}),
    reschedule: async (booked: Booked) => ({ new_requested_date: (await booked.times())[0] }),
  };
  it.each(Object.entries(changes))(
    'a %s is a write between two reads, and shows what the second one says [APT-09] [APT-34]',
    async (action, bodyFor) => {
      const booked = await book(service, `${action}s`);
      await booked.move('confirmed');
      // A change of the next day is warned of first.
      await booked.move('rescheduled', { scheduled_for: '2031-05-14T15:00:00.000Z' });
      const body = await bodyFor(booked);
      // The first read is news, which its page hears of.
      const page = await openLive(service, `${action}s`);
      onTestFinished(() => page.leave());
      let seen = {} as AppointmentView;
      const calls = await callsOf(booked, async () => {
        seen = await booked.post(action, body);
      });
      expect(calls).toEqual(['GET ', `POST /${action}`, 'GET ']);
      expect(seen).toMatchObject({ scheduled_for: action === 'cancel' ? '2031-05-14T15:00:00.000Z' : null });
      expect({ ...(await booked.read()), read_at: seen.read_at }).toEqual(seen);
    },
  );

  it('an event is one read, although its page reads after it [WHK-42]', async () => {
    await webhooksRegister(service.env, {}, () => {});
    const booked = await book(service, 'told');
    const page = await openLive(service, 'told');
    stoppedAtMs = Date.now();
    const calls = await callsOf(booked, async () => {
      await booked.move('confirmed');
      await eventually(() => page.changes().some(({ ref }) => ref === booked.id));
      expect((await booked.read()).status).toBe('confirmed');
    });
    stoppedAtMs = null;
    await page.leave();
    expect(calls).toEqual(['GET ']);
  });
});
