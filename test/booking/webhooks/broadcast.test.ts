/** From the location's move to the customer's page, through the real service's deliveries, the real server and its stream. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhooksRegister } from '../../../server/operate/cli/webhooks.ts';
import { type Booked, book } from '../../support/booked-appointment.ts';
import { answerStep, at, untilReview } from '../../support/booking.ts';
import { eventually } from '../../support/eventually.ts';
import { type FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';
import { type LivePage, openLive } from '../../support/live-page.ts';
import { pay } from '../../support/scripted-refusal.ts';
import { serverOfTest } from '../../support/server-of-test.ts';

let service: FullApiServer;
let booked: Booked;
let page: LivePage;

const bodiesRead = () =>
  service.wire.requests.filter(
    ({ method, url }) => method === 'GET' && url === `/v1/appointments/${booked.id}`,
  ).length;

beforeAll(async () => {
  service = await startFullApiServer({ tuning: { reconcileMs: 86_400_000 } });
  await webhooksRegister(service.env, {}, () => {});
  booked = await book(service, 'ines');
  page = await openLive(service, 'ines');
});
afterAll(async () => {
  await page.leave();
  await service.stop();
});

describe('a customer with a booking', () => {
  it('receives each change without polling [WHK-10] [WHK-15] [WHK-42]', async () => {
    await booked.move('confirmed');
    await eventually(() =>
      page.changes().some(({ kind, ref }) => kind === 'appointment' && ref === booked.id),
    );
    expect((await booked.read()).status).toBe('confirmed');
  });

  it('sees the confirmed time in the booking that is still open', async () => {
    const shows = at(await booked.customer.read(), 'sent');
    expect([shows.status, shows.scheduled_for]).toEqual(['confirmed', (await booked.read()).scheduled_for]);
    expect(shows.scheduled_for).not.toBeNull();
  });

  it('receives nothing of another customer', async () => {
    const stranger = await openLive(service, 'noor');
    const before = page.changes().length;
    await booked.move('form_available');
    await eventually(() => page.changes().length > before);
    expect(stranger.changes()).toEqual([]);
    expect(stranger.text()).not.toContain(booked.id);
    await stranger.leave();
  });

  it('gets each new state from a read, never from the event itself [WHK-11] [WHK-21] [WHK-42]', async () => {
    const before = bodiesRead();
    await booked.move('results_in_progress');
    await booked.move('results_ready');
    await eventually(() => bodiesRead() > before);
    await eventually(async () => (await booked.read()).upstream_results_status === 'finalized');
  });

  it('needs no token at the receiver, and gains nothing from one [WHK-49]', async () => {
    const response = await fetch(`${service.url}/webhooks`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'event_timestamp' });
  });

  it('is in no log, nor is any secret', async () => {
    expect(service.logged()).toContain('webhook.accepted');
    expect(service.logged()).not.toMatch(/whsec_|Okonkwo|results_status/);
  });
});

it('serves the stream only to the signed-in customer', async () => {
  const response = await fetch(`${service.url}/live`);
  expect(response.status).toBe(401);
});

it('cannot change the state of an appointment at the service [WHK-47]', async () => {
  const path = `/sandbox/appointments/${booked.id}/transition`;
  const response = await fetch(service.url + path, { method: 'POST', body: '{"to":"confirmed"}' });
  expect(response.status).toBe(404);
});

it('the customer sees the request that they have just sent', async () => {
  const service = await serverOfTest({ tuning: { reconcileMs: 86_400_000 } });
  await webhooksRegister(service.env, {}, () => {});
  const customer = service.customer('prompt');
  await untilReview(customer, 'DEXA');
  const page = await openLive(service, 'prompt');
  const view = await customer.answer('review', pay);
  // The server has read the new appointment, and the page hears of it.
  await eventually(() => page.changes().length > 0);
  expect(at(await answerStep(customer, view), 'sent').status).toBe('requested');
  await page.leave();
});
