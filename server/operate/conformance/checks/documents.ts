/** Check-in links, signed forms, the VO2 assessment and results. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { answers, done, each } from '../assertions.ts';
import { confirmed, nobody, order, read, scheduled, timesOf } from '../booking.ts';
import { defineArea } from '../check.ts';
import { brief, type Client, call } from '../client.ts';
import type { Ordered } from '../ordered.ts';
import type { Shape } from '../shapes.ts';
import type { Trial } from '../trial.ts';

const { must, told, checks } = defineArea('documents', 'Endpoints: Appointments, rules 4, 5 and 7');
/** The checks of this area. */
export const documents = checks;

const linkOf = (client: Client, { path }: Ordered) =>
  client.get<Shape<'checkInLink'>>(`${path}/check-in-link`);
const formOf = (client: Client, { path }: Ordered) => client.get<Shape<'signedForm'>>(`${path}/signed-form`);
const isPdf = (bytes: Buffer) =>
  bytes.subarray(0, 5).toString() === '%PDF-' && bytes.subarray(-8).includes('%%EOF');
const statusOf = async (url: string) => (await call(url, 'GET')).status;

must.write`link: a confirmed appointment has an opaque link, until six hours after its start [APT-48] [LIM-10]`(
  async (trial) => {
    const appointment = await confirmed(trial);
    const { url, expires_at_iso, expires_at_unix } = await done(linkOf(trial.partner, appointment));
    equal(Date.parse(expires_at_iso), Date.parse(appointment.at) + 6 * 3_600_000);
    equal(expires_at_unix * 1000, Date.parse(expires_at_iso));
    ok(!url.includes(appointment.id) && !/Ada|Example|DEXA/i.test(url));
  },
);

must.levers`link-page: a check-in link leads to the appointment, and ends six hours after the start [APT-50] [APT-51] [LIM-10]`(
  async (trial) => {
    const appointment = await confirmed(trial);
    const { url } = await done(linkOf(trial.partner, appointment));
    const page = (await call(url, 'GET')).bytes.toString('utf8');
    const { location } = await read(trial.partner, appointment);
    for (const shown of ['Ada Example', 'DEXA', location.address_line_1, appointment.id])
      ok(page.includes(shown), shown);
    await trial.clockBefore(appointment.at, -(6 * 3600 - 60));
    equal(await statusOf(url), 200);
    await trial.clockBefore(appointment.at, -6 * 3600);
    ok((await statusOf(url)) >= 400);
  },
);

must.levers`link-ends: a move, a cancel, a refund and a no-show end the link [APT-27] [APT-28] [APT-52]`(
  (trial) =>
    each(
      [
        ['rescheduled', { scheduled_for: '2030-01-01T09:00:00-05:00' }],
        ['canceled', {}],
        ['refunded', {}],
        ['no_show', {}],
      ] as const,
      async ([to, more]) => {
        const appointment = await confirmed(trial);
        const { url } = await done(linkOf(trial.partner, appointment));
        await trial.move(appointment.id, to, more);
        const ended = await call(url, 'GET');
        ok(ended.status >= 400 && !ended.bytes.includes('Ada'), `${ended.status}`);
      },
    ),
);

must.levers`link-rescheduled: the partner's own reschedule ends the link for good [APT-52]`(async (trial) => {
  const { partner } = trial;
  const appointment = await confirmed(trial);
  const { url } = await done(linkOf(partner, appointment));
  const [time] = (await timesOf(partner, appointment.pair)).slice(-1);
  await done(partner.post(`${appointment.path}/reschedule`, { new_requested_date: time }));
  ok((await statusOf(url)) >= 400);
  await trial.move(appointment.id, 'confirmed');
  ok((await statusOf(url)) >= 400);
  equal(await statusOf((await done(linkOf(partner, appointment))).url), 200);
});

must.levers`link-hidden: the link is in no appointment [APT-53] [APT-56]`(async (trial) => {
  const appointment = await confirmed(trial);
  const { url } = await done(linkOf(trial.partner, appointment));
  const seen = [await read(trial.partner, appointment), (await trial.control('GET', '/requests')).json];
  ok(!JSON.stringify(seen).includes(url.split('/').at(-1) ?? url));
});

told.levers`link-states: a link before the confirmation and after the visit, and a second one [GAP-72]`(
  async (trial) => {
    const { partner } = trial;
    const appointment = await confirmed(trial);
    const [first, second] = [
      await done(linkOf(partner, appointment)),
      await done(linkOf(partner, appointment)),
    ];
    const states = { new: first.url !== second.url, 'the first': await statusOf(first.url) };
    await trial.move(appointment.id, 'results_in_progress');
    return {
      ...states,
      'before the confirmation': brief(await linkOf(partner, await scheduled(partner))),
      'after the visit': brief(await linkOf(partner, appointment)),
    };
  },
);

must.write`unconfirmed: there is no link before the confirmation, and no form before scheduling [APT-48] [APT-62]`(
  async ({ partner }) => {
    ok((await linkOf(partner, await scheduled(partner))).status >= 400);
    equal((await formOf(partner, await order(partner))).code, 'ARTIFACT_NOT_AVAILABLE');
  },
);

must.levers`scopes: link and form need read:appointments and their own appointment [APT-68]`(
  async (trial) => {
    const appointment = await confirmed(trial);
    const stranger = await trial.stranger();
    await trial.control('PATCH', `/keys/${trial.partner.prefix}`, { scopes: ['write:appointments'] });
    for (const ask of [linkOf, formOf]) {
      answers(await ask(trial.partner, appointment), 403);
      answers(await ask(stranger, appointment), 404);
    }
  },
);

must.levers`form: a signed form is a PDF, and its address lasts one hour [APT-58] [APT-60] [APT-61] [LIM-11]`(
  async (trial) => {
    const { partner } = trial;
    const appointment = await scheduled(partner);
    await trial.move(appointment.id, 'form_available');
    const { appointment_id, signed_form_url, expires_in_seconds } = await done(formOf(partner, appointment));
    deepEqual([appointment_id, expires_in_seconds], [appointment.id, 3600]);
    const { headers, bytes } = await call(signed_form_url, 'GET');
    equal(headers.get('content-type'), 'application/pdf');
    ok(isPdf(bytes));
    await trial.advance(3500);
    equal(await statusOf(signed_form_url), 200);
    await trial.advance(100);
    ok((await statusOf(signed_form_url)) >= 400);
    equal(await statusOf((await done(formOf(partner, appointment))).signed_form_url), 200);
  },
);

must.write`form-pending: while the physician is at work, a form is PHYSICIAN_ORDER_PENDING [APT-63]`(
  async ({ partner }) => {
    equal((await formOf(partner, await scheduled(partner))).code, 'PHYSICIAN_ORDER_PENDING');
  },
);

told.levers`form-states: the statuses of a form that is not there [GAP-73] [GAP-105]`(async (trial) => {
  const { partner } = trial;
  const pending = await formOf(partner, await scheduled(partner));
  const missed = await confirmed(trial);
  await trial.move(missed.id, 'no_show');
  return {
    pending: brief(pending),
    'comes back with Retry-After': pending.headers.has('retry-after'),
    'before scheduling': brief(await formOf(partner, await order(partner))),
    'after a no-show': brief(await formOf(partner, missed)),
  };
});

must.read`assessment: the VO2 assessment is a blank PDF, and needs a key [APT-64]`(
  async ({ partner, base }) => {
    const path = '/v1/documents/vo2-physician-assessment';
    const { status, headers, bytes } = await partner.get(path);
    deepEqual([status, headers.get('content-type'), isPdf(bytes)], [200, 'application/pdf', true]);
    const refused = await call(base + path, 'GET');
    equal(refused.status, 401);
    match(refused.headers.get('content-type') ?? '', /json/);
    deepEqual((await partner.get(path)).bytes, bytes);
  },
);

/** A page of results as the sandbox shows it; the specification does not show one. */
interface Results {
  items: {
    order_id: string;
    appointment_id: string;
    results: Record<string, unknown>;
    result_units: object;
  }[];
  pagination: { has_more: boolean; limit: number; offset: number; returned_count: number };
}
const results = (client: Client, query = '') => client.get<Results>(`/v1/results${query}`);

async function finalized(trial: Trial) {
  const appointment = await confirmed(trial);
  await trial.move(appointment.id, 'results_in_progress');
  await trial.move(appointment.id, 'results_ready');
  return appointment;
}

must.levers`results: results come when they are final, with units, for their own partner [RES-01] [RES-03] [RES-04] [AUTH-10]`(
  async (trial) => {
    const { partner } = trial;
    const waiting = await confirmed(trial);
    const made = [await finalized(trial), await finalized(trial), await finalized(trial)];
    const ids = async (query: string) =>
      (await done(results(partner, query))).items.map((item) => item.appointment_id);
    const all = made.map(({ id }) => id);
    deepEqual(await ids(''), all);
    deepEqual(await ids(`?order_id=${waiting.orderId}`), []);
    deepEqual(await ids(`?order_id=${made[1]?.orderId}`), [all[1]]);
    deepEqual(await ids('?limit=2'), all.slice(0, 2));
    deepEqual(await ids('?limit=2&offset=2'), all.slice(2));
    const [item] = (await done(results(partner))).items;
    deepEqual(Object.keys(item?.result_units ?? {}), Object.keys(item?.results ?? {}));
    deepEqual((await done(results(await trial.stranger()))).items, []);
  },
);

told.levers`result-fields: the fields of a result, and bad queries [GAP-75] [RES-03]`(async (trial) => {
  await finalized(trial);
  const { items, pagination } = await done(results(trial.partner));
  const answered: Record<string, unknown> = { item: Object.keys(items[0] ?? {}), pagination };
  for (const query of ['order_id=1', 'limit=0', 'limit=x', 'offset=-1', 'member_id=1', `order_id=${nobody}`])
    answered[query] = brief(await results(trial.partner, `?${query}`));
  notEqual(items.length, 0);
  return answered;
});
