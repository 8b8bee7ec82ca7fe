/** The example gym with the real sandbox: its checkout, its orders, its policy, and a handoff by its own server. */

import { writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSite } from '../../examples/co-branded/create-site.ts';
import { openHandoff } from '../../server/contract/handoff-api.ts';
import { freePort } from '../../server/core/free-port.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { dataOf } from '../second-service/differences.ts';
import { folderOfTest } from '../support/folders.ts';
import { startRecordingProxy } from '../support/recording-proxy.ts';
import { Sandbox } from '../support/sandbox.ts';

const hookSecret = 'an invented secret of forty characters..';
const serverUrl = 'http://127.0.0.1:4003';
let upstream: Awaited<ReturnType<typeof startSandbox>>;
let sandbox: Sandbox;
let site: Server;
let url: string;
let key: string;

beforeAll(async () => {
  upstream = await startSandbox({ port: 0 });
  sandbox = new Sandbox(upstream.url);
  ({ api_key: key } = await sandbox.makeKey({ flow: 'co_branded' }));
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const port = await freePort(0, '127.0.0.1');
  url = `http://127.0.0.1:${port}`;
  site = createSite({
    siteUrl: url,
    serverUrl,
    serviceUrl: upstream.url,
    apiKey: key,
    frameOrigin: upstream.url,
    subjectKey: { ...(await exportJWK(privateKey)), kid: 'k1' },
    hookSecret,
    backendSecret: hookSecret,
    widgetDir: tmpdir(),
  }).listen(port, '127.0.0.1');
});
afterAll(async () => {
  site.close();
  await upstream.close();
});

const get = (path: string, cookie = '') => fetch(url + path, { headers: { cookie }, redirect: 'manual' });
const post = (path: string, form: URLSearchParams, cookie = '') =>
  fetch(url + path, { method: 'POST', headers: { cookie, origin: url }, body: form, redirect: 'manual' });
async function signIn(member: string): Promise<string> {
  const response = await post('/sign-in', new URLSearchParams({ member, next: '/scan' }));
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
const orderOf = async (subject: string, orderId: string | null, secret = hookSecret) => {
  const response = await fetch(`${url}/internal/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ subject, orderId }),
  });
  return response.ok ? ((await response.json()) as { orderId: string } | null) : response.status;
};

/** Fills in the checkout form of the page. */
async function filledForm(cookie: string): Promise<URLSearchParams> {
  const page = await (await get('/scan', cookie)).text();
  const [first = '', second = '', third = ''] = [...page.matchAll(/<option value="([^"]+)"/g)].map(
    ([, time]) => time ?? '',
  );
  const form = new URLSearchParams({
    primary: first,
    'alternate-1': second,
    'alternate-2': third,
    content_hash: /name="content_hash" value="([^"]+)"/.exec(page)?.[1] ?? '',
    typed_name: 'Odalys Verhoeven',
    purchase: /name="purchase" value="([^"]+)"/.exec(page)?.[1] ?? '',
  });
  for (const [, id = ''] of page.matchAll(/name="decision" value="([^"]+)"/g)) form.append('decision', id);
  return form;
}

/** A second gym whose service uses other names for the consent. */
async function otherGym(assumptions: object | null) {
  type Bundle = { template: { content: { decisions: object[] } } };
  const rewrite = dataOf<Bundle>(/\/consent-bundles\//, ({ template: { content } }) => {
    content.decisions = content.decisions.map((item) => {
      const { label, detail_content, ...rest } = item as Record<string, string>;
      return { ...rest, heading: label, more: { wording: [detail_content] } };
    });
  });
  const wire = await startRecordingProxy(upstream.url, { rewrite });
  const file = join(folderOfTest(), 'assumptions.json');
  await writeFile(file, JSON.stringify(assumptions));
  const port = await freePort(0, '127.0.0.1');
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const other = createSite({
    siteUrl: `http://127.0.0.1:${port}`,
    serverUrl,
    serviceUrl: wire.url,
    apiKey: key,
    frameOrigin: upstream.url,
    subjectKey: { ...(await exportJWK(privateKey)), kid: 'k1' },
    hookSecret,
    backendSecret: hookSecret,
    ...(assumptions && { assumptionsFile: file }),
    widgetDir: tmpdir(),
  }).listen(port, '127.0.0.1');
  onTestFinished(async () => {
    other.close();
    await wire.close();
  });
  const first = {
    method: 'POST',
    headers: { origin: `http://127.0.0.1:${port}` },
    body: new URLSearchParams({ member: 'tsn-2207' }),
    redirect: 'manual',
  } as const;
  const signedIn = await fetch(`http://127.0.0.1:${port}/sign-in`, first);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const page = await fetch(`http://127.0.0.1:${port}/scan`, { headers: { cookie } });
  return { status: page.status, text: await page.text() };
}

describe('A service that spells the consent otherwise', () => {
  it('is read by the assumptions of the server, sections and all', async () => {
    const { status, text } = await otherGym({
      consent: { decisionKeys: { label: ['heading'], detail: ['wording'] } },
    });
    expect(status).toBe(200);
    expect(text.match(/name="decision"/g)).toHaveLength(4);
    expect(text).toContain('I agree that disputes are resolved by binding individual arbitration');
    expect(text.match(/<details open>/g)?.length).toBeGreaterThan(0);
  });

  it('without them shows no consent, but that the booking is not set up', async () => {
    const { status, text } = await otherGym(null);
    expect([status, text]).toEqual([503, expect.stringContaining('still setting up online booking')]);
    expect(text).not.toContain('name="decision"');
  });
});

describe('The checkout', () => {
  it('sends a signed-out visitor to the sign-in page', async () => {
    for (const path of ['/scan', '/schedule', '/me'])
      expect((await get(path)).headers.get('location')).toBe(`/sign-in?next=${path}`);
  });

  it('shows the whole consent, as text, and takes only times that are offered', async () => {
    const cookie = await signIn('tsn-3391');
    const page = await (await get('/scan', cookie)).text();
    expect(page.match(/name="decision"/g)).toHaveLength(4);
    // A time that nobody chose is never sent.
    expect(page.match(/<option value="">/g)).toHaveLength(3);
    expect(page).not.toContain(' selected');
    const wrong = new URLSearchParams({ primary: '2020-01-01T09:00:00-05:00', 'alternate-1': '' });
    expect((await post('/scan', wrong, cookie)).headers.get('location')).toBe('/scan');
    expect((await sandbox.ledger()).orders).toBe(0);
  });

  it('lets no other site buy with the cookie of the member', async () => {
    const headers = { cookie: await signIn('tsn-3391'), origin: 'https://elsewhere.example' };
    for (const path of ['/scan', '/subject-token', '/sign-in', '/sign-out']) {
      const answer = await fetch(url + path, { method: 'POST', headers, redirect: 'manual' });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    expect((await sandbox.ledger()).orders).toBe(0);
  });

  it('makes one order with the co-branded key, and hands over what the server takes', async () => {
    const cookie = await signIn('tsn-2207');
    expect((await post('/scan', await filledForm(cookie), cookie)).headers.get('location')).toBe('/schedule');
    expect(await sandbox.ledger()).toMatchObject({ orders: 1, consent_grants: 1, handoffs: 0 });
    const response = await get('/schedule', cookie);
    const page = await response.text();
    const data = JSON.parse(/id="handoff">(.*?)<\/script>/.exec(page)?.[1] ?? 'null');
    const handoff = openHandoff.parse(data);
    expect(handoff.return_url).toBe(`${url}/schedule`);
    expect(await orderOf('tsn-2207', null)).toMatchObject({ orderId: handoff.order_id });
    expect(response.headers.get('content-security-policy')?.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        `connect-src 'self' ${serverUrl}`,
        `frame-src ${upstream.url}`,
        "require-trusted-types-for 'script'",
      ]),
    );
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
    expect(await (await get('/schedule/page', cookie)).text()).toContain('presentation-mode="hosted_page"');
  });

  it('makes one order of a form that is sent twice, or again after its response was lost', async () => {
    const cookie = await signIn('tsn-2207');
    const { orders = 0 } = await sandbox.ledger();
    const pressedTwice = await filledForm(cookie);
    const answers = await Promise.all([1, 2].map(() => post('/scan', pressedTwice, cookie)));
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual(['/schedule', '/schedule']);
    expect((await sandbox.ledger()).orders).toBe(orders + 1);
    const lost = await filledForm(cookie);
    await sandbox.fault('POST', '/v1/orders', { kind: 'drop_after' });
    expect((await post('/scan', lost, cookie)).status).toBe(500);
    expect((await post('/scan', lost, cookie)).headers.get('location')).toBe('/schedule');
    expect((await sandbox.ledger()).orders).toBe(orders + 2);
  });

  it('waits for an order that the service is still making', async () => {
    const cookie = await signIn('tsn-2207');
    const { orders = 0 } = await sandbox.ledger();
    await sandbox.fault('POST', '/v1/orders', { kind: 'in_progress', retry_after_seconds: 1 });
    const bought = await post('/scan', await filledForm(cookie), cookie);
    expect(bought.headers.get('location')).toBe('/schedule');
    expect((await sandbox.ledger()).orders).toBe(orders + 1);
  });
});

describe('A failure', () => {
  const accept = 'text/html,*/*;q=0.8';
  it('is a page of the gym for a member, and plain text for a script', async () => {
    const cookie = await signIn('tsn-3391');
    await sandbox.fault('GET', '/v1/locations', { kind: 'status', status: 503 }, { times: 2 });
    const page = await fetch(`${url}/scan`, { headers: { cookie, accept } });
    expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('Something went wrong on our side');
    const ofScript = await get('/scan', cookie);
    expect([ofScript.status, await ofScript.text()]).toEqual([500, 'Internal Server Error']);
  });

  it('is a page too for an address that does not exist', async () => {
    const page = await fetch(`${url}/scans`, { headers: { accept } });
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('Page not found')]);
  });
});

describe('The books', () => {
  it('return only the own member’s order, and only to their own server', async () => {
    const own = await orderOf('tsn-2207', null);
    const orderId = typeof own === 'object' ? (own?.orderId ?? '') : '';
    expect(await orderOf('tsn-2207', orderId)).toEqual({
      orderId,
      offering: { catalogId: expect.any(String), offeringId: expect.any(String) },
    });
    expect(await orderOf('tsn-3391', orderId)).toBeNull();
    expect(await orderOf('tsn-3391', null)).toBeNull();
    expect(await orderOf('tsn-2207', orderId, 'x'.repeat(40))).toBe(401);
  });
});
