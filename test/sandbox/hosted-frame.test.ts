/** The hosted scheduling page in a partner's frame: the messages it posts, and the origins that get none. */

import type { BrowserContext, FrameLocator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import { catalog, type Trait } from '../../server/sandbox/catalog/catalog.ts';
import { type Json, messages } from '../contract/wire-fixtures.ts';
import { differences } from '../contract/wire-shape.ts';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { type Served, serve } from '../support/serve.ts';
import { answerQuestionnaire, pairOf } from './booking.ts';
import { harnessOfFile } from './fresh-partner.ts';
import { customerData, handedOff } from './handoff-requests.ts';
import { faultsOf } from './page-faults.ts';
import type { Partner } from './sandbox-harness.ts';

interface Message {
  origin: string;
  data: { type: string; payload: Record<string, unknown> };
}

function framingPage(framed: string, attributes = ''): string {
  const address = framed.replaceAll('"', '&quot;');
  return `<!doctype html><title>Partner</title><script>
    window.messages = [];
    addEventListener('message', ({ origin, data }) => window.messages.push({ origin, data }));
  </script><iframe title="Scheduling" width="600" height="700" src="${address}" ${attributes}></iframe>`;
}

const openPartnerSite = () =>
  serve(({ url = '' }, response) => {
    const { searchParams } = new URL(url, 'http://127.0.0.1');
    response.setHeader('content-type', 'text/html');
    response.end(
      framingPage(searchParams.get('frame') ?? 'about:blank', searchParams.get('attributes') ?? ''),
    );
  });

async function visitFramed(page: Page, site: Served, framed: string, attributes = ''): Promise<FrameLocator> {
  await page.goto(`${site.url}/?${new URLSearchParams({ frame: framed, attributes })}`);
  return page.frameLocator('iframe');
}

function messagesOf(page: Page): Promise<Message[]> {
  return page.evaluate(() => (window as unknown as { messages: Message[] }).messages);
}

/** Waits for a message of that name, which must have the shape of its fixture. @returns the payload of the last one */
async function payloadOf(page: Page, name: string): Promise<Record<string, unknown>> {
  const found = async () =>
    (await messagesOf(page)).findLast(({ data }) => data.type === `service.embed.${name}`);
  await expect.poll(found, { message: `service.embed.${name}` }).toBeDefined();
  const { data } = (await found()) ?? {};
  const fixture = messages.find(({ message }) => message.type === data?.type);
  expect(differences(data as unknown as Json, fixture?.message, fixture?.open)).toEqual([]);
  return data?.payload ?? {};
}

const harness = await harnessOfFile();
let site: Served;
const browser = await browserOfFile();
let context: BrowserContext;
let page: Page;
let partner: Partner;
beforeAll(async () => {
  site = await openPartnerSite();
});
beforeEach(async () => {
  await harness.control('POST', '/reset');
  partner = await harness.partner({ flow: 'co_branded' });
  context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
});
afterEach(() => context.close());
afterAll(async () => {
  await site.close();
});

const framed = {
  presentation_mode: 'iframe',
  return_url: 'https://partner.example/done',
  member_profile_url: 'https://partner.example/me',
};
const typesOf = async () =>
  (await messagesOf(page)).map(({ data }) => data.type.replace('service.embed.', ''));

describe('the hosted page in a frame', () => {
  it('posts ready, and its height whenever that changes [EMB-01] [EMB-02] [GAP-99]', async () => {
    const faults = faultsOf(page);
    const frame = await visitFramed(page, site, (await handedOff(partner, framed)).url);
    expect(await payloadOf(page, 'ready')).toEqual({});
    const { height } = await payloadOf(page, 'resize');
    await frame.getByRole('button', { name: 'Exit without sending' }).click();
    await expect.poll(async () => (await payloadOf(page, 'resize')).height).not.toBe(height);
    const content = await frame
      .locator('#page')
      .evaluate((element) => element.getBoundingClientRect().height);
    expect(Math.abs(content - Number((await payloadOf(page, 'resize')).height))).toBeLessThanOrEqual(1);
    for (const { origin } of await messagesOf(page)) expect(origin).toBe(harness.url);
    expect(faults).toEqual([]);
    const inner = page.frames().at(-1);
    expect(inner && (await accessibilityFaults(inner))).toEqual([]);
  });

  it('posts complete without an address; the appointment waits for the location [EMB-03] [GAP-98]', async () => {
    const { url, path: appointmentPath } = await handedOff(partner, framed);
    const frame = await visitFramed(page, site, url);
    await frame.getByRole('button', { name: 'Confirm these times' }).click();
    expect(await payloadOf(page, 'complete')).toEqual({});
    const { data } = await partner.get<Appointment>(appointmentPath);
    expect(data).toMatchObject({ status: 'pending_confirmation', scheduled_for: null });
    expect((await typesOf()).filter((type) => type === 'complete')).toHaveLength(1);
  });

  it('posts the error of a page that has expired when the member comes back to it, once [EMB-07]', async () => {
    const frame = await visitFramed(page, site, (await handedOff(partner, framed)).url);
    await frame.getByRole('button', { name: 'Confirm these times' }).waitFor();
    await harness.control('POST', '/clock', { advance_seconds: 86_401 });
    const comeBack = async () => {
      const read = page.waitForResponse('**/view');
      await frame.locator('body').evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await read;
    };
    const errors = async () =>
      (await messagesOf(page)).flatMap(({ data }) => (data.type.endsWith('error') ? data.payload : []));
    await comeBack();
    await expect.poll(errors).toEqual([{ status: 'handoff_expired' }]);
    await comeBack();
    await frame.getByRole('button', { name: 'Close' }).click();
    await payloadOf(page, 'exit');
    expect(await errors()).toHaveLength(1);
  });

  it("asks the partner's page to return, and never navigates itself [EMB-04] [EMB-05] [EMB-06]", async () => {
    const { url } = await handedOff(partner, framed);
    const frame = await visitFramed(page, site, url);
    await frame.getByRole('button', { name: 'Return to profile' }).click();
    expect(await payloadOf(page, 'profile')).toEqual({ url: framed.member_profile_url });
    await frame.getByRole('button', { name: 'Exit without sending' }).click();
    expect(await payloadOf(page, 'exit')).toEqual({});
    await frame.getByRole('button', { name: 'Return to partner.example' }).click();
    expect(await payloadOf(page, 'return')).toEqual({ url: framed.return_url });
    expect(page.frames().at(-1)?.url()).toBe(url);
    expect(page.url().startsWith(site.url)).toBe(true);
  });

  it('hides the controls that ui_controls name [HND-18]', async () => {
    const ui_controls = { hide_change: true, hide_exit: true, hide_return_to_profile: true };
    const frame = await visitFramed(page, site, (await handedOff(partner, { ...framed, ui_controls })).url);
    await frame.getByRole('button', { name: 'Confirm these times' }).waitFor();
    expect(await frame.getByRole('button').count()).toBe(1);
    expect(await frame.getByRole('combobox').count()).toBe(0);
  });

  it('works in a sandboxed frame with scripts, forms and its own origin [GAP-100]', async () => {
    const { url } = await handedOff(partner, framed);
    const attributes = 'sandbox="allow-scripts allow-forms allow-same-origin" referrerpolicy="no-referrer"';
    const frame = await visitFramed(page, site, url, attributes);
    await frame.getByRole('button', { name: 'Confirm these times' }).click();
    await frame.getByRole('heading', { name: 'Request sent' }).waitFor();
  });
});

describe('a test that cannot be scheduled', () => {
  const fails = async (url: string) => {
    const frame = await visitFramed(page, site, url);
    expect(await payloadOf(page, 'error')).toEqual({ status: 'blocked_by_test_offering_policy' });
    await frame.getByRole('button', { name: 'Close' }).click();
    expect(await payloadOf(page, 'exit')).toEqual({});
    await frame.getByRole('heading', { name: 'This test can’t be scheduled here' }).waitFor();
  };

  it.each<Trait>(['empty_schedule', 'calendar_unavailable'])('is one with %s [EMB-07]', async (trait) => {
    const pair = pairOf('DEXA', trait);
    const testType = catalog
      .flatMap(({ offerings }) => offerings)
      .find(({ offering_id }) => offering_id === pair.offering_id)?.test_type;
    const { url } = await handedOff(partner, framed, { testType: testType ?? 'DEXA', pair });
    await fails(url);
  });

  it.each(['1996-05-05', '1940-05-05'])(
    'is a calcium score for someone born %s [EMB-07]',
    async (date_of_birth) => {
      const customer_data = customerData({ date_of_birth });
      await fails((await handedOff(partner, { ...framed, customer_data }, { testType: 'CALST' })).url);
    },
  );

  it('is one whose questionnaire ended blocked [EMB-07]', async () => {
    const ordered = await handedOff(partner, framed);
    await answerQuestionnaire(partner, ordered, ['pregnant']);
    await fails(ordered.url);
  });
});

describe('the hosted page posts nothing', () => {
  const elsewhere = 'https://partner.example';
  /** The same page at an origin that is not loopback, with or without the policy that keeps it from framing. */
  const visitFrom = async (url: string, { policy }: { policy: boolean }) => {
    await context.route(`${elsewhere}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: framingPage(url) }),
    );
    // Fetched by the test, since a browser asks before a public page may reach a loopback address.
    await context.route(url, async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': kept = '', ...headers } = response.headers();
      const policies = policy ? { 'content-security-policy': kept } : {};
      await route.fulfill({ response, headers: { ...headers, ...policies } });
    });
    await page.goto(`${elsewhere}/`);
    return page.frameLocator('iframe').getByRole('button', { name: 'Confirm these times' });
  };

  /** The browser shows an error in place of the frame. */
  const isRefused = () => expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);

  it('to an origin that the key does not list, if it lists any [GAP-99]', async () => {
    await harness.control('PATCH', `/keys/${partner.prefix}`, { embed_origins: [elsewhere] });
    const { url } = await handedOff(partner, framed);
    const { headers } = await fetch(url);
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${elsewhere}`);
    await visitFramed(page, site, url);
    await isRefused();
    expect(await messagesOf(page)).toEqual([]);

    await (await visitFrom(url, { policy: true })).waitFor();
    expect(await payloadOf(page, 'ready')).toEqual({});
  });

  it('to an origin that is not loopback, if the key lists none: by policy, and by the page itself [GAP-99]', async () => {
    const { url } = await handedOff(partner, framed);
    await visitFrom(url, { policy: true });
    await isRefused();
    await context.unrouteAll();
    await (await visitFrom(url, { policy: false })).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Request sent' }).waitFor();
    expect(await messagesOf(page)).toEqual([]);
  });

  it('from a page that is not for a frame, framed or opened [EMB-01] [HND-16]', async () => {
    const alone = await handedOff(partner, { ...framed, presentation_mode: 'hosted_page' });
    await visitFramed(page, site, alone.url);
    await isRefused();
    expect(await messagesOf(page)).toEqual([]);
    // A page that was made for a frame works without one too: its ways back are links.
    await page.goto((await handedOff(partner, framed)).url);
    await page.getByRole('link', { name: 'Return to profile' }).waitFor();
  });
});
