/** One partner's whole journey, from the search to the results, as a transcript that can be compared with another run. */
import type { CheckInLink } from '../../server/contract/upstream-api/check-in-link.ts';
import {
  answerQuestionnaire,
  identityBody,
  offeredTimes,
  offeringPath,
  order,
  pairOf,
  schedule,
  scheduleBody,
} from './booking.ts';
import { move } from './confirmed-appointment.ts';
import { bundleOf, finalize, openSession, sessionBody } from './physician-orders.ts';
import { register } from './receiver.ts';
import type { Answer, Harness, Partner } from './sandbox-harness.ts';

interface Telling {
  harness: Harness;
  /** Receives the events. */
  callbackUrl: string;
  /** Called before each request. */
  pause?: () => Promise<void>;
}

/** Each request with its response, without the sandbox's own address and the instants of its running clock. */
export async function runScenario({
  harness,
  callbackUrl,
  pause = async () => {},
}: Telling): Promise<string[]> {
  const transcript: string[] = [];
  const placeless = (line: string) => timeless(line.replaceAll(harness.url, 'SANDBOX'));
  const recorded = async <T>(call: string, answer: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    await pause();
    const { status, json, ...rest } = await answer();
    transcript.push(placeless(`${call} ${status} ${JSON.stringify(json)}`));
    return { status, json, ...rest };
  };
  const teller = (partner: Partner): Partner => ({
    ...partner,
    get: (path, headers) => recorded(`GET ${path}`, () => partner.get(path, headers)),
    post: (path, body, key) => recorded(`POST ${path}`, () => partner.post(path, body, key)),
  });
  const moved = async (appointmentId: string, to: string) => {
    await pause();
    const { status, json } = await move(harness, { appointmentId }, to);
    transcript.push(placeless(`${to} ${status} ${JSON.stringify(json)}`));
  };

  const partner = teller(await harness.partner({ physician_order_mode: 'structured_api' }));
  await register(partner, callbackUrl);
  await partner.get('/v1/integration-configuration');
  await partner.get('/v1/locations?lat=40.7128&lng=-74.0060&test_types=CALST,DEXA&page_size=5');
  await partner.get(`${offeringPath(pairOf('CALST'))}/products`);

  const ordered = await order(partner, 'CALST');
  const { appointmentId, appointmentPath, pair } = ordered;
  await answerQuestionnaire(partner, ordered);
  const times = await scheduleBody(partner, ordered);
  await partner.post(`${appointmentPath}/schedule`, times, 'schedule');
  await partner.post(`${appointmentPath}/schedule`, times, 'schedule');

  const { data: bundle } = await partner.get<Parameters<typeof sessionBody>[0]>(bundleOf(appointmentId));
  const opened = await openSession(partner, { scheduled: ordered, bundle, body: sessionBody(bundle) });
  await finalize(partner, opened.data);

  await moved(appointmentId, 'confirmed');
  await partner.get<CheckInLink>(`${appointmentPath}/check-in-link`);
  const [, , , later = ''] = await offeredTimes(partner, pair);
  const change = { new_requested_date: later, confirm_within_24_hour_penalty: true };
  await partner.post(`${appointmentPath}/reschedule`, change);
  await moved(appointmentId, 'confirmed');
  await moved(appointmentId, 'results_in_progress');
  await moved(appointmentId, 'results_ready');
  await partner.get(`${appointmentPath}/signed-form`);
  await partner.get('/v1/results');

  const { appointmentPath: other } = await schedule(partner, 'DEXA');
  await partner.post(`${other}/cancel`, { confirm_within_24_hour_penalty: true, reason: 'Invented' });
  await partner.post('/v1/api-first/identities', identityBody({ email: 'none' }));
  await partner.get('/v1/appointments');
  return transcript;
}

/** Keeps signatures, keys and ids, which must be the same. */
export function timeless(text: string): string {
  return text
    .replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, 'INSTANT')
    .replaceAll(/"expires_at_unix":\d+/g, '"expires_at_unix":0');
}

/** The outcome of each call without its content: "POST /v1/orders 201". */
export const outcomes = (transcript: string[]): string[] =>
  transcript.map((line) => line.slice(0, line.indexOf(' {')).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID'));
