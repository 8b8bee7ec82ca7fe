/**
 * Round trips and preflights of a page over HTTP/2, as the guide of the proxy has it. Nothing passes the line between browser
 * and server until the test says so, so that it counts and does not measure time. A connection counts as one round trip: its
 * TLS takes one more.
 */
import type { Socket } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shared } from '../support/ask-made-once.ts';
import { eventually } from '../support/eventually.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { carryAtOnce, openLineAddress, startLineBrowser } from '../support/http2-line.ts';
import { serve } from '../support/serve.ts';
import { Visitor } from './visitor.ts';

/** What waits on the line, and how it passes. */
interface Waiting {
  what: string;
  pass(): void;
}

/** The line. All addresses that it was given for servers share its round trips. */
class SteppedLine {
  /** Each connection (`connect page`) and request (`GET /page`) that passed, in order. */
  readonly passed: string[] = [];
  /** How many round trips were made. */
  rounds = 0;
  readonly #waiting: Waiting[] = [];
  readonly #ends: (() => Promise<void>)[] = [];
  readonly #clients = new Set<Socket>();
  #arrived: () => void = () => {};
  #isOpen = false;

  /**
   * Gives servers an address on the line.
   * @param name names its connections
   * @param target the address of the server of a path, once it has one
   */
  async to(name: string, target: (path: string) => string): Promise<string> {
    const { origin, close } = await openLineAddress(target, {
      connect: (client, proxy) => {
        this.#clients.add(client);
        client.on('close', () => this.#clients.delete(client));
        this.#wait(`connect ${name}`, () => carryAtOnce(client, proxy));
      },
      request: (what, pass) => this.#wait(what, pass),
    });
    this.#ends.push(close);
    return origin;
  }

  /** Waits until all of this waits on the line at the same time, and makes one round trip of everything that waits. */
  async round(...expected: (string | RegExp)[]): Promise<void> {
    for (;;) {
      const left = this.#waiting.map(({ what }) => what);
      const missing = expected.filter((each) => {
        const at = left.findIndex((what) => (typeof each === 'string' ? what === each : each.test(what)));
        if (at >= 0) left.splice(at, 1);
        return at < 0;
      });
      if (missing.length === 0) break;
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    this.rounds += 1;
    for (const each of this.#waiting.splice(0)) this.#pass(each);
  }

  /** Stops everything again, and starts to count again. */
  shut(): void {
    this.#isOpen = false;
    this.rounds = 0;
    this.passed.length = 0;
  }

  /** Lets everything pass from now on. */
  open(): void {
    this.#isOpen = true;
    for (const each of this.#waiting.splice(0)) this.#pass(each);
  }

  /** Resolves when no page is connected, so that nothing of it comes later. */
  left(): Promise<void> {
    return eventually(() => this.#clients.size === 0);
  }

  async close(): Promise<void> {
    await Promise.all(this.#ends.map((end) => end()));
  }

  #wait(what: string, pass: () => void): void {
    this.#waiting.push({ what, pass });
    if (this.#isOpen) this.open();
    this.#arrived();
  }

  #pass({ what, pass }: Waiting): void {
    this.passed.push(what);
    pass();
  }
}

const line = new SteppedLine();
const pages = new Map<string, string>();
const site = await serve(({ url = '' }, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages.get(url) ?? '');
});
let siteUrl: string;
let serverUrl: string;
let service: FullApiServer;
let browser: Browser;

beforeAll(async () => {
  await shared('pages');
  siteUrl = await line.to('page', () => site.url);
  // The site is beside the server too, for a page that has the server on its own origin.
  serverUrl = await line.to('server', (path) => (pages.has(path) ? site.url : service.url));
  service = await startFullApiServer({
    env: { PUBLIC_URL: serverUrl, ORIGINS: `${siteUrl},${serverUrl}` },
  });
  browser = await startLineBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await line.close();
  await site.close();
});

/** The tags of the guide (widget/README.md). @returns the address of the page on an origin of its own */
function embed(path: string, markup = ''): string {
  const loader = `<script type="module" src="${serverUrl}/widget/v1/loader.js"></script>`;
  const tag = `<dx-booking server="${serverUrl}" subject-token="user${path.replace('/', '-')}">${markup}</dx-booking>`;
  pages.set(
    path,
    `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A page</title>${loader}${tag}</html>`,
  );
  return siteUrl + path;
}

const loader = 'GET /widget/v1/loader.js';
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
  await line.left();
});

const preflights = () => line.passed.filter((what) => what.startsWith('OPTIONS'));

describe('the first usable step', () => {
  it('takes five round trips, with connections and preflights', async () => {
    void visitor.page.goto(embed('/plain')).catch(() => {});
    await line.round('connect page');
    await line.round('GET /plain');
    await line.round('connect server');
    await line.round(loader);
    await line.round(firstView, module);
    await visitor.sees('place');
    await visitor.chooseTest('DEXA');
    expect(line.rounds).toBe(5);
    expect(preflights()).toEqual([]);
  });
});

describe('the first step as markup', () => {
  it('is seen after two round trips, and usable after four', async () => {
    const markup = await (await fetch(`${service.url}/first-step`)).text();
    void visitor.page.goto(embed('/markup', markup)).catch(() => {});
    await line.round('connect page');
    await line.round('GET /markup');
    await visitor.page.getByRole('heading', { level: 2 }).waitFor();
    expect(line.rounds).toBe(2);
    await line.round('connect server');
    await line.round(loader, module);
    await visitor.sees('place');
    await visitor.chooseTest('DEXA');
    expect(line.rounds).toBe(4);
    expect(preflights()).toEqual([]);
  });
});

describe('the first step as markup on the origin of the server', () => {
  it('is seen after two round trips, and usable after three', async () => {
    const markup = await (await fetch(`${service.url}/first-step`)).text();
    embed('/mounted', markup);
    void visitor.page.goto(`${serverUrl}/mounted`).catch(() => {});
    await line.round('connect server');
    await line.round('GET /mounted');
    await visitor.page.getByRole('heading', { level: 2 }).waitFor();
    expect(line.rounds).toBe(2);
    await line.round(loader, module);
    await visitor.sees('place');
    await visitor.chooseTest('DEXA');
    expect(line.rounds).toBe(3);
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
    await expect.poll(parts).toEqual(['choice-steps']);
    const address = await searchPlaces();
    const later = [`POST ${address}`];
    expect(await requestsOf(() => choose('180 Harrowgate Street'))).toEqual(later);
    expect(await requestsOf(() => visitor.acceptProduct())).toEqual(later);
    expect(parts()).toEqual(['choice-steps']);
    await visitor.chooseTimes();
    await expect.poll(parts).toEqual(['choice-steps', 'details-steps']);
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
      await visitor.button('Find testing centers').click();
      await visitor.button('Choose this testing center, 180 Harrowgate Street').waitFor();
    });
    expect(asked).toEqual([`POST ${address}`]);
    await expect.poll(() => line.passed).toContain(`POST ${address}/previews`);
    return address;
  }

  async function choose(street: string): Promise<void> {
    await visitor.button(`Choose this testing center, ${street}`).click();
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
const parts = () => line.passed.flatMap((what) => /\/(choice-steps|details-steps)-/.exec(what)?.[1] ?? []);

/** What comes beside a press: files of the widget, drafts, prices, and the live stream. */
const beside = /^(?:connect|PUT) |\/widget\/|\/previews$|\/live$|GET \/whole/;
const requests = () => line.passed.filter((what) => !beside.test(what));

/** The requests from a press until the next step is shown. */
async function requestsOf(press: () => Promise<void>): Promise<string[]> {
  const before = requests().length;
  await press();
  return requests().slice(before);
}
