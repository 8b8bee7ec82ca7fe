/** Stands between a client and a sandbox: keeps what goes over the wire, and puts the faults of the scenarios into it. */
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { endpointOf } from '../breaches.ts';
import { call } from '../client.ts';
import { at } from '../endpoints.ts';
import {
  type Change,
  changes,
  dataOf,
  type Given,
  idsOf,
  isDone,
  type Json,
  type Recorded,
  Recording,
} from './recording.ts';
import type { Effect, Fault, Scenario } from './scenarios.ts';

/** A running recorder. */
export interface Recorder {
  /** The base address for the client. */
  url: string;
  recording: Recording;
  /** The API key of each scenario. */
  keys: ReadonlyMap<Scenario, string>;
  /** Waits until all that the location does has been delivered. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
}

/** What a webhook endpoint is registered with. */
interface Registration {
  callback: string;
  secret: string;
  scenario: Scenario;
  /** Whether the changed deliveries were sent. */
  isTried: boolean;
}

const deliveryPath = '/recorder/deliveries/';
/** Headers that belong to a connection. */
const ofConnection = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'];
/** The life of a timestamp, and a minute. */
const staleSeconds = 360;

/**
 * Starts a recorder on a free port of this machine.
 * @param base the address of a sandbox, without a slash at its end
 * @throws if the sandbox makes no keys
 */
export async function startRecorder(base: string, scenarios: readonly Scenario[]): Promise<Recorder> {
  const keys = new Map<Scenario, string>();
  for (const scenario of scenarios) {
    const { json } = await call(`${base}/sandbox/keys`, 'POST', {}, scenario.key);
    const { api_key: key } = (json ?? {}) as { api_key?: string };
    if (!key) throw new Error(`No sandbox makes keys at ${base}`);
    keys.set(scenario, key);
  }
  const wire = new Wire(base, new Map([...keys].map(([scenario, key]) => [key, scenario])));
  const server = createServer((request, response) => {
    const { url = '' } = request;
    const handled = url.startsWith(deliveryPath)
      ? wire.relay(url.slice(deliveryPath.length), request, response)
      : wire.pass(request, response);
    handled.catch(() => response.destroy());
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  wire.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: wire.url,
    recording: wire.recording,
    keys,
    settled: () => wire.settled(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class Wire {
  readonly recording: Recording;
  url = '';
  readonly #base: string;
  /** By API key. */
  readonly #scenarios: ReadonlyMap<string, Scenario>;
  /** The scenario of each upload address. */
  readonly #uploads = new Map<string, Scenario>();
  readonly #registrations: Registration[] = [];
  /** How often a fault has met an endpoint. */
  readonly #met = new Map<Fault, Set<string>>();
  #work: Promise<unknown> = Promise.resolve();

  constructor(base: string, scenarios: ReadonlyMap<string, Scenario>) {
    this.#base = base;
    this.#scenarios = scenarios;
    this.recording = new Recording([...scenarios.values()]);
  }

  async settled(): Promise<void> {
    await this.#work;
  }

  async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = Date.now();
    const body = await buffer(request);
    const recorded = this.#record(request, body, atMs);
    const effect = recorded ? this.#effectOn(recorded) : undefined;
    const given = await this.#answer(request, recorded, body, effect);
    if (given === null) return void response.destroy();
    if (recorded) {
      const { status, headers } = given;
      recorded.given = { status, headers, json: parsed(given.bytes), atMs: Date.now() };
      this.#learn(recorded);
    }
    response.writeHead(given.status, given.headers).end(given.bytes);
  }

  /** @returns null for a request of no scenario, such as one to the control plane */
  #record(request: IncomingMessage, body: Buffer, atMs: number): Recorded | null {
    const { method = '', url = '/', headers } = request;
    const { pathname: path, searchParams: query } = new URL(url, this.#base);
    const scenario = this.#uploads.get(path) ?? this.#scenarios.get(String(headers['x-api-key']));
    if (!scenario) return null;
    const recorded: Recorded = {
      n: this.recording.exchanges.length + 1,
      ...{ scenario, method, path, query, headers, body, atMs },
      endpoint: this.#uploads.has(path) ? at.upload : endpointOf({ method, path }),
      json: parsed(body),
      given: null,
    };
    this.recording.exchanges.push(recorded);
    return recorded;
  }

  #effectOn({ scenario, endpoint }: Recorded): Effect | undefined {
    const fault = scenario.faults.find(
      (each) => endpoint && each.on.includes(endpoint) && !this.#met.get(each)?.has(endpoint),
    );
    if (fault && endpoint) this.#met.set(fault, (this.#met.get(fault) ?? new Set()).add(endpoint));
    return fault?.effect;
  }

  /** @returns what the client gets; null if its connection is cut */
  async #answer(
    request: IncomingMessage,
    recorded: Recorded | null,
    body: Buffer,
    effect: Effect | undefined,
  ): Promise<(Omit<Given, 'json' | 'atMs'> & { bytes: Buffer }) | null> {
    if (effect?.kind === 'cut before') return null;
    if (effect?.kind === 'answer') {
      const { status, headers = {}, body: said } = effect;
      const isText = typeof said === 'string';
      const bytes = Buffer.from(isText ? said : JSON.stringify(said));
      const type = { 'content-type': isText ? 'text/html' : 'application/json' };
      return { status, headers: { ...type, ...headers }, bytes };
    }
    const answered = await this.#send(request, recorded, body);
    if (effect?.kind === 'cut after') return null;
    if (effect?.kind !== 'in progress') return answered;
    const { status, headerSeconds, bodySeconds } = effect;
    const code = { code: 'IDEMPOTENCY_IN_PROGRESS', retry_after_seconds: bodySeconds };
    const failure = {
      details: code,
      message: 'In progress',
      path: '',
      request_id: '',
      timestamp: new Date(0).toISOString(),
    };
    const said =
      status === 202
        ? { code: 202, data: { status: 'in_progress', ...code }, error: null }
        : { code: 409, data: null, error: failure };
    return {
      status,
      headers: { 'content-type': 'application/json', 'retry-after': String(headerSeconds) },
      bytes: Buffer.from(JSON.stringify(said)),
    };
  }

  /** Sends a request on. Addresses of the sandbox become addresses of the recorder, and callbacks lead through it. */
  async #send({ method = '', url, headers }: IncomingMessage, recorded: Recorded | null, body: Buffer) {
    const sent = Object.entries(headers).filter(([name]) => !ofConnection.includes(name));
    const callback: unknown = recorded?.endpoint === at.webhooks ? recorded.json?.callback_url : null;
    const relayed = `${this.url}${deliveryPath}${encodeURIComponent(`${callback}`)}`;
    const text = body.toString('utf8').replace(JSON.stringify(callback ?? ''), JSON.stringify(relayed));
    const answer = await call(
      this.#base + url,
      method,
      Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      ...(body.length > 0 ? [callback ? text : new Uint8Array(body)] : []),
    );
    const type = answer.headers.get('content-type') ?? '';
    const bytes = /json/.test(type)
      ? Buffer.from(
          answer.bytes.toString('utf8').replaceAll(this.#base, this.url).replaceAll(relayed, `${callback}`),
        )
      : answer.bytes;
    const given = [...answer.headers].filter(
      ([name]) => !ofConnection.includes(name) && name !== 'content-encoding',
    );
    return { status: answer.status, headers: Object.fromEntries(given), bytes };
  }

  /** Keeps upload addresses and signing secrets, and lets the location do its part. */
  #learn(recorded: Recorded): void {
    if (!isDone(recorded)) return;
    const { scenario, endpoint } = recorded;
    const data = dataOf(recorded);
    const upload: unknown = data?.upload_session?.url;
    if (typeof upload === 'string') this.#uploads.set(new URL(upload).pathname, scenario);
    if (endpoint === at.webhooks) {
      const secret = Object.entries(data ?? {}).find(([name]) => name.includes('secret'))?.[1];
      const { callback_url: callback } = recorded.json as { callback_url: string };
      this.#registrations.push({ callback, secret: String(secret), scenario, isTried: false });
    }
    const [id] = idsOf(recorded);
    for (const to of scenario.location[endpoint ?? ''] ?? [])
      this.#work = this.#work.then(() =>
        call(`${this.#base}/sandbox/appointments/${id}/transition`, 'POST', {}, { to }),
      );
  }

  /** Passes a delivery on, and after the first one also what a client must tell apart from it. */
  async relay(to: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString('utf8');
    const registration = this.#registrations.findLast(({ callback }) => callback === decodeURIComponent(to));
    if (!registration) return void response.writeHead(503).end();
    const names = Object.entries(request.headers).filter(([name]) => name.startsWith('x-service-'));
    const headers = Object.fromEntries(names.map(([name, value]) => [name, String(value)]));
    const status = await this.#deliver(registration, body, headers, 'none');
    if (!registration.isTried) {
      registration.isTried = true;
      for (const change of changes.slice(1))
        await this.#deliver(registration, ...changed(body, headers, registration.secret, change), change);
    }
    if (status === null) response.destroy();
    else response.writeHead(status).end();
  }

  async #deliver(
    { callback, scenario }: Registration,
    body: string,
    headers: Record<string, string>,
    change: Change,
  ): Promise<number | null> {
    const sent = call(callback, 'POST', headers, body);
    const status = await sent.then(
      (answer) => answer.status,
      () => null,
    );
    const event = parsed(Buffer.from(body));
    const appointmentId = String(event?.data?.object?.appointment_id);
    this.recording.deliveries.push({
      scenario,
      eventId: String(event?.id),
      type: event?.type,
      appointmentId,
      change,
      status,
      atMs: Date.now(),
    });
    return status;
  }
}

function changed(
  body: string,
  headers: Record<string, string>,
  secret: string,
  change: Change,
): [body: string, headers: Record<string, string>] {
  if (change === 'again') return [body, headers];
  const event = JSON.parse(body) as object;
  const other = {
    forged: { id: randomUUID() },
    stale: { id: randomUUID() },
    'unknown type': { id: randomUUID(), type: 'appointment.of_the_recorder' },
    'unknown version': { id: randomUUID(), payload_version: '2999-01-01' },
    none: {},
  }[change];
  const text = JSON.stringify({ ...event, ...other });
  const seconds = Math.floor(Date.now() / 1000) - (change === 'stale' ? staleSeconds : 0);
  const signature = createHmac('sha256', change === 'forged' ? 'of the recorder' : secret)
    .update(`${seconds}.${text}`)
    .digest('hex');
  return [text, { ...headers, 'x-service-timestamp': String(seconds), 'x-service-signature': signature }];
}

function parsed(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
