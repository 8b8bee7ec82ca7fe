/** Provokes every error in which an answer, a hook or the service contains private values, and collects the messages. */
import { createHmac } from 'node:crypto';
import { eventHeaders } from '../../../server/contract/upstream-webhooks.ts';
import type { Customer } from '../../support/customer.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import type { Clinician } from '../../support/physician-harness.ts';
import { clinicianData, customerData, hookData, identity, providerAnswer } from './canaries.ts';

interface Scene {
  service: FullApiServer;
  /** One who is at the step of the identity. */
  customer: Customer;
  appointmentId: string;
  clinician: Clinician;
  /** Makes every hook throw what it knows. */
  breakHooks(): void;
  webhookSecret: string;
}

/** The service repeats the received values wherever it can. */
const telltale = {
  kind: 'status',
  status: 500,
  body: {
    code: 500,
    data: null,
    error: {
      details: { code: customerData.last_name, email: customerData.email },
      message: customerData.last_name,
      path: `/v1/${customerData.email}`,
      request_id: 'req_invented',
      timestamp: '2026-01-01T00:00:00.000Z',
    },
  },
};

export async function provokeErrors(scene: Scene): Promise<string[]> {
  const { service, customer, appointmentId, clinician, breakHooks, webhookSecret } = scene;
  const messages: string[] = [];
  const journey = `/journeys/${customer.view?.journey_id}`;
  const json = { 'content-type': 'application/json', 'If-Match': `"${customer.view?.revision}"` };

  async function keep(response: Response, what: string): Promise<void> {
    if (response.status < 400) throw new Error(`${what} went well`);
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    messages.push([...headers, await response.text()].join('\n'));
  }
  const ask = async (method: string, path: string, body?: unknown, headers = {}) =>
    keep(await customer.fetch(method, path, body, headers), `${method} ${path}`);
  const asPhysician = async (method: string, action: string, body?: unknown) =>
    keep(await clinician.http.fetch(method, clinician.path + action, body), `physician ${action}`);

  const wrong = {
    ...identity,
    email: customerData.last_name,
    phone: customerData.phone.repeat(9),
    sex: customerData.first_name,
    date_of_birth: customerData.prescreen_birth,
  };
  const answer = { step: 'identity', answer: identity };
  await ask('POST', journey, { ...answer, answer: wrong }, json);
  await ask(
    'POST',
    journey,
    `{"step": "identity", "answer": {"first_name": "${customerData.first_name}`,
    json,
  );
  await ask('POST', journey, answer, { ...json, 'If-Match': customerData.last_name });
  await ask('PUT', journey, { step: 'identity', draft: [customerData.draft] }, json);
  await ask('POST', journey, { step: customerData.first_name, answer: {} }, json);
  await ask('POST', `${journey}/${customerData.first_name}`, {}, json);
  await ask('GET', `/journeys/${customerData.email}`);
  await ask('GET', `/${customerData.email}?email=${customerData.email}`);
  await ask('PUT', `${journey}/document`, customerData.document, { 'content-type': 'text/plain' });

  const refused = { ...telltale, status: 422, body: { ...telltale.body, code: 422 } };
  await service.sandbox.fault('POST', '/v1/api-first/identities', refused);
  const { notice } = await customer.answer('identity', identity);
  if (notice === null) throw new Error('the identity was taken');
  messages.push(JSON.stringify(notice));

  await service.sandbox.fault('GET', `/v1/appointments/${appointmentId}/check-in-link`, telltale, {
    times: 9,
  });
  await ask('POST', `/appointments/${appointmentId}/check-in`);
  await service.sandbox.fault('GET', '/v1/integration-configuration', telltale, { times: 9 });
  await keep(await service.customer('token-of-ibis-c4').fetch('POST', '/journeys', {}), 'configuration');
  await service.sandbox.clearFaults();

  const { npi: _, ...unnamed } = providerAnswer.physician;
  const physician = {
    ...unnamed,
    full_name: clinicianData.full_name.repeat(20),
    npi_number: clinicianData.npi,
  };
  await asPhysician('POST', '/session', { ...providerAnswer, physician });
  await asPhysician('POST', '/finalize', { typed_name: clinicianData.typed_name });

  const event = `{"id":"${customerData.email}","data":"${customerData.last_name}`;
  const at = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', webhookSecret).update(`${at}.${event}`).digest('hex');
  for (const signed of [signature, webhookSecret])
    await keep(
      await fetch(`${service.url}/webhooks`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [eventHeaders.timestamp]: at,
          [eventHeaders.signature]: signed,
        },
        body: event,
      }),
      'an event',
    );

  breakHooks();
  await asPhysician('GET', '');
  const { signIn } = service.customer('token-of-kanarina-d0');
  await signIn
    .call(service.customer('token-of-kanarina-d0'))
    .catch((error: Error) => messages.push(error.message));
  if (messages.some((text) => text.includes(hookData.fault))) throw new Error('a hook spoke for itself');
  return messages;
}
