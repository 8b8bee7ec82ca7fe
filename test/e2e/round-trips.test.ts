/**
 * Round trips and preflights of a page on another origin than the server. Nothing passes the line between them until the
 * test says so, so that it counts and does not measure time.
 */
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPages } from '../../examples/build-pages.ts';
import { shareBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { openLineAddress } from '../support/line-address.ts';
import { Visitor } from './visitor.ts';

/** What waits on the line, and how it passes. */
interface Waiting {
  what: string;
  pass(): void;
}

const head = /^([A-Z]+) (\S+) HTTP\/1\.1\r\n/;

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
   * Gives a server an address on the line.
   * @param name names its connections
   * @param target the address of the server, once it has one
   */
  async to(name: string, target: () => string): Promise<string> {
    const { url, close } = await openLineAddress((client) => this.#join(client, name, target()));
    this.#ends.push(close);
    return url;
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

  #join(client: Socket, name: string, target: string): void {
    const { hostname, port } = new URL(target);
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) socket.on('error', () => {});
    this.#clients.add(client);
    client.on('close', () => {
      this.#clients.delete(client);
      server.destroy();
    });
    server.on('close', () => client.destroy());
    server.pipe(client);
    const early: Buffer[] = [];
    let take = (bytes: Buffer): void => {
      early.push(bytes);
    };
    client.on('data', (bytes: Buffer) => take(bytes));
    this.#wait(`connect ${name}`, () => {
      take = (bytes) => this.#receive(bytes, server);
      for (const bytes of early) take(bytes);
    });
  }

  /** A request waits. What follows it, its body, waits with it. */
  #receive(bytes: Buffer, server: Socket): void {
    const [, method, path] = head.exec(bytes.toString('latin1')) ?? [];
    const pass = () => {
      server.write(bytes);
    };
    const last = this.#waiting.at(-1);
    if (method !== undefined) this.#wait(`${method} ${path}`, pass);
    else if (last === undefined) pass();
    else {
      const { pass: passHead } = last;
      last.pass = () => {
        passHead();
        pass();
      };
    }
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
function embed(path: string, preload = '', markup = ''): string {
  const loader = `<script type="module" src="${serverUrl}/widget/v1/loader.js"></script>`;
  const tag = `<dx-booking server="${serverUrl}" subject-token="user${path.replace('/', '-')}">${markup}</dx-booking>`;
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
  await line.left();
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

describe('the first step as markup', () => {
  it('is seen after two round trips, and usable after four', async () => {
    const markup = await (await fetch(`${service.url}/first-step`)).text();
    void visitor.page.goto(embed('/markup', '', markup)).catch(() => {});
    await line.round('connect page');
    await line.round('GET /markup');
    await visitor.page.getByRole('heading', { level: 2 }).waitFor();
    expect(line.rounds).toBe(2);
    await line.round('connect server', 'connect server', 'connect server');
    await line.round(loader, opening, module);
    await visitor.sees('place');
    await visitor.chooseTest('DEXA');
    expect(line.rounds).toBe(4);
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
