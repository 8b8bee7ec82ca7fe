/** A booked appointment under each physician-order mode, and the clinician who may order for it. */

import type { PhysicianView, ProviderAnswer } from '../../server/contract/physician-api.ts';
import type {
  PhysicianFinalizeRequest,
  PhysicianSession,
} from '../../server/contract/upstream-api/physician-order.ts';
import { type Booked, book } from './booked-appointment.ts';
import { clinician } from './clinician.ts';
import { Customer, type Reply } from './customer.ts';
import { type FullApiServer, origin, startFullApiServer } from './full-api-server.ts';

/** A physician-order mode. */
export type Mode = 'service_service' | 'structured_api' | 'api_partner_pdf';
type Step = PhysicianView['shows']['step'];

/** An invented physician's answer. */
export const provider: ProviderAnswer = {
  physician: clinician,
  order_date: '2026-01-05',
};

/** An invented physician's signature under an order on paper. */
export const signedOrder = {
  physician_full_name: provider.physician.full_name,
  npi: provider.physician.npi,
  license_state: provider.physician.license_state,
  license_number: provider.physician.license_number,
  order_date: provider.order_date,
  attestation: true,
};

/** The clinician's own address behind the proxy, which the server passes on to the service. */
export const clinicianAddress = '198.51.100.7';
/** The browser that a clinician's requests name. */
export const clinicianAgent = 'ClinicBrowser/9 (Macintosh)';

/** Starts a server whose key has the mode. */
export const startPhysicians = (
  mode: Mode,
  options: Parameters<typeof startFullApiServer>[0] = {},
): Promise<FullApiServer> =>
  startFullApiServer({
    assumptions: { evidence: { attestationVersion: '2025-01' } },
    ...options,
    key: { physician_order_mode: mode },
    env: { STRUCTURED_PHYSICIAN_ENABLED: 'true', TRUSTED_PROXIES: '127.0.0.1', ...options.env },
    hooks: {
      mayOrder: async (subject) => subject === 'staff-ada',
      ...options.hooks,
    },
  });

/** A clinician's page for one appointment. */
export class Clinician {
  readonly http: Customer;
  readonly path: string;
  constructor(service: Pick<FullApiServer, 'url'>, appointmentId: string, subject = 'staff-ada') {
    const headers = { 'user-agent': clinicianAgent, 'x-forwarded-for': clinicianAddress };
    this.http = new Customer(service.url, origin, subject, headers);
    this.path = `/physician/appointments/${appointmentId}`;
  }

  /**
   * Sends a request for the appointment.
   * @param action the rest of the path, such as `/session`
   */
  send = (method: string, action = '', body?: unknown): Promise<Reply<PhysicianView & { code?: string }>> =>
    this.http.call(method, this.path + action, body);

  /** The view of a successful request, polled until it is at the step. @throws Error if the service did not accept the input */
  async until(step: Step, method = 'GET', action = '', body?: unknown): Promise<PhysicianView> {
    let reply = await this.send(method, action, body);
    const isRefused = ({ shows, notice }: PhysicianView) =>
      notice?.code === 'not_accepted' || (shows.step === 'document' && shows.state === 'refused');
    const waits = ({ status, body }: typeof reply) =>
      status === 200 && body.shows.step !== step && !isRefused(body);
    while (waits(reply)) {
      await new Promise((done) => setTimeout(done, 100));
      reply = await this.send('GET');
    }
    if (reply.body.shows?.step !== step)
      throw new Error(`expected ${step}, met ${reply.status} ${JSON.stringify(reply.body).slice(0, 600)}`);
    return reply.body;
  }

  prepare = async (answer: ProviderAnswer = provider) =>
    presented(await this.until('presentation', 'POST', '/session', answer));

  sign = (shown: ReturnType<typeof presented>, step: Step = 'done') =>
    this.until(step, 'POST', '/finalize', approvalOf(shown));

  async upload(bytes: Buffer, headers: Record<string, string> = {}) {
    const type = { 'content-type': 'application/pdf', ...headers };
    return this.http.call<{ document_id: string; bytes: number; code?: string }>(
      'PUT',
      `${this.path}/document`,
      bytes,
      type,
    );
  }
}

/**
 * Narrows what the view shows to the presentation.
 * @throws Error if the view is at another step
 */
export function presented({ shows }: PhysicianView) {
  if (shows.step !== 'presentation') throw new Error(`expected a presentation, met ${shows.step}`);
  return shows;
}

/** The signature of a presentation: the body of POST finalize. */
export const approvalOf = ({ session_id, presentation_hash }: ReturnType<typeof presented>) => ({
  session_id,
  presentation_hash,
  typed_name: 'Ada Moreau-Whitlock',
  order_acknowledgement: true,
  electronic_signature_attestation: true,
});

export interface Harness {
  service: FullApiServer;
  booked: Booked;
  clinician: Clinician;
}

/** Books an appointment, with a clinician who may order for it. */
export async function harness(service: FullApiServer, name = 'patient'): Promise<Harness> {
  const booked = await book(service, name);
  return { service, booked, clinician: new Clinician(service, booked.id) };
}

/** Lists the requests for physicians' orders that reached the service. */
export const physicianCalls = async ({ sandbox }: FullApiServer) =>
  (await sandbox.requests()).filter(({ path }) => /physician-order/.test(path));

/** Lists the bodies of the POSTs to a path. */
export const postsOf = ({ wire }: FullApiServer, pattern: RegExp) =>
  wire.requests
    .filter(({ method, url }) => method === 'POST' && pattern.test(url))
    .map(({ body }) => JSON.parse(body));
/** Lists the bodies of all finalize requests that the server has sent. */
export const finalizesOf = (service: FullApiServer): PhysicianFinalizeRequest[] =>
  postsOf(service, /physician-order-sessions\/[^/]+\/finalize$/);

/** Reads a session from the service. */
export async function sessionAt(
  { sandbox, env }: FullApiServer,
  sessionId: string,
): Promise<PhysicianSession> {
  const reply = await fetch(`${sandbox.url}/v1/api-first/physician-order-sessions/${sessionId}`, {
    headers: { 'x-api-key': `${env.UPSTREAM_API_KEY}` },
  });
  return ((await reply.json()) as { data: PhysicianSession }).data;
}
