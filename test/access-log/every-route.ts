/** Sends at least one request to each operation of a server with both flows. */
import type { AppointmentsView } from '../../server/contract/appointments-api.ts';
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import { eventHeaders } from '../../server/contract/upstream-webhooks.ts';
import { answerStep, at, choosePlace, profile, untilReview } from '../support/booking.ts';
import { asked, type CoBrandedServer, origin } from '../support/co-branded-server.ts';
import { Customer } from '../support/customer.ts';
import { newEvent, secret, signatureOf } from '../support/webhook-harness.ts';

/** Texts that no record of the access log may contain. */
export const canaries = [
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
export interface Touched {
  journeyId: string;
  appointmentId: string;
  handoffId: string;
  eventId: string;
}

/** Books, changes the booking, orders as a physician, and hands over. */
export async function touchEveryRoute(server: CoBrandedServer): Promise<Touched> {
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
  // The addresses of earlier releases.
  await ada.call('GET', `${path}/previews/${offering}`);
  await ada.call('PUT', `${path}/drafts/identity`, { first_name: profile.first_name });
  await ada.call('POST', `${path}/answers/place`, {});
  await ada.open({ start_over: true });
  let view = await untilReview(ada, 'CALST');
  await ada.retry();
  view = await ada.answer('review', { return_url: `${origin}/book` });
  while (view.shows.step !== 'sent') view = await answerStep(ada, view);
  at(view, 'sent');
  await ada.read();
  return chosen.journey_id;
}

async function changeAppointment(server: CoBrandedServer, ada: Customer): Promise<string> {
  const { body } = await ada.call<AppointmentsView>('GET', '/appointments');
  const id = body.appointments[0]?.appointment_id ?? '';
  const path = `/appointments/${id}`;
  const transition = (to: string, more = {}) =>
    fetch(`${server.sandbox.url}/sandbox/appointments/${id}/transition`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, ...more }),
    });
  await ada.call('GET', `${path}/availability`);
  await transition('confirmed');
  await transition('rescheduled', { scheduled_for: '2031-05-14T15:00:00.000Z' });
  await ada.call('GET', path);
  await (await ada.fetch('POST', `${path}/calendar`, { title: 'claustrophobic' })).text();
  await ada.call('POST', `${path}/check-in`);
  await ada.call('POST', `${path}/reschedule`, { new_requested_date: '2031-05-20T15:00:00.000Z' });
  await ada.call('POST', `${path}/retry`);
  await transition('form_available');
  for (const to of ['confirmed', 'results_in_progress', 'results_ready']) await transition(to);
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
  const open = ['/.well-known/oauth-authorization-server', '/jwks.json', '/openapi.json'];
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
