/** The errors of the sandbox have the shape of the fixtures. */
import { expect, it } from 'vitest';
import type { ConsentSession } from '../../server/contract/upstream-api/consent.ts';
import {
  answerQuestionnaire,
  finalizeBody,
  identify,
  identityBody,
  offeringPath,
  order,
  orderBody,
  pairOf,
  questionnaireBody,
  readyToOrder,
  readyToSchedule,
  schedule,
  scheduleBody,
  sessionBody,
} from '../sandbox/booking.ts';
import { clockBefore, confirmed } from '../sandbox/confirmed-appointment.ts';
import { eachWithPartner, harness, partner, set } from '../sandbox/fresh-partner.ts';
import { handOff } from '../sandbox/handoff-requests.ts';
import { bundleOf } from '../sandbox/physician-orders.ts';
import { type Answer, type Partner, partnerOf } from '../sandbox/sandbox-harness.ts';
import { expectHeaders } from './replay.ts';
import { errors, type Json } from './wire-fixtures.ts';
import { differences } from './wire-shape.ts';

const configuration = '/v1/integration-configuration';
const sessions = '/v1/api-first/consent-sessions';

const openedSession = async () => {
  const body = await sessionBody(partner, await identify(partner), 'DEXA');
  const { data } = await partner.post<ConsentSession>(sessions, body);
  return { body, path: `${sessions}/${data.id}` };
};

const inProgress = (path: string) =>
  harness.control('POST', '/faults', {
    method: 'POST',
    path,
    effect: { kind: 'in_progress', retry_after_seconds: 3 },
  });

const structured = async (): Promise<[Partner, string]> => {
  const other = await harness.partner({ physician_order_mode: 'structured_api' });
  return [other, bundleOf((await schedule(other)).id)];
};

/** How a partner gets each error. */
const provoke: Record<string, () => Promise<Answer>> = {
  'a request without a key': () => partnerOf(harness.url, '').get(configuration),
  'a request with an invalid key': () => partnerOf(harness.url, `${partner.prefix}.wrong`).get(configuration),
  'a request with an inactive key': async () =>
    (await harness.partner({ status: 'inactive' })).get(configuration),
  'a request with a key that lacks a scope': async () =>
    (await harness.partner({ scopes: [] })).post('/v1/orders', {}),
  'a write without an Idempotency-Key': () => partner.post('/v1/api-first/identities', identityBody(), null),
  'a malformed uuid in the path': () => partner.get('/v1/appointments/4711'),
  'a latitude without a longitude': () => partner.get('/v1/locations?lat=40.7128'),
  'an appointment of another partner': async () =>
    partner.get((await order(await harness.partner(), 'DEXA')).path),
  'a disabled endpoint': async () => {
    await set({ disabled_endpoints: ['GET /v1/results'] });
    return partner.get('/v1/results');
  },
  'an invalid customer profile': async () => {
    const ready = await readyToOrder(partner, 'DEXA', { customer: { email: 'none', phone_number: '' } });
    return partner.post('/v1/orders', orderBody(ready));
  },
  'a finalize request without signature metadata': async () => {
    const { customer_ip: _ip, ...body } = finalizeBody();
    return partner.post(`${(await openedSession()).path}/finalize`, body);
  },
  'consent by the service, with a key that does not use it': async () =>
    (await harness.partner({ customer_consent_mode: 'api_partner_pdf' })).get(
      '/v1/api-first/consent-bundles/DEXA',
    ),
  'no integration configuration': async () => {
    await set({ configuration_available: false });
    return partner.get(configuration);
  },
  'an order without the required grant': async () => {
    const ready = await readyToOrder(partner, 'DEXA');
    return partner.post('/v1/orders', orderBody(ready, { consent_grant_id: undefined }));
  },
  'a second consent session': async () => {
    const { body } = await openedSession();
    return partner.post(sessions, { ...body, content_hash: 'another' });
  },
  'another payload under the key of an order': async () => {
    const ready = await readyToOrder(partner, 'DEXA');
    await partner.post('/v1/orders', orderBody(ready), 'one');
    return partner.post('/v1/orders', orderBody(ready, { external_payment_reference: 'another' }), 'one');
  },
  'an order that is still processed': async () => {
    const ready = await readyToOrder(partner, 'DEXA');
    await inProgress('/v1/orders');
    return partner.post('/v1/orders', orderBody(ready));
  },
  'a cancel that is still processed': async () => {
    const { path: appointmentPath } = await confirmed(harness, partner);
    await inProgress(`${appointmentPath}/cancel`);
    return partner.post(`${appointmentPath}/cancel`, { confirm_within_24_hour_penalty: true });
  },
  'a cancel within 24 hours': async () => {
    const { path: appointmentPath, scheduledFor } = await confirmed(harness, partner);
    await clockBefore(harness, scheduledFor, 3600);
    return partner.post(`${appointmentPath}/cancel`, {});
  },
  'answers to another version of the questionnaire': async () => {
    const ordered = await order(partner, 'DEXA');
    const body = { ...(await questionnaireBody(partner, ordered)), content_hash: 'another' };
    return partner.post(`${ordered.path}/scheduling-questionnaire`, body);
  },
  'answers that are missing': async () => {
    const ordered = await order(partner, 'DEXA');
    const body = { ...(await questionnaireBody(partner, ordered)), answers: {} };
    return partner.post(`${ordered.path}/scheduling-questionnaire`, body);
  },
  'answers under a new key after the first': async () => {
    const ordered = await readyToSchedule(partner);
    return answerQuestionnaire(partner, ordered);
  },
  'a time that is taken': async () => {
    const ordered = await readyToSchedule(partner);
    const body = await scheduleBody(partner, ordered);
    const taken = '2020-01-01T09:00:00-05:00';
    return partner.post(`${ordered.path}/schedule`, { ...body, selected_appointment_date: taken });
  },
  'the endpoint of the other flow': async () => handOff(partner, await order(partner, 'DEXA')),
  'a signed form before the physician signs': async () =>
    partner.get(`${(await schedule(partner)).path}/signed-form`),
  'a signed form that does not exist': async () =>
    partner.get(`${(await order(partner, 'DEXA')).path}/signed-form`),
  'more requests than allowed': async () => {
    await set({ rate_limit_per_second: 1 });
    const answers = await Promise.all([1, 2, 3].map(() => partner.get(configuration)));
    return answers.find(({ status }) => status === 429) ?? partner.get(configuration);
  },
  'no attestation for structured orders': async () => {
    const [other, bundle] = await structured();
    await set({ structured_attestation_configured: false });
    return other.get(bundle);
  },
  'no template for structured orders': async () => {
    const [other, bundle] = await structured();
    await set({ structured_template_configured: false });
    return other.get(bundle);
  },
  'no calendar to reschedule': async () => {
    const { path: appointmentPath, scheduledFor } = await confirmed(harness, partner);
    await set({ reschedule_calendar_available: false });
    return partner.post(`${appointmentPath}/reschedule`, { new_requested_date: scheduledFor });
  },
  'no calendar of availability': () =>
    partner.get(`${offeringPath(pairOf('DEXA', 'calendar_unavailable'))}/schedule`),
};

eachWithPartner();

it('provokes each error of the fixtures', () => {
  expect(Object.keys(provoke)).toEqual(errors.map(({ name }) => name));
});

it.each(errors)('sends $name', async ({ name, response, open = [] }) => {
  const { status, headers, json } = (await provoke[name]?.()) ?? {};
  const isOpen = open.includes('status');
  if (!isOpen) expect(status).toBe(response.status);
  expectHeaders(headers ?? new Headers(), response.headers, open);
  expect(differences(json as Json, response.body, isOpen ? [...open, 'code'] : open)).toEqual([]);
});
