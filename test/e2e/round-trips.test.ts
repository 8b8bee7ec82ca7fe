/**
 * Round trips and preflights of a page on another origin than the server. Nothing passes the line between them until the
 * test says so, so that it counts and does not measure time.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPages } from '../../examples/build-pages.ts';
import { shareBrowser } from '../support/browser.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { SteppedLine } from '../support/stepped-line.ts';
import { Visitor } from './visitor.ts';

const line = new SteppedLine();
const pages = new Map<string, string>();
const site = createServer(({ url = '' }, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages.get(url) ?? '');
}).listen(0, '127.0.0.1');
let siteUrl: string;
let serverUrl: string;
let service: FullApiServer;
let browser: Browser;

beforeAll(async () => {
  await buildPages(fileURLToPath(new URL('../..', import.meta.url)), () => {});
  siteUrl = await line.to('page', () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  serverUrl = await line.to('server', () => service.url);
  service = await startFullApiServer({ env: { PUBLIC_URL: serverUrl, ORIGINS: siteUrl } });
  browser = await shareBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await line.close();
  site.close();
});

/** The tags of the guide (widget/README.md). @returns the address of the page */
function embed(path: string, preload = ''): string {
  const loader = `<script type="module" src="${serverUrl}/widget/v1/loader.js"></script>`;
  const tag = `<dx-booking server="${serverUrl}" subject-token="user${path.replace('/', '-')}"></dx-booking>`;
  pages.set(
    path,
    `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A page</title>${preload}${loader}${tag}</html>`,
  );
  return siteUrl + path;
}

const loader = 'GET /widget/v1/loader.js';
const opening = 'GET /widget/v1/opening.js';
const module = /^GET \/widget\/v1\/booking-/;
const firstView = 'POST /first-view';

let visitor: Visitor;
beforeEach(async () => {
  line.shut();
  visitor = await Visitor.begin(browser);
});
afterEach(async () => {
  line.open();
  await visitor.leave();
});

const preflights = () => line.passed.filter((what) => what.startsWith('OPTIONS'));

describe('the first usable step', () => {
  it('takes six round trips, with connections and preflights', async () => {
    void visitor.page.goto(embed('/plain')).catch(() => {});
    await line.round('connect page');
    await line.round('GET /plain');
    await line.round('connect server');
    await line.round(loader);
    await line.round(opening, 'connect server');
    await line.round(firstView, module);
    await visitor.sees('place');
    await visitor.chooseTest('DEXA');
    expect(line.rounds).toBe(6);
    expect(preflights()).toEqual([]);
  });

  it('takes five with the preload that the guide recommends', async () => {
    const preload = `<link rel="modulepreload" href="${serverUrl}/widget/v1/opening.js">`;
    void visitor.page.goto(embed('/preload', preload)).catch(() => {});
    await line.round('connect page');
    await line.round('GET /preload');
    await line.round('connect server', 'connect server');
    await line.round(loader, opening);
    await line.round(firstView, module);
    await visitor.sees('place');
    await visitor.chooseTest('DEXA');
    expect(line.rounds).toBe(5);
    expect(preflights()).toEqual([]);
  });
});

describe('a whole booking', () => {
  it('costs three preflights, and each press one request', async () => {
    line.open();
    await visitor.page.goto(embed('/whole'));
    await visitor.sees('place');
    expect(requests()).toEqual([firstView]);
    expect(parts()).toEqual([]);
    await visitor.chooseTest('DEXA');
    await expect.poll(parts).toEqual(['after-search']);
    const address = await searchPlaces();
    const later = [`POST ${address}`];
    expect(await requestsOf(() => choose('180 Harrowgate Street'))).toEqual(later);
    expect(await requestsOf(() => visitor.acceptProduct())).toEqual(later);
    expect(parts()).toEqual(['after-search']);
    await visitor.chooseTimes();
    await expect.poll(parts).toEqual(['after-search', 'after-times']);
    expect(await requestsOf(() => visitor.continueTo('identity'))).toEqual(later);
    await visitor.fillDetails();
    expect(await requestsOf(() => visitor.continueTo('consent'))).toEqual(later);
    await visitor.fillConsent();
    expect(await requestsOf(() => visitor.sign('review'))).toEqual(later);
    expect(await requestsOf(() => pay())).toEqual(later);
    await visitor.fillQuestionnaire();
    await visitor.button('Review your answers').click();
    const [answer, ...more] = await requestsOf(() => send());
    expect([answer]).toEqual(later);
    // The live stream asks once for what it may have missed.
    expect(more.filter((what) => what !== `GET ${address}`)).toEqual([]);
    await expect.poll(() => line.passed).toContain('GET /live');
    expect(line.passed).toContain(`PUT ${address}`);
    expect(preflights().toSorted()).toEqual(
      [`OPTIONS ${address}`, `OPTIONS ${address}/previews`, 'OPTIONS /live'].toSorted(),
    );
  });

  /** @returns the address of the journey */
  async function searchPlaces(): Promise<string> {
    // The save of the chosen test asks for the address, so that no press has to.
    await expect.poll(preflights).toHaveLength(1);
    const address = preflights()[0]?.replace('OPTIONS ', '') ?? '';
    await expect.poll(() => line.passed).toContain(`PUT ${address}`);
    await visitor.textbox('ZIP code').fill('10002');
    const asked = await requestsOf(async () => {
      await visitor.button('Find clinics').click();
      await visitor.button('Choose this clinic, 180 Harrowgate Street').waitFor();
    });
    expect(asked).toEqual([`POST ${address}`]);
    await expect.poll(() => line.passed).toContain(`POST ${address}/previews`);
    return address;
  }

  async function choose(street: string): Promise<void> {
    await visitor.button(`Choose this clinic, ${street}`).click();
    await visitor.opens('product');
  }

  async function pay(): Promise<void> {
    await visitor.button(/^Pay \$/).click();
    await visitor.opens('questionnaire');
  }

  async function send(): Promise<void> {
    await visitor.button('Send answers').click();
    await visitor.opens('sent');
  }
});

/** The parts of the booking that were loaded: before the press that needs them, so that they do not delay its response. */
const parts = () => line.passed.flatMap((what) => /\/(after-search|after-times)-/.exec(what)?.[1] ?? []);

/** What comes beside a press: files of the widget, drafts, prices, and the live stream. */
const beside = /^(?:connect|PUT) |\/widget\/|\/previews$|\/live$|GET \/whole/;
const requests = () => line.passed.filter((what) => !beside.test(what));

/** The requests from a press until the next step is shown. */
async function requestsOf(press: () => Promise<void>): Promise<string[]> {
  const before = requests().length;
  await press();
  return requests().slice(before);
}
