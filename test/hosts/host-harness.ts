/** Books in the elements on any page: one browser, one server and one sandbox for all pages of a file. */
import type { Browser, ElementHandle, Frame, Page } from 'playwright';
import { afterAll, expect } from 'vitest';
import { shared } from '../support/ask-made-once.ts';
import { choosePlace, pickTimes, profile, signConsent } from '../support/booking.ts';
import { shareBrowser } from '../support/browser.ts';
import { Customer } from '../support/customer.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { type HostPage, type HostSite, openHostSite } from './host-site.ts';
import { wholeDocument } from './markup.ts';

/** What a page needs to embed the element. */
export interface Parts {
  /** The tag with its attributes. */
  tag: string;
  /** The address of the loader, on another origin than the page. */
  loader: string;
  /** The script tag of the loader. */
  script: string;
  /** The address of the module of `<dx-booking>`. */
  module: string;
  /** A user token that no other element has used. */
  token(): string;
  server: string;
  site: HostSite;
}

/** The element. A locator would not find it in a closed shadow root. */
export type HostElement = ElementHandle<HTMLElement>;

export interface Host {
  name: string;
  /** The page, or the body of a usual one. */
  page(parts: Parts): string | HostPage;
  /** More pages of the host, by the end of their paths. */
  more?(parts: Parts): Record<string, string | HostPage>;
  /** Runs before the page's own scripts. */
  before?: () => void;
  /** Prepares the browser's page before it opens the address. */
  prepare?(page: Page): Promise<unknown>;
  /** What a person or the page does before the element is used. */
  act?(page: Page, parts: Parts): Promise<void>;
  /** Checks the page after the booking. */
  after?(page: Page): Promise<void>;
  viewport?: { width: number; height: number };
  /** Opens the page under the other origin, which only its frame does not share. */
  elsewhere?: boolean;
  /** The element is in this frame of the page. */
  framed?: boolean;
  /** Finds the element, if no search can. */
  element?(page: Page): Promise<HostElement>;
  /** The step at which the journey starts. @default review */
  from?: 'place' | 'consent' | 'review';
  /** The width of the element, if it is not between 280 and 1400 px. */
  width?: [least: number, most: number];
}

export interface HostHarness {
  server: FullApiServer;
  site: HostSite;
  browser: Browser;
  parts(subject: string): Promise<Parts>;
  open(host: Host): Promise<Opened>;
  stop(): Promise<void>;
}

/** A page on show. */
export interface Opened {
  page: Page;
  element: HostElement;
  /** Errors and warnings of the console, and violations of the policy. */
  console: string[];
  close(): Promise<void>;
}

/** Chromium warns of every sandbox that allows both, and says when the element finds that forms are blocked. */
const ofChromium = /can escape its sandboxing|Blocked form submission/;
/** What it says of markup that a script inserts, and of inline styles under a policy that needs linked ones. */
const ofMarkup = /declarative Shadow DOM is not being parsed|Applying inline style/;

/** @param settings.markup whether the tags contain the first step as markup. @default false */
async function startHostHarness({ markup = false } = {}): Promise<HostHarness> {
  await shared('pages');
  const site = await openHostSite();
  const server = await startFullApiServer({
    env: { ORIGINS: site.url, LOG_LEVEL: 'error' },
    hooks: {
      // A page's tokens are `user-NAME.NUMBER`: each is good for one exchange.
      verifySubject: async (token) => {
        const [subject = ''] = token.split('.');
        return subject.startsWith('user-') ? { subject } : null;
      },
    },
  });
  const browser = await shareBrowser();
  // The pages share the cache of the browser. The widget keeps nothing else in it.
  const context = await browser.newContext({
    viewport: { width: 1024, height: 800 },
    reducedMotion: 'reduce',
  });
  let tokens = 0;

  const content = markup ? await (await fetch(`${server.url}/first-step`)).text() : '';

  async function parts(subject: string): Promise<Parts> {
    const loader = `${server.url}/widget/loader.js`;
    const token = () => `user-${subject}.${++tokens}`;
    return {
      tag: `<dx-booking server="${server.url}" subject-token="${token()}">${content}</dx-booking>`,
      loader,
      script: `<script type="module" src="${loader}"></script>`,
      module: await moduleOf(loader),
      token,
      server: server.url,
      site,
    };
  }

  async function open(host: Host): Promise<Opened> {
    const subject = host.name.replaceAll(/\W+/g, '-');
    const given = await parts(subject);
    await seed(new Customer(server.url, site.url, given.token()), host.from ?? 'review');
    const path = `/${subject}`;
    const asPage = (page: string | HostPage) =>
      typeof page === 'string' ? { text: wholeDocument(given.script, page) } : page;
    site.pages.set(path, asPage(host.page(given)));
    for (const [end, page] of Object.entries(host.more?.(given) ?? {}))
      site.pages.set(path + end, asPage(page));

    const page = await context.newPage();
    if (host.viewport) await page.setViewportSize(host.viewport);
    const seen: string[] = [];
    page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
    page.on('console', (message) => {
      const isOurs = !ofChromium.test(message.text()) && !(markup && ofMarkup.test(message.text()));
      if (isOurs && /error|warning/.test(message.type())) seen.push(message.text());
    });
    if (host.before) await page.addInitScript(host.before);
    await host.prepare?.(page);
    await page.goto((host.elsewhere ? site.otherUrl : site.url) + path);
    await host.act?.(page, given);
    const frame = host.framed ? await frameOf(page) : page;
    const element = host.element ? await host.element(page) : await find(frame);
    return { page, element, console: seen, close: () => page.close() };
  }

  return {
    server,
    site,
    browser,
    parts,
    open,
    async stop() {
      await browser.close();
      await server.stop();
      await site.close();
    },
  };
}

/** The module of `<dx-booking>` has a hash in its name, which the loader knows. */
async function moduleOf(loader: string): Promise<string> {
  const text = await (await fetch(loader)).text();
  const name = /\.\/(booking-[\w-]+\.js)/.exec(text)?.[1];
  if (name === undefined) throw new Error('the loader imports no booking');
  return new URL(name, loader).href;
}

async function find(frame: Page | Frame): Promise<HostElement> {
  return (await frame.waitForSelector('dx-booking', { state: 'attached' })) as HostElement;
}

async function frameOf(page: Page): Promise<Frame> {
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error('the page has no frame');
  return frame;
}

/** Brings the customer's journey to the step at which the page starts. */
async function seed(customer: Customer, to: NonNullable<Host['from']>): Promise<void> {
  if (to === 'place') return;
  const view = await choosePlace(customer, 'DEXA');
  await customer.answer('times', pickTimes(view));
  const signing = await customer.answer('identity', profile);
  if (to === 'review') await customer.answer('consent', signConsent(signing));
}

/** The element is neither squeezed nor wider than what surrounds it, and shows nothing outside its own box. */
export async function checkWidth(
  element: HostElement,
  [least, most]: [number, number],
  box = 'the element',
): Promise<void> {
  const sizes = await element.evaluate((it) => {
    const { left, right, width } = it.getBoundingClientRect();
    const box = (it.parentElement ?? (it.getRootNode() as ShadowRoot).host).getBoundingClientRect();
    const frame = it.shadowRoot?.querySelector('.user-stack')?.getBoundingClientRect();
    const { scrollWidth, clientWidth } = document.documentElement;
    return {
      width,
      outside: Math.max(box.left - left, right - box.right),
      inside: frame === undefined ? 0 : Math.max(left - frame.left, frame.right - right),
      unused: frame === undefined ? 0 : width - frame.width,
      scrolled: scrollWidth - clientWidth,
    };
  });
  expect(sizes.width, `width of ${box}`).toBeGreaterThanOrEqual(least);
  expect(sizes.width, `width of ${box}`).toBeLessThanOrEqual(most);
  expect(sizes.outside, `how far ${box} sticks out`).toBeLessThan(1.5);
  expect(sizes.inside, `content outside of ${box}`).toBeLessThan(1.5);
  expect(sizes.unused, `width of ${box} without content`).toBeLessThan(1.5);
  expect(sizes.scrolled, 'the page scrolls sideways').toBeLessThanOrEqual(0);
}

/** Starts a harness for all tests of a file. */
export async function hostHarnessOfFile(
  settings?: Parameters<typeof startHostHarness>[0],
): Promise<HostHarness> {
  const harness = await startHostHarness(settings);
  afterAll(() => harness.stop());
  return harness;
}
