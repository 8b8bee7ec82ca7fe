/**
 * The partner's server with only the co-branded key, over the real sandbox, and a partner's backend that places orders.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { members } from '../../examples/co-branded/members.ts';
import { placeOrder, readConsent } from '../../examples/co-branded/orders.ts';
import { nearestScan, type Scan } from '../../examples/co-branded/scans.ts';
import { createServiceClient } from '../../examples/co-branded/service-client.ts';
import { freePort } from '../../examples/free-port.ts';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config/config.ts';
import type { HandoffProfile, OpenHandoff } from '../../server/contract/handoff-api.ts';
import type { HandoffOrderRequest, HandoffPurchase, Hooks } from '../../server/hooks.ts';
import { createLog } from '../../server/observability/log.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { watchApi } from './api-exchanges.ts';
import { Customer } from './customer.ts';
import { developmentKeys } from './keys.ts';
import { type Rewrite, startRecordingProxy } from './recording-proxy.ts';
import { Sandbox } from './sandbox.ts';

/** The origin of the partner's pages. */
export const origin = 'https://gym.example';

/** An invented customer's data for a handoff. */
export const profile: HandoffProfile = {
  first_name: 'Odalys',
  last_name: 'Canary-Verhoeven',
  phone: '(212) 555-0142',
  date_of_birth: '1988-09-17',
  sex: 'female',
  address: { address_line_1: '41 Millrace Lane', city: 'New York', state: 'NY', postal_code: '10013' },
  height_inches: 67.5,
  weight_pounds: 148,
};

/** An order at the service that no time was requested for. */
export interface Ordered {
  orderId: string;
  times: OpenHandoff['times'];
  scan: Scan;
}

/** A running server, as {@link startCoBrandedServer} creates it. */
export type CoBrandedServer = Awaited<ReturnType<typeof startCoBrandedServer>>;

/**
 * Starts a server and its sandbox. Both stop with `stop`.
 * @param options.flows which keys the server is given. @default the co-branded one
 */
export async function startCoBrandedServer(
  options: {
    flows?: ('full_api' | 'co_branded')[];
    /** The flow of the key that is configured as the co-branded one. @default 'co_branded' */
    handoffKeyOf?: 'full_api' | 'co_branded';
    env?: Record<string, string>;
    /** Hooks in addition to the defaults, or in place of them. */
    hooks?: Hooks;
    now?: () => number;
    /** The content of the assumptions file. */
    assumptions?: object;
    /** Changes the service's responses. */
    rewrite?: Rewrite;
  } = {},
) {
  const { flows = ['co_branded'], handoffKeyOf = 'co_branded', now } = options;
  const upstream = await startSandbox({ port: 0 });
  const sandbox = new Sandbox(upstream.url);
  const wire = await startRecordingProxy(upstream.url, options.rewrite);
  const dir = await mkdtemp(join(tmpdir(), 'dx-handoff-'));
  const assumptionsFile = join(dir, 'assumptions.json');
  await writeFile(assumptionsFile, JSON.stringify(options.assumptions ?? {}));
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const provisioned = {
    customer_consent_mode: 'service_consent_api',
    physician_order_mode: 'service_service',
  };
  const key = await sandbox.makeKey({
    flow: handoffKeyOf,
    allowed_hosts: ['gym.example', '127.0.0.1'],
    ...provisioned,
  });
  const fullApiKey = await sandbox.permanentKey();
  /** The partner's records: the owner of each order. */
  const books = {
    owners: new Map<string, string>(),
    /** By subject: the purchase from which the server creates the order. */
    purchases: new Map<string, HandoffPurchase>(),
    asked: [] as HandoffOrderRequest[],
    /** Whether the partner names the offering of an order. */
    namesOffering: false,
    offerings: new Map<string, { catalogId: string; offeringId: string }>(),
    broken: false,
  };
  const hooks: Hooks = {
    payment: async ({ journeyId }) => ({ state: 'paid', reference: `bill-${journeyId}` }),
    async handoffOrder(request) {
      books.asked.push(request);
      if (books.broken) throw new Error('the books are closed');
      const purchase = books.purchases.get(request.subject);
      if (purchase) return { purchase };
      const own = [...books.owners].filter(([, subject]) => subject === request.subject).map(([id]) => id);
      const orderId = request.orderId ?? own.at(-1);
      if (!orderId || !own.includes(orderId)) return null;
      const offering = books.namesOffering ? books.offerings.get(orderId) : undefined;
      return { orderId, ...(offering ? { offering } : {}) };
    },
    verifySubject: async (token) => (token.startsWith('user-') ? { subject: token } : null),
    ...options.hooks,
  };
  const config = readConfig({
    ASSUMPTIONS_FILE: assumptionsFile,
    PORT: String(port),
    PUBLIC_URL: url,
    UPSTREAM_URL: wire.url,
    ...(flows.includes('full_api') ? { UPSTREAM_API_KEY: fullApiKey.api_key } : {}),
    ...(flows.includes('co_branded') ? { HANDOFF_API_KEY: key.api_key, HANDOFF_ORIGIN: upstream.url } : {}),
    HANDOFF_ALLOWED_HOSTS: 'gym.example,127.0.0.1',
    ORIGINS: origin,
    SQLITE_FILE: join(dir, 'dx.sqlite'),
    ...(await developmentKeys()),
    HOOKS_MODULE: 'unused',
    LOG_LEVEL: 'trace',
    WRITE_RETRY_BASE_SECONDS: '0.05',
    WRITE_RETRY_CAP_SECONDS: '0.3',
    ...options.env,
  });
  const lines: string[] = [];
  const log = createLog(config.logLevel, { write: (line: string) => void lines.push(line) });
  const app = await createApp({ config, hooks, log, ...(now ? { now } : {}) });
  watchApi(app.server);
  if (app.adminServer) {
    watchApi(app.adminServer, 'admin');
    await new Promise<void>((done) => app.adminServer?.listen(0, '127.0.0.1', done));
  }
  await new Promise<void>((done) => app.server.listen(port, '127.0.0.1', done));
  const calls = createServiceClient({ serviceUrl: upstream.url, apiKey: key.api_key });

  return {
    url,
    sqliteFile: config.sqliteFile,
    /** Address of the admin API; needs ADMIN_PORT. */
    adminUrl: () => `http://127.0.0.1:${(app.adminServer?.address() as AddressInfo | undefined)?.port}`,
    sandbox,
    wire,
    books,
    calls,
    /** The address of the hosted page. */
    frameOrigin: upstream.url,
    customer: (id: string) => new Customer(url, origin, `user-${id}`),
    /** Places an order of the user with the co-branded key, as the partner's backend does. */
    async ordered(id: string, testType = 'DEXA'): Promise<Ordered> {
      const ordered = await placeFor(calls, testType, (orderId) => books.owners.set(orderId, `user-${id}`));
      books.offerings.set(ordered.orderId, ordered.scan);
      return ordered;
    },
    logged: () => lines.join(''),
    async stored() {
      const files = (await readdir(dir)).filter((name) => name.startsWith('dx.sqlite'));
      return (await Promise.all(files.map((name) => readFile(join(dir, name), 'latin1')))).join('');
    },
    async stop() {
      await app.close();
      await wire.close();
      await upstream.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/**
 * Orders the nearest test of a type as a gym's backend does.
 * @param keep receives the id of the placed order
 * @throws Error if nothing is on sale
 */
export async function placeFor(
  calls: ReturnType<typeof createServiceClient>,
  testType: string,
  keep: (orderId: string) => void,
): Promise<Ordered> {
  const member = members.get('tsn-2207');
  const scan = await nearestScan(calls, testType);
  if (!member || !scan) throw new Error('there is nothing to order');
  const { template, required_decision_ids } = await readConsent(calls, testType);
  const orderId = await placeOrder(calls, {
    id: randomUUID(),
    member: { ...member, id: randomUUID() },
    scan,
    signature: {
      typedName: 'Odalys Verhoeven',
      decisions: Object.fromEntries(required_decision_ids.map((id) => [id, true])),
      contentHash: template.content_hash,
      ip: '203.0.113.9',
      userAgent: 'Invented/1.0',
    },
    paymentReference: randomUUID(),
  });
  keep(orderId);
  const [primary = '', first = '', second = ''] = scan.times;
  return { orderId, scan, times: { primary, alternates: [first, second] } };
}

/**
 * The body of POST /handoffs for an order.
 * @param over the fields to replace
 */
export const asked = (ordered: Ordered, over: Partial<OpenHandoff> = {}): OpenHandoff => ({
  order_id: ordered.orderId,
  times: ordered.times,
  customer: profile,
  presentation_mode: 'iframe',
  ...over,
});

/**
 * Confirms times as a member does on the hosted page.
 * @throws Error if the page refuses
 */
export async function confirmOnPage(url: string, times: { primary: string; alternates: string[] }) {
  const response = await fetch(`${url}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      selected_appointment_date: times.primary,
      alternate_availabilities: times.alternates,
    }),
  });
  if (response.status !== 200) throw new Error(`the hosted page answered ${response.status}`);
}
