/**
 * The partner's server with only the co-branded key, over the real sandbox, and a partner's backend that places orders.
 */
import { randomUUID } from 'node:crypto';
import { members } from '../../examples/co-branded/members.ts';
import { placeOrder, readConsent } from '../../examples/co-branded/orders.ts';
import { nearestScan, type Scan } from '../../examples/co-branded/scans.ts';
import { createServiceClient, type ServiceClient } from '../../examples/co-branded/service-client.ts';
import type { HandoffProfile, OpenHandoff } from '../../server/contract/handoff-api.ts';
import type { HandoffOrderRequest, HandoffPurchase, Hooks } from '../../server/partner/hooks.ts';
import { Customer } from './customer.ts';
import { verifySubject } from './partner-hooks.ts';
import { type PartnerServerOptions, startPartnerServer } from './partner-server.ts';

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

/** The client of the examples, which waits as long as a busy machine takes. */
export const serviceClient = (serviceUrl: string, apiKey: string): ServiceClient =>
  createServiceClient({ serviceUrl, apiKey, timeoutMs: 540_000 });

/** A running server, as {@link startCoBrandedServer} creates it. */
export type CoBrandedServer = Awaited<ReturnType<typeof startCoBrandedServer>>;

/**
 * Starts a server and its sandbox. Both stop with `stop`.
 * @param options.flows which keys the server is given. @default the co-branded one
 */
export async function startCoBrandedServer(
  options: PartnerServerOptions & {
    flows?: ('full_api' | 'co_branded')[];
    /** The flow of the key that is configured as the co-branded one. @default 'co_branded' */
    handoffKeyOf?: 'full_api' | 'co_branded';
  } = {},
) {
  const { flows = ['co_branded'], handoffKeyOf = 'co_branded' } = options;
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
    /** Fields of an order's result that the hook does not have. */
    misspelt: {},
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
      return { orderId, ...(offering ? { offering } : {}), ...books.misspelt };
    },
    verifySubject,
  };
  let apiKey = '';
  const server = await startPartnerServer(options, async (sandbox) => {
    const key = await sandbox.makeKey({
      flow: handoffKeyOf,
      allowed_hosts: ['gym.example', '127.0.0.1'],
    });
    apiKey = options.env?.HANDOFF_API_KEY ?? key.api_key;
    const fullApiKey = await sandbox.permanentKey();
    const env = {
      ...(flows.includes('full_api') ? { UPSTREAM_API_KEY: fullApiKey.api_key } : {}),
      ...(flows.includes('co_branded') ? { HANDOFF_API_KEY: apiKey, HANDOFF_ORIGIN: sandbox.url } : {}),
      HANDOFF_ALLOWED_HOSTS: 'gym.example,127.0.0.1',
      ORIGINS: origin,
    };
    return { env, hooks };
  });
  const calls = serviceClient(server.sandbox.url, apiKey);

  return {
    ...server,
    sqliteFile: String(server.env.SQLITE_FILE),
    books,
    calls,
    /** The address of the hosted page. */
    frameOrigin: server.sandbox.url,
    customer: (id: string) => new Customer(server.url, origin, `user-${id}`),
    /** Places an order of the user with the co-branded key, as the partner's backend does. */
    async ordered(id: string, testType = 'DEXA'): Promise<Ordered> {
      const ordered = await placeFor(calls, testType, (orderId) => books.owners.set(orderId, `user-${id}`));
      const { catalogId, offeringId } = ordered.scan;
      books.offerings.set(ordered.orderId, { catalogId, offeringId });
      return ordered;
    },
  };
}

/**
 * Orders the nearest test of a type as a gym's backend does.
 * @param keep receives the id of the placed order
 * @throws Error if nothing is on sale
 */
async function placeFor(
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
