/** The page of `dx-booking dev`, with the elements of a flow. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { OpenHandoff } from '../../contract/handoff-api.ts';
import type { Flow } from '../../upstream/write-kinds.ts';

/** An order at the sandbox, and times that its location offers. */
interface Order {
  order_id: string;
  times: string[];
}

/**
 * Serves the page. In the co-branded flow, each user has an order, which the sandbox places as a partner's backend does.
 * @param at.pageUrl the address of the page, to which the hosted page leads back
 */
export function showDevPage(at: {
  flow: Flow;
  pageUrl: string;
  serverUrl: string;
  sandboxUrl: string;
}): RequestListener {
  const orders = new Map<string, Order>();
  const orderOf = async (user: string) => {
    const order = orders.get(user) ?? (await placeOrder(at.sandboxUrl));
    orders.set(user, order);
    return order;
  };
  return async (request, response) => {
    const user = testUserOf(request);
    try {
      const handoff = at.flow === 'co_branded' ? handoffOf(await orderOf(user), at.pageUrl) : null;
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Set-Cookie', `test_user=${user}; HttpOnly`);
      response.end(pageOf(at.serverUrl, user, handoff));
    } catch {
      response.writeHead(502).end(`The sandbox at ${at.sandboxUrl} has placed no order.`);
    }
  };
}

/**
 * The user of the page. Opening its address begins a new one, so that a second look does not begin with the booking of the first. A
 * return from a payment page keeps the user.
 */
function testUserOf({ headers }: IncomingMessage): string {
  const [known] = /\bdemo-[\w-]+/.exec(headers.cookie ?? '') ?? [];
  return known === undefined || headers['sec-fetch-site'] === 'none' ? `demo-${randomUUID()}` : known;
}

/** @throws Error if the sandbox does not respond, or has no such route */
async function placeOrder(sandboxUrl: string): Promise<Order> {
  const response = await fetch(`${sandboxUrl}/sandbox/orders`, { method: 'POST' });
  if (!response.ok) throw new Error(`the sandbox responded with ${response.status}`);
  return (await response.json()) as Order;
}

/** What the page hands over, for an invented customer. */
const handoffOf = ({ order_id, times: [primary = '', ...alternates] }: Order, page: string): OpenHandoff => ({
  order_id,
  times: { primary, alternates },
  customer: {
    ...{ first_name: 'Odalys', last_name: 'Reyes', phone: '212-555-0142', date_of_birth: '1984-09-30' },
    ...{ sex: 'female', height_inches: 67, weight_pounds: 140 },
    address: { address_line_1: '7 Quarry Lane', city: 'New York', state: 'NY', postal_code: '10002' },
  },
  return_url: page,
});

function pageOf(server: string, user: string, handoff: OpenHandoff | null): string {
  const title = handoff ? 'Schedule your test' : 'Book a test';
  const attributes = `server="${server}" subject-token="${user}" subject-token-type="urn:ietf:params:oauth:token-type:access_token"`;
  const element = handoff
    ? `<dx-handoff ${attributes}></dx-handoff>
<script>document.querySelector('dx-handoff').handoff = ${JSON.stringify(handoff)};</script>`
    : `<dx-booking ${attributes}></dx-booking>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body { font-family: system-ui; margin: 0 auto; padding: 16px; max-inline-size: 1080px }</style>
<script type="module" src="${server}/widget/v1/loader.js"></script>
<h1>${title}</h1>
${element}
<h1>Your appointments</h1>
<dx-appointments ${attributes}></dx-appointments>
</html>
`;
}
