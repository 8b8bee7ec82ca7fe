/** Our server does the tasks of the conformance suite for clients. */
import { webhooksRegister } from '../../server/operate/cli/webhooks.ts';
import type { Scenario } from '../../server/operate/conformance/clients/scenarios.ts';
import { customer as member, prescreen, purchased } from '../handoff/purchase.ts';
import { answerStep, at, profile, untilReview } from './booking.ts';
import { startCoBrandedServer } from './co-branded-server.ts';
import type { Customer } from './customer.ts';
import { eventually } from './eventually.ts';
import { type FullApiServer, startFullApiServer } from './full-api-server.ts';
import type { PartnerServerOptions } from './partner-server.ts';
import { Clinician, signedOrder } from './physician-harness.ts';
import { handIn, pdf, untilDocument } from './upload-document.ts';

/** What a customer's browser and the proxy before the server say. */
const browser = { 'user-agent': 'A Browser/1.0 (of the customer)', 'x-forwarded-for': '203.0.113.24' };

/** More than the steps of a booking: a client at fault does not go on for ever. */
const mostTurns = 20;

/**
 * Starts a server whose service is the recorder, and does a task with it.
 * @param options.service the recorder's address
 */
export async function doTask(
  scenario: Scenario,
  apiKey: string,
  options: PartnerServerOptions & { service: string },
): Promise<void> {
  if (scenario.key.flow === 'co_branded') return handOff(scenario, apiKey, options);
  const server = await startFullApiServer({
    ...options,
    assumptions: { evidence: { attestationVersion: '2025-01' } },
    env: { UPSTREAM_API_KEY: apiKey, STRUCTURED_PHYSICIAN_ENABLED: 'true', TRUSTED_PROXIES: '127.0.0.1' },
    hooks: { mayOrder: async () => true },
  });
  try {
    await bookAndMore(scenario, server);
  } finally {
    await server.stop();
  }
}

async function bookAndMore({ name, testType, key }: Scenario, server: FullApiServer): Promise<void> {
  if (name === 'webhooks' && (await webhooksRegister(server.env, {}, () => {})) !== 0)
    throw new Error('the webhook endpoint was not registered');
  const customer = server.customer(name, browser);
  let view =
    key.customer_consent_mode === 'api_partner_pdf'
      ? await untilDocument(customer, testType).then(() => handIn(customer))
      : await untilReview(customer, testType);
  // A write that the recorder disturbs takes its time.
  for (let turns = 0; view.shows.step !== 'sent' && turns < mostTurns; turns += 1)
    view = view.working ? await customer.read() : await answerStep(customer, view);
  const { appointment_id: id } = at(view, 'sent');
  if (key.physician_order_mode !== 'service_service') await order(server, id, `${key.physician_order_mode}`);
  if (name === 'changes') await change(customer, `/appointments/${id}`);
  if (name === 'webhooks') {
    await until(customer, `/appointments/${id}`, 'results_ready');
    await customer.call('GET', `/appointments/${id}/results`);
    await server.idle();
  }
}

async function order(server: FullApiServer, id: string, mode: string): Promise<void> {
  const clinician = new Clinician(server, id);
  if (mode === 'structured_api') {
    await clinician.sign(await clinician.prepare());
    await clinician.http.fetch('GET', `${clinician.path}/signed-form`);
    return;
  }
  const { document_id } = (await clinician.upload(pdf())).body;
  await clinician.until('done', 'POST', '/evidence', { document_id, ...signedOrder });
}

/** Waits for a status of the appointment. */
const until = (customer: Customer, path: string, status: string) =>
  eventually(async () => {
    const { body } = await customer.call<{ status: string; working: unknown }>('GET', path);
    return body.status === status && !body.working;
  });

async function change(customer: Customer, path: string): Promise<void> {
  await until(customer, path, 'confirmed');
  await customer.call('POST', `${path}/check-in`);
  const { body } = await customer.call<{ dates: { times: string[] }[] }>('GET', `${path}/availability`);
  const [, , time = ''] = body.dates.flatMap(({ times }) => times);
  await customer.call('POST', `${path}/reschedule`, { new_requested_date: time });
  await until(customer, path, 'confirmed');
  for (const agreed of [{}, { confirm: true }]) {
    await customer.call('POST', `${path}/cancel`, agreed);
    await eventually(async () => !(await customer.call<{ working: unknown }>('GET', path)).body.working);
  }
}

async function handOff(
  { testType }: Scenario,
  apiKey: string,
  options: PartnerServerOptions & { service: string },
): Promise<void> {
  const server = await startCoBrandedServer({ ...options, env: { HANDOFF_API_KEY: apiKey } });
  try {
    const { purchase, times } = await purchased(server.calls, 'user-member', testType);
    server.books.purchases.set('user-member', { ...purchase, prescreen });
    const { height_inches, weight_pounds, email: _, ...person } = { ...profile, ...member };
    const customer = { ...person, height_inches, weight_pounds };
    const asked = { times, customer, presentation_mode: 'iframe' };
    await eventually(async () => {
      const { status } = await server.customer('member').call('POST', '/handoffs', asked);
      return status !== 503;
    });
  } finally {
    await server.stop();
  }
}
