/** The service's responses to the requests of whole bookings, for tests that change one field of one response. */
import { book } from './booked-appointment.ts';
import { answerStep } from './booking.ts';
import { type FullApiServer, startFullApiServer } from './full-api-server.ts';
import { harness, startPhysicians } from './physician-harness.ts';
import { handIn, untilDocument } from './upload-document.ts';

/** The data of one response. */
export interface RecordedResponse {
  /** The method, and the path with `{}` for each id. */
  route: string;
  data: Record<string, unknown>;
}

/** The route of a request, with `{}` for each id. */
export const routeOf = (method: string, url: string) =>
  `${method} ${url.replace(/\?.*/, '').replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b(?:DEXA|CALST)\b/g, '{}')}`;

/** One response of each route: the longest, since lists are empty at first. */
function longestOfEach(responses: RecordedResponse[]): RecordedResponse[] {
  const lengthOf = ({ data }: RecordedResponse) => JSON.stringify(data).length;
  const sorted = responses.toSorted((a, b) => lengthOf(a) - lengthOf(b));
  return [...new Map(sorted.map((response) => [response.route, response])).values()];
}

/** The data of all successful responses to a server. */
function recordedBy({ wire }: FullApiServer): RecordedResponse[] {
  const found: RecordedResponse[] = [];
  for (const { method, url, answer } of wire.requests) {
    const route = routeOf(method, url);
    if (!answer.startsWith('{')) continue;
    const body = JSON.parse(answer) as { data?: object | null; error?: unknown };
    if (!body.data || body.error) continue;
    found.push({ route, data: { ...body.data } });
  }
  return found;
}

async function record(
  server: Promise<FullApiServer>,
  use: (server: FullApiServer) => Promise<unknown>,
): Promise<RecordedResponse[]> {
  const running = await server;
  try {
    await use(running);
    return recordedBy(running);
  } finally {
    await running.stop();
  }
}

/** A booking with a prescreen, then a change, a check-in and the end of it. */
async function bookAndCancel(server: FullApiServer): Promise<void> {
  const booked = await book(server, 'ines', 'CALST');
  await booked.move('confirmed');
  await booked.list();
  await booked.customer.call('POST', `${booked.path}/check-in`);
  const [at] = await booked.times();
  const moved = { new_requested_date: at };
  // The first request may only warn of the 24 hours.
  const { change } = await booked.post('reschedule', moved);
  if (change?.state === 'warned') await booked.post('reschedule', { ...moved, confirm: true });
  await booked.post('cancel', {});
}

async function signOrder(server: FullApiServer): Promise<void> {
  const { clinician } = await harness(server);
  const session = await clinician.prepare();
  await clinician.sign(session);
  // The response is a PDF, which the helper cannot parse; its request is recorded.
  await clinician.http.call('GET', `${clinician.path}/signed-form`).catch(() => null);
}

async function handInConsent(server: FullApiServer): Promise<void> {
  const customer = server.customer('ines');
  await untilDocument(customer);
  let view = await handIn(customer);
  for (let polls = 0; view.shows.step === 'document' && polls < 100; polls++) {
    await new Promise((done) => setTimeout(done, 100));
    view = await customer.read();
  }
  for (let steps = 0; view.shows.step !== 'sent' && steps < 12; steps++)
    view = await answerStep(customer, view);
}

/** Books under three configurations, and gives one response of each route. */
export async function recordedResponses(): Promise<RecordedResponse[]> {
  const runs = await Promise.all([
    record(startFullApiServer(), bookAndCancel),
    record(startPhysicians('structured_api'), signOrder),
    record(
      startFullApiServer({
        key: {
          flow: 'full_api',
          customer_consent_mode: 'api_partner_pdf',
          physician_order_mode: 'service_service',
        },
        assumptions: { evidence: { attestationVersion: '2025-01' } },
      }),
      handInConsent,
    ),
  ]);
  return longestOfEach(runs.flat());
}
