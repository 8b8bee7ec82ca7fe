/** Appointment reads, the list, and the transitions that the location causes. */
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { answers, done, each } from '../assertions.ts';
import { answered, confirmed, nobody, order, read, scheduleBody, scheduled } from '../booking.ts';
import { defineArea } from '../check.ts';
import { brief, type Client } from '../client.ts';
import type { Shape } from '../shapes.ts';

const { must, told, checks } = defineArea(
  'appointments',
  'Endpoints: Appointments; States and transitions: Appointment',
);
/** The checks of this area. */
export const appointments = checks;

const list = (client: Client, query = '') => client.get<Shape<'appointments'>>(`/v1/appointments${query}`);
const idsOf = async (client: Client, query: string) =>
  (await done(list(client, query))).items.map(({ appointment_id }) => appointment_id);
const physicianFields = (shown: Shape<'appointment'>) => [
  shown.form_type,
  shown.artifact_status,
  shown.physician_order_status,
  shown.physician_order_submission_status,
];

must.write`scope: an appointment is 404 outside its partner, and in no list of another [APT-10] [AUTH-10]`(
  async (trial) => {
    const { path, id, orderId } = await order(trial.partner);
    const stranger = await trial.stranger();
    answers(await stranger.get(path), 404);
    deepEqual(await idsOf(stranger, `?order_id=${orderId}`), []);
    deepEqual(await idsOf(trial.partner, `?order_id=${orderId}`), [id]);
    answers(await trial.partner.get(`/v1/appointments/${nobody}`), 404);
  },
);

must.write`filters: the list is filtered by each parameter [APT-01] [APT-03] [APT-04]`(
  async ({ partner }) => {
    const email = `${nobody}@partner.example`;
    const waiting = await scheduled(partner, 'DEXA', { email });
    const fresh = await order(partner, 'VO2');
    const { updated_at } = await read(partner, waiting);
    const found = async (query: string) => {
      const ids = await idsOf(partner, `?limit=100&${query}`);
      return [waiting, fresh].filter(({ id }) => ids.includes(id)).map(({ testType }) => testType);
    };
    const day = (time: number) => encodeURIComponent(new Date(time).toISOString());
    await each(
      [
        [`email=${encodeURIComponent(email)}`, ['DEXA']],
        [`email=${encodeURIComponent(email)}&status=pending_confirmation`, ['DEXA']],
        [`order_id=${waiting.orderId}`, ['DEXA']],
        [`appointment_id=${fresh.id}`, ['VO2']],
        [`order_id=${fresh.orderId}&status=pending_confirmation`, []],
        [`order_id=${waiting.orderId}&test_type=VO2`, []],
        [`order_id=${waiting.orderId}&results_status=waiting_results`, ['DEXA']],
        [`order_id=${waiting.orderId}&results_status=finalized`, []],
        [`order_id=${waiting.orderId}&updated_after=${day(Date.parse(updated_at) - 1000)}`, ['DEXA']],
        [`order_id=${waiting.orderId}&updated_after=${day(Date.parse(updated_at) + 1000)}`, []],
      ] as const,
      async ([query, expected]) => deepEqual(await found(query), expected),
    );
  },
);

must.write`cursor: a cursor leads through the list without loss [APT-05] [GAP-76]`(async ({ partner }) => {
  const made: string[] = [];
  const email = 'cursor@partner.example';
  for (let n = 0; n < 3; n += 1) made.push((await order(partner, 'DEXA', { email })).id);
  const found: string[] = [];
  const since = encodeURIComponent(new Date(Date.now() - 600_000).toISOString());
  for (let cursor = '', more = true; more; ) {
    const query = `?limit=2&email=${encodeURIComponent(email)}&updated_after=${since}${cursor && `&cursor=${cursor}`}`;
    const { items, page_info } = await done(list(partner, query));
    ok(items.length <= 2 && found.length <= 100);
    equal(page_info.limit, 2);
    found.push(...items.map(({ appointment_id }) => appointment_id));
    more = page_info.has_more;
    cursor = encodeURIComponent(page_info.next_cursor ?? '');
    ok(!more || cursor !== '');
  }
  equal(new Set(found).size, found.length);
  deepEqual(
    made.filter((id) => !found.includes(id)),
    [],
  );
});

told.read`list: bad queries, and the limit of the list [APT-03] [APT-04] [GAP-76]`(async ({ partner }) => {
  const bad = [
    ...['status=results_ready', 'status=rescheduled', 'results_status=done', 'order_id=1', 'test_type=MRI'],
    ...['updated_after=yesterday', 'limit=101', 'limit=0', 'cursor=nonsense', 'sort=asc'],
  ];
  const answered: Record<string, unknown> = {};
  for (const query of bad) answered[query] = brief(await list(partner, `?${query}`));
  return { ...answered, limit: (await done(list(partner))).page_info.limit };
});

must.levers`confirm: a confirmation is of a requested time, as an instant [APT-22] [APT-24] [APT-31] [APT-29]`(
  async (trial) => {
    const { partner } = trial;
    const appointment = await answered(partner);
    const body = await scheduleBody(partner, appointment);
    await done(partner.post(`${appointment.path}/schedule`, body));
    const alternate = body.alternate_availabilities[1] ?? '';
    await trial.move(appointment.id, 'confirmed', { scheduled_for: alternate });
    const shown = await read(partner, appointment);
    equal(shown.status, 'confirmed');
    ok(shown.confirmed_at);
    equal(Date.parse(shown.scheduled_for ?? ''), Date.parse(alternate));
    equal(shown.original_scheduled_for, shown.scheduled_for);
  },
);

must.levers`change: a change of the confirmed time keeps the first [APT-23] [APT-24]`(async (trial) => {
  const appointment = await confirmed(trial);
  await trial.move(appointment.id, 'rescheduled', { scheduled_for: '2030-01-01T09:00:00-05:00' });
  const shown = await read(trial.partner, appointment);
  equal(shown.status, 'confirmed');
  equal(Date.parse(shown.scheduled_for ?? ''), Date.parse('2030-01-01T14:00:00Z'));
  equal(shown.original_scheduled_for, appointment.at);
});

must.levers`states: no-show, results and completion follow the state table [APT-13] [APT-14] [APT-28] [APT-29] [APT-30] [APT-32]`(
  async (trial) => {
    const statuses = async ({ path }: { path: string }) => {
      const { status, results_status } = await read(trial.partner, { path });
      return `${status} ${results_status}`;
    };
    const missed = await confirmed(trial);
    await trial.move(missed.id, 'no_show');
    equal(await statuses(missed), 'no_show waiting_results');
    const done = await confirmed(trial);
    await each(
      [
        ['results_in_progress', 'results_in_progress in_progress'],
        ['results_ready', 'results_ready finalized'],
        ['completed', 'completed finalized'],
      ] as const,
      async ([to, expected]) => {
        await trial.move(done.id, to);
        equal(await statuses(done), expected);
      },
    );
    const refused = await scheduled(trial.partner);
    await trial.move(refused.id, 'canceled', { cancellation_reason_code: 'location_closed' });
    equal((await read(trial.partner, refused)).cancellation_reason_code, 'location_closed');
    equal((await trial.move(refused.id, 'results_ready')).status, 409);
  },
);

must.levers`updated: updated_at moves with each change, and list and read agree [APT-18]`(async (trial) => {
  const appointment = await scheduled(trial.partner);
  const before = await read(trial.partner, appointment);
  await trial.advance(60);
  await trial.move(appointment.id, 'confirmed');
  const after = await read(trial.partner, appointment);
  ok(Date.parse(after.updated_at) > Date.parse(before.updated_at));
  notEqual(after.status, before.status);
  const { items } = await done(list(trial.partner, `?appointment_id=${appointment.id}`));
  deepEqual(items, [after]);
});

told.levers`physician-fields: the fields about the physician's order, from the order to the signed form [APT-18] [GAP-56]`(
  async (trial) => {
    const { partner } = trial;
    const ordered = physicianFields(await read(partner, await order(partner)));
    const appointment = await scheduled(partner);
    const before = await read(partner, appointment);
    await trial.move(appointment.id, 'form_available');
    const after = await read(partner, appointment);
    deepEqual([before.has_signed_form, after.has_signed_form, after.status], [false, true, before.status]);
    const deadline = before.physician_order_submission_deadline_at;
    return { ordered, scheduled: physicianFields(before), signed: physicianFields(after), deadline };
  },
);
