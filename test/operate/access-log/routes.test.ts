/** Each request that returns or changes health data leaves one record, and no other request does. */
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { AppointmentsView } from '../../../server/contract/appointments-api.ts';
import type { HandoffView } from '../../../server/contract/handoff-api.ts';
import type { Operation } from '../../../server/contract/server-api/operation.ts';
import { operations } from '../../../server/contract/server-api/operations.ts';
import { eventHeaders } from '../../../server/contract/upstream-webhooks.ts';
import type { AccessLogRow } from '../../../server/core/store/access-log-tables.ts';
import { openStore } from '../../../server/core/store/store.ts';
import { choosePlace, profile, untilReview, untilSent } from '../../support/booking.ts';
import {
  asked,
  type CoBrandedServer,
  origin,
  startCoBrandedServer,
} from '../../support/co-branded-server.ts';
import { Customer } from '../../support/customer.ts';
import { folderOfFile } from '../../support/folders.ts';
import { newEvent, secret, signatureOf } from '../../support/webhook-harness.ts';

/** Texts that no record of the access log may contain. */
const canaries = [
  'user-',
  'staff-',
  'free-text-of-an-address',
  profile.first_name,
  profile.last_name,
  profile.email,
  'claustrophobic',
  'Odalys',
];

/** What the requests were about. */
interface Touched {
  journeyId: string;
  appointmentId: string;
  handoffId: string;
  eventId: string;
}

/** Books, changes the booking, orders as a physician, and hands over. */
async function touchEveryRoute(server: CoBrandedServer): Promise<Touched> {
  const ada = server.customer('ada');
  await firstView(server);
  const journeyId = await bookOne(ada);
  const appointmentId = await changeAppointment(server, ada);
  await orderAsPhysician(server, appointmentId);
  const handoffId = await handOver(server);
  await touchTheRest(server, ada);
  const eventId = await deliverEvent(server);
  return { journeyId, appointmentId, handoffId, eventId };
}

async function firstView(server: CoBrandedServer): Promise<void> {
  const { status } = await server.customer('cy').firstView();
  if (status !== 200) throw new Error(`the first view was answered ${status}`);
}

async function bookOne(ada: Customer): Promise<string> {
  const chosen = await choosePlace(ada, 'CALST');
  await ada.revisit('place');
  const path = `/journeys/${chosen.journey_id}`;
  await ada.draft('identity', { first_name: profile.first_name });
  const offering = crypto.randomUUID();
  await ada.call('POST', `${path}/previews`, { offerings: [offering] });
  await ada.call('PUT', `${path}/document`, Buffer.from('%PDF-'), { 'content-type': 'application/pdf' });
  await ada.open({ start_over: true });
  let view = await untilReview(ada, 'CALST');
  await ada.retry();
  view = await ada.answer('review', { return_url: `${origin}/book` });
  view = await untilSent(ada, view);
  await ada.read();
  await ada.call('GET', `/journeys/${view.journey_id}/consents`);
  return chosen.journey_id;
}

async function changeAppointment(server: CoBrandedServer, ada: Customer): Promise<string> {
  const { body } = await ada.call<AppointmentsView>('GET', '/appointments');
  const id = body.appointments[0]?.appointment_id ?? '';
  const path = `/appointments/${id}`;
  const transition = (to: string, more = {}) => server.sandbox.transition(id, { to, ...more });
  await ada.call('GET', `${path}/availability`);
  await ada.call('GET', `${path}/consents`);
  await transition('confirmed');
  await transition('rescheduled', { scheduled_for: '2031-05-14T15:00:00.000Z' });
  await ada.call('GET', path);
  await (await ada.fetch('POST', `${path}/calendar`, { title: 'claustrophobic' })).text();
  await ada.call('POST', `${path}/check-in`);
  await ada.call('POST', `${path}/reschedule`, { new_requested_date: '2031-05-20T15:00:00.000Z' });
  await ada.call('POST', `${path}/retry`);
  await transition('form_available');
  for (const to of ['results_in_progress', 'results_ready']) await transition(to);
  for (const document of ['signed-form', 'vo2-form', 'results']) {
    const response = await ada.fetch('GET', `${path}/${document}`);
    await response.arrayBuffer();
  }
  await ada.call('POST', `${path}/cancel`, { reason: 'claustrophobic' });
  // Another customer, and an address that is no id.
  await server.customer('eve').call('GET', path);
  await ada.call('GET', '/appointments/free-text-of-an-address');
  return id;
}

async function orderAsPhysician(server: CoBrandedServer, appointmentId: string): Promise<void> {
  const physician = new Customer(server.url, origin, 'staff-ada');
  const path = `/physician/appointments/${appointmentId}`;
  await physician.call('GET', path);
  await physician.call('GET', '/physician/appointments');
  for (const action of ['session', 'finalize', 'abandon', 'evidence', 'retry'])
    await physician.call('POST', `${path}/${action}`, {});
  await physician.call('PUT', `${path}/document`, Buffer.from('%PDF-'), {
    'content-type': 'application/pdf',
  });
  await (await physician.fetch('GET', `${path}/signed-form`)).arrayBuffer();
  // A customer is no physician.
  await server.customer('eve').call('GET', path);
}

async function handOver(server: CoBrandedServer): Promise<string> {
  const bo = server.customer('bo');
  const { body } = await bo.call<HandoffView>('POST', '/handoffs', asked(await server.ordered('bo')));
  const path = `/handoffs/${body.handoff_id}`;
  await bo.call('GET', path);
  await bo.call('POST', `${path}/retry`);
  await bo.call('POST', `${path}/verify`);
  return body.handoff_id;
}

/** The operations without health data. */
async function touchTheRest(server: CoBrandedServer, ada: Customer): Promise<void> {
  const live = await ada.fetch('GET', '/live');
  await live.body?.cancel();
  const open = ['/.well-known/oauth-authorization-server', '/jwks.json', '/openapi.json', '/first-step'];
  for (const path of [...open, '/health/live', '/health/ready', '/nowhere', '/appointments'])
    await (await fetch(server.url + path)).arrayBuffer();
  await fetch(`${server.url}/revoke`, { method: 'POST' });
}

/** A delivery with a valid signature, and one without. @returns the id of the event */
async function deliverEvent(server: CoBrandedServer): Promise<string> {
  const event = newEvent();
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1000));
  for (const signature of [signatureOf(timestamp, body), signatureOf(timestamp, body, `${secret}-other`)])
    await fetch(`${server.url}/webhooks`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [eventHeaders.timestamp]: timestamp,
        [eventHeaders.signature]: signature,
      },
      body,
    });
  return event.id;
}

interface LoggedRequest {
  request_id: string;
  operation: string;
  status: number;
}

const folder = folderOfFile();
let rows: AccessLogRow[];
let requests: LoggedRequest[];
let touched: Touched;

beforeAll(async () => {
  const sqliteFile = join(folder, 'dx.sqlite');
  const server = await startCoBrandedServer({
    flows: ['full_api', 'co_branded'],
    env: { SQLITE_FILE: sqliteFile, WEBHOOK_SECRETS: secret },
    hooks: { mayOrder: async () => true },
  });
  touched = await touchEveryRoute(server);
  // A server that stops stores what it has recorded.
  await server.stop();
  requests = server
    .logged()
    .split('\n')
    .filter((line) => line.includes('"event":"request"'))
    .map((line) => JSON.parse(line) as { method: string; route: string; request_id: string; status: number })
    .map(({ method, route, ...rest }) => ({
      ...rest,
      operation: `${method} ${route.replaceAll(/:(\w+)/g, '{$1}')}`,
    }));
  const store = await openStore({ sqliteFile });
  rows = await store.db.selectFrom('access_log').selectAll().orderBy('seq').execute();
  await store.close();
});

const all: [name: string, operation: Operation][] = Object.entries(operations);
const recordsOf = (id: string) => rows.filter(({ request_id }) => request_id === id);
/** Nobody is signed in, or no signature is valid. */
const isOfStranger = ({ status }: LoggedRequest) => status === 401;
const pathOf = (name: string) => requests.filter(({ operation }) => operation === name);

it.each(all)('%s was requested, and leaves the records that it declares', (name, { access }) => {
  const known = pathOf(name).filter((request) => !isOfStranger(request));
  if ('record' in access) expect(known.length).toBeGreaterThan(0);
  else expect(pathOf(name).length, access.none).toBeGreaterThan(0);
  for (const { request_id, status } of known) {
    const found = recordsOf(request_id).map((row) => [row.record_kind, row.action, row.status]);
    expect(found).toEqual('record' in access ? [[access.record, access.action, status]] : []);
  }
});

it('each operation with health data was done, or refused by its own state', () => {
  const kinds = new Set(
    rows.filter(({ outcome }) => outcome === 'done').map(({ record_kind }) => record_kind),
  );
  expect([...kinds].toSorted()).toEqual([
    ...['appointment', 'appointments', 'booking', 'document', 'handoff', 'order'],
    ...['results', 'service_event'],
  ]);
});

it('a stranger leaves no record', () => {
  const strangers = requests.filter(isOfStranger);
  expect(strangers.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['GET /appointments', 'POST /webhooks']),
  );
  expect(strangers.flatMap(({ request_id }) => recordsOf(request_id))).toEqual([]);
  expect(rows.every(({ request_id }) => request_id !== null)).toBe(true);
});

it('names who, whose and which record', () => {
  const of = (name: string) => pathOf(name).flatMap(({ request_id }) => recordsOf(request_id));
  expect(of('POST /journeys')[0]).toMatchObject({ role: 'customer', record_id: null });
  const [booked] = of('POST /journeys/{id}');
  expect(booked).toMatchObject({ role: 'customer', record_id: touched.journeyId });
  expect(booked?.actor).toBe(booked?.subject);
  const [ordered] = of('GET /physician/appointments/{id}');
  expect(ordered).toMatchObject({ role: 'physician', record_id: touched.appointmentId });
  expect(ordered?.actor).not.toBe(booked?.actor);
  expect(ordered?.subject).toBe(booked?.actor);
  const [foreign, text] = of('GET /appointments/{id}').filter(({ status }) => status === 404);
  expect(foreign).toMatchObject({ subject: null, outcome: 'refused', record_id: touched.appointmentId });
  expect(text).toMatchObject({ subject: null, record_id: null });
  expect(of('POST /handoffs')[0]).toMatchObject({ role: 'customer', record_id: touched.handoffId });
  expect(of('POST /webhooks').find(({ record_id }) => record_id === touched.eventId)).toMatchObject({
    actor: 'service',
    role: 'service',
    subject: null,
  });
});

it('has no health data, no text of a person and no id of the partner', () => {
  const text = JSON.stringify(rows);
  expect(canaries.filter((canary) => text.includes(canary))).toEqual([]);
});
