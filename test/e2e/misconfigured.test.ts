/** A misconfigured page reports its error to the customer, to the page, and once on the console (EMB-13). */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../server/core/free-port.ts';
import { shared } from '../support/ask-made-once.ts';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { startPartner } from '../support/token-harness.ts';
import { openPlainSite, type PlainSite } from './plain-site.ts';

/** How long an element waits for a setting. */
const settingsWaitMs = 5_000;
let site: PlainSite;
let partner: Awaited<ReturnType<typeof startPartner>>;
let service: FullApiServer;
/** Takes the partner's signed tokens instead of asking a hook. */
let checking: FullApiServer;
const browser = await browserOfFile();
let context: BrowserContext;
let page: Page;
let warnings: string[];

beforeAll(async () => {
  await shared('pages');
  site = await openPlainSite();
  partner = await startPartner();
  service = await startFullApiServer({ env: { ORIGINS: site.url } });
  checking = await startFullApiServer({
    env: {
      ORIGINS: site.url,
      SUBJECT_ISSUER: partner.issuer,
      SUBJECT_AUDIENCE: 'widget-exchange',
      SUBJECT_JWKS_URL: `${partner.issuer}/jwks.json`,
    },
  });
});
beforeEach(async () => {
  warnings = [];
  context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  await page.clock.install();
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.addInitScript(() => {
    const received: unknown[] = [];
    Object.assign(window, { received });
    addEventListener('dx-error', (event) =>
      received.push([(event.target as Element).localName, (event as CustomEvent).detail.code]),
    );
  });
});
afterEach(() => context.close());
afterAll(async () => {
  await service?.stop();
  await checking?.stop();
  await partner?.stop();
  await site?.close();
});

const received = (frame = page.mainFrame()) =>
  frame.evaluate(() => (window as unknown as { received: [tag: string, code: string][] }).received);

const token = 'subject-token="user-secret"';
const elements = {
  'dx-booking': '',
  'dx-appointments': '',
  'dx-physician-order': 'appointment-id="a"',
  'dx-handoff': 'handoff-id="00000000-0000-4000-8000-000000000000"',
};
type Tag = keyof typeof elements;
const tags = Object.keys(elements) as Tag[];
const place = (tag: Tag, attributes: string) => `<${tag} ${attributes}></${tag}>`;
const whole = (tag: Tag) => place(tag, `server="${service.url}" ${token} ${elements[tag]}`);
/** All four elements on one page, each with what it needs beside these. */
const all = (attributes: string) => tags.map((tag) => place(tag, `${attributes} ${elements[tag]}`)).join('');

const notSetUp = 'This page isn’t set up correctly yet';

interface Expected {
  code: string;
  /** What the warning names. */
  warning: RegExp;
  words?: string;
}

/** Each element says it in all three places, and only once, even after a while. */
async function say(those: readonly Tag[], { code, warning, words = notSetUp }: Expected): Promise<void> {
  for (const tag of those) {
    const message = page.locator(tag).getByText(words).filter({ visible: true });
    await expectPage(message.first()).toBeVisible();
  }
  const expected = those.map((tag) => [tag, code]).sort();
  await expect.poll(async () => (await received()).sort()).toEqual(expected);
  await expect.poll(() => warnings.length).toBe(those.length);
  await page.clock.runFor(1_000);
  expect((await received()).sort()).toEqual(expected);
  expect(warnings).toHaveLength(those.length);
  for (const tag of those) {
    const own = warnings.find((text) => text.startsWith(`<${tag}> ${code}: `));
    expect(own).toMatch(warning);
    expect(own).not.toContain('user-secret');
  }
}
const says = (tag: Tag, expected: Expected) => say([tag], expected);

async function open(body: string, origin = site.url): Promise<void> {
  site.page = { body };
  await page.goto(origin);
}

/** Opens a page without a setting, and moves its time past the wait for one that arrives late. */
async function openWithout(body: string): Promise<void> {
  await open(body);
  await page.waitForFunction(() => document.querySelector(':not(:defined)') === null);
  await page.clock.runFor(settingsWaitMs);
}

describe('Each element reports', () => {
  it.each(['', 'server="http://["', 'server="ftp://clinic.example"', 'server=”https://clinic.example”'])(
    'that `server` is missing or no address: %s',
    async (server) => {
      await openWithout(all(`${server} ${token}`));
      await say(tags, { code: 'server_missing', warning: /attribute `server`/ });
    },
  );

  it('a page that names no user', async () => {
    await openWithout(all(`server="${service.url}"`));
    const words = 'You’re not signed in';
    await say(tags, { code: 'subject_token_missing', warning: /subject-token.*getSubjectToken/, words });
  });

  it.each([
    ['another path of the server', () => `${service.url}/nowhere`],
    ['another web server', () => site.url],
  ])('that no booking server is at `server`: %s', async (_, address) => {
    await open(all(`server="${address()}" ${token}`));
    await say(tags, { code: 'server_not_found', warning: new RegExp(`mounted.*${address()}/token`) });
  });

  it('that nobody listens at `server`', async () => {
    const address = `http://127.0.0.1:${await freePort(0, '127.0.0.1')}`;
    await open(all(`server="${address}" ${token}`));
    const warning = new RegExp(`nothing responds at ${address}`);
    await say(tags, { code: 'offline', warning, words: 'No connection' });
  });

  it('an origin that the server does not list', async () => {
    await open(all(`server="${service.url}" ${token}`), site.otherUrl);
    const warning = new RegExp(`ORIGINS.*origin ${site.otherUrl}`);
    await say(tags, { code: 'origin_not_listed', warning });
  });

  it('a `fetch` of the page that adds credentials', async () => {
    const wrapper = `<script>const given = fetch; fetch = (to, init) => given(to, { ...init, credentials: 'include' });</script>`;
    await open(wrapper + all(`server="${service.url}" ${token}`));
    await say(tags, { code: 'fetch_changed', warning: /`fetch`.*`credentials`/ });
  });

  it('a page policy without the Trusted Types policies of the widget', async () => {
    site.page = { body: all(`server="${service.url}" ${token}`), policy: 'trusted-types page-own' };
    await page.goto(site.url);
    const words = 'This part of the page did not load.';
    await say(tags, { code: 'blocked_by_policy', warning: /trusted-types.*dx-lit/, words });
  });

  it('a page policy that blocks the server', async () => {
    site.page = { body: all(`server="${service.url}" ${token}`), policy: "connect-src 'self'" };
    await page.goto(site.url);
    await say(tags, { code: 'blocked_by_policy', warning: new RegExp(`connect-src ${service.url}`) });
  });
});

it('dx-physician-order says that the appointment is missing', async () => {
  await openWithout(place('dx-physician-order', `server="${service.url}" ${token}`));
  await says('dx-physician-order', { code: 'appointment_id_missing', warning: /appointment-id/ });
});

it('dx-handoff says that there is nothing to hand over', async () => {
  await openWithout(place('dx-handoff', `server="${service.url}" ${token}`));
  await says('dx-handoff', { code: 'handoff_missing', warning: /`handoff`.*`handoff-id`/ });
});

it('dx-physician-order says that a customer is signed in', async () => {
  await open(whole('dx-physician-order'));
  await says('dx-physician-order', { code: 'role_not_allowed', warning: /verifySubject/ });
});

it('dx-handoff says that the server has no key for it', async () => {
  await open(whole('dx-handoff'));
  await says('dx-handoff', { code: 'flow_not_configured', warning: /HANDOFF_API_KEY/ });
});

it.each([
  ['test-types="CALST, dexa"', /test-types\.1: .*DEXA.*CALST/],
  ['radius-miles="5000"', /radius-miles: .*3000/],
  ['radius-miles="-5"', /radius-miles: .*0/],
  ['radius-miles="ten"', /radius-miles: .*number/],
])('dx-booking names the attribute that the server refuses: %s', async (attribute, warning) => {
  await open(place('dx-booking', `server="${service.url}" ${token} ${attribute}`));
  await says('dx-booking', { code: 'attribute_refused', warning });
});

it.each([
  ['token_audience', () => partner.token({ aud: 'another' }), /SUBJECT_AUDIENCE/],
  ['token_issuer', () => partner.token({ iss: 'https://another.example' }), /SUBJECT_ISSUER/],
  ['token_lifetime', () => partner.token({ exp: undefined }), /SUBJECT_TOKEN_MAX_SECONDS/],
  ['token_type', () => partner.token({}, undefined, { typ: 'logout+jwt' }), /SUBJECT_TOKEN_TYPES/],
] as const)('names the setting that refuses a user token: %s', async (code, sign, warning) => {
  const jwt = await sign();
  await open(place('dx-booking', `server="${checking.url}" subject-token="${jwt}"`));
  await says('dx-booking', { code, warning });
  expect(warnings[0]).not.toContain(jwt);
});

it('starts when the missing setting arrives late, and removes the message', async () => {
  await openWithout(place('dx-booking', `server="${service.url}"`));
  await expectPage(page.locator('dx-booking').getByText('You’re not signed in').first()).toBeVisible();
  await page.locator('dx-booking').evaluate((it) => it.setAttribute('subject-token', 'user-late'));
  await expectPage(page.locator('dx-place-step')).toBeVisible();
  await expectPage(page.locator('dx-booking').getByText('You’re not signed in')).toHaveCount(0);
});

it('says what a sandboxed frame without allow-same-origin lacks', async () => {
  site.framed = { body: whole('dx-booking') };
  await open('<iframe src="/framed" width="800" height="900" sandbox="allow-scripts allow-forms"></iframe>');
  const frame = page.frames().find((one) => one.url().endsWith('/framed'));
  if (frame === undefined) throw new Error('no frame');
  await expectPage(frame.getByText(notSetUp).first()).toBeVisible();
  expect(await received(frame)).toEqual([['dx-booking', 'origin_not_listed']]);
  await expect.poll(() => warnings.length).toBe(1);
  expect(warnings[0]).toMatch(/origin of the page is "null".*allow-same-origin/);
});

it.each([
  ['adopted style sheets', () => Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets')],
  ['toSorted', () => Reflect.deleteProperty(Array.prototype, 'toSorted')],
])('tells a browser without %s that it is too old', async (_, remove) => {
  await page.addInitScript(remove);
  await open(whole('dx-appointments'));
  const words = 'Your browser is too old for this part of the page.';
  await says('dx-appointments', { code: 'browser_not_supported', warning: /Safari 16.4/, words });
});
