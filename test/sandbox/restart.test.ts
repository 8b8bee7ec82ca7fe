/** With a data folder, events, deliveries, links and changes survive a restart. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CheckInLink } from '../../server/contract/upstream-api/check-in-link.ts';
import { complete, consentEvidence, upload } from '../../server/operate/conformance/evidence-steps.ts';
import { eventually } from '../support/eventually.ts';
import { folderOfTest } from '../support/folders.ts';
import { identify } from './booking.ts';
import { confirmed, move } from './confirmed-appointment.ts';
import { declareConsent, type Evidence } from './documents.ts';
import { finalize, openSession, type PhysicianSession, prepare, sessions } from './physician-orders.ts';
import { answering, openReceiver, type Receiver, register } from './receiver.ts';
import { type Harness, openHarness, partnerOf } from './sandbox-harness.ts';

let dataFolder: string;
let harness: Harness;
let receiver: Receiver;
beforeEach(async () => {
  dataFolder = folderOfTest();
  harness = await openHarness({ dataFolder });
  receiver = await openReceiver();
});
afterEach(async () => {
  await harness.close();
  await receiver.close();
});

async function restart() {
  await harness.close();
  harness = await openHarness({ dataFolder });
}

it('a delivery continues with the same number and schedule [LIM-08] [WHK-40]', async () => {
  const partner = await harness.partner();
  await register(partner, receiver.url, { subscribed_events: ['appointment.confirmed'] });
  receiver.answer = answering(503);
  await confirmed(harness, partner);
  await receiver.until(1);
  await harness.control('POST', '/clock', { advance_seconds: 60 });
  await restart();
  receiver.answer = answering(200);
  await harness.control('POST', '/clock', { advance_seconds: 120 });
  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map(({ rawBody }) => rawBody)).size).toBe(1);
  const { json } = await harness.control<{ deliveries: { attempt: number; outcome: string }[] }>(
    'GET',
    '/webhook-deliveries',
  );
  expect(json.deliveries.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
    '1 retrying',
    '2 retrying',
    '3 delivered',
  ]);
});

it('attempts that fell due while the sandbox was down do not follow each other at once', async () => {
  await harness.control('PATCH', '/settings', { webhook_backoff_scale: 0.005 });
  const partner = await harness.partner();
  await register(partner, receiver.url, { subscribed_events: ['appointment.confirmed'] });
  receiver.answer = answering(503);
  await confirmed(harness, partner);
  await receiver.until(1);
  await harness.control('POST', '/clock', { advance_seconds: 0 });
  await harness.close();
  const before = receiver.received.length;
  const closedAt = performance.now();
  // The second and the third attempt fall due.
  await eventually(() => performance.now() > closedAt + 1_000);
  const restartedAt = Date.now();
  harness = await openHarness({ dataFolder });
  await receiver.until(before + 2);
  const { json } = await harness.control<{ deliveries: { at: string }[] }>('GET', '/webhook-deliveries');
  const dueBefore = json.deliveries.filter(({ at }) => Date.parse(at) < restartedAt);
  expect(dueBefore.length).toBeLessThanOrEqual(before);
});

it('an undelivered event survives the process', async () => {
  const partner = await harness.partner();
  await register(partner, receiver.url, { subscribed_events: ['appointment.confirmed'] });
  receiver.answer = () => {};
  await confirmed(harness, partner);
  await receiver.until(1);
  await restart();
  receiver.answer = answering(200);
  await receiver.until(2);
  const { json } = await harness.control<{ deliveries: unknown[] }>('GET', '/webhook-deliveries');
  expect(receiver.received[1]?.rawBody).toBe(receiver.received[0]?.rawBody);
  expect(json.deliveries.length).toBeLessThan(2);
});

it('a check-in link stays good, and stays revoked', async () => {
  const partner = await harness.partner();
  const appointment = await confirmed(harness, partner);
  const path = `${appointment.path}/check-in-link`;
  const { pathname } = new URL((await partner.get<CheckInLink>(path)).data.url);
  const { json } = await harness.control<{ keys: { prefix: string; api_key: string }[] }>('GET', '/keys');
  await move(harness, appointment, 'form_available');
  await restart();
  expect((await fetch(harness.url + pathname)).status).toBe(200);
  await move(harness, appointment, 'no_show');
  await restart();
  expect((await fetch(harness.url + pathname)).status).toBe(410);
  const apiKey = json.keys.find(({ prefix }) => prefix === partner.prefix)?.api_key ?? '';
  expect((await partnerOf(harness.url, apiKey).get(path)).status).toBe(409);
});

it('a document uploaded before a restart is completed after it, and one declared before is uploaded after', async () => {
  const { apiKey, ...before } = await harness.partner({ customer_consent_mode: 'api_partner_pdf' });
  const identityId = await identify({ apiKey, ...before });
  const uploaded = await declareConsent({ apiKey, ...before }, identityId);
  const declared = await declareConsent({ apiKey, ...before }, identityId, { canonical_test_type: 'VO2' });
  expect(await upload(uploaded)).toBe(200);
  await restart();
  const partner = partnerOf(harness.url, apiKey);
  expect((await complete(partner, consentEvidence, uploaded)).status).toBe(202);
  const { data } = await partner.get<Evidence>(`${consentEvidence}/${declared.id}`);
  expect(data.upload_session?.url).toContain(harness.url);
  expect(await upload(data)).toBe(200);
});

it('a structured order opened before a restart is signed after it, with the same hashes', async () => {
  const before = await harness.partner({ physician_order_mode: 'structured_api' });
  const { data: session } = await openSession(before, await prepare(before));
  await restart();
  const partner = partnerOf(harness.url, before.apiKey);
  expect((await partner.get<PhysicianSession>(`${sessions}/${session.id}`)).data).toEqual(session);
  expect((await finalize(partner, session)).status).toBe(202);
});
