/** Passes an element from one user to another in a real browser, and watches what it shows and sends meanwhile. */
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { devSecrets } from '../../examples/dev-keys.ts';
import { createSubjectTokens } from '../../examples/site/subject-tokens.ts';
import type { Stack } from '../../examples/start-stack.ts';

/** Signs the clinic's own user tokens. */
export async function clinicTokens(stack: Stack): Promise<(subject: string) => Promise<string>> {
  const { subject: key } = await devSecrets(join(dirname(stack.runDir), 'dev-keys.json'));
  return createSubjectTokens({ key, issuer: stack.siteUrl, audience: stack.serverUrl }).sign;
}

export const subjectOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;

interface Passed {
  /** Whether the view was to be seen, right after the change and before anything else happened. */
  seen: boolean;
  /** What the element said to a screen reader, right after the change. */
  announced: string;
  /** From the response of the server, or from the change where none was asked, to the former view's leaving the DOM. Each turn of the page counts for at most 10 ms, however slow the machine is. */
  goneAfterMs: number;
}

export class UserChange {
  readonly #page: Page;
  readonly #tag: string;
  readonly #element: Locator;
  /** How often the view was hidden during the last renewal. */
  hides = 0;
  /** The status of each token exchange, in order. */
  readonly #exchanges: number[] = [];
  /** The users whose live streams are open. */
  readonly #streams = new Map<object, string>();
  /** The other requests that have no response yet. */
  readonly #open = new Set<object>();

  /** Of a page that names its user by the attribute only: the site's own function is taken away, now and after each load. */
  static async watch(page: Page, tag: string): Promise<UserChange> {
    await page.clock.install();
    await page.route('**/subject-token.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    await page.evaluate((name) => {
      const element = document.querySelector(name);
      if (element) Object.assign(element, { getSubjectToken: undefined });
    }, tag);
    return new UserChange(page, tag);
  }

  constructor(page: Page, tag: string) {
    this.#page = page;
    this.#tag = tag;
    this.#element = page.locator(tag);
    page.on('response', (response) => {
      const isExchange = response.url().endsWith('/token') && response.request().method() === 'POST';
      if (isExchange) this.#exchanges.push(response.status());
    });
    page.on('request', (request) => {
      const { authorization } = request.headers();
      if (!authorization?.startsWith('DPoP ')) return;
      if (request.url().endsWith('/live')) this.#streams.set(request, subjectOf(authorization.slice(5)));
      else this.#open.add(request);
    });
    for (const over of ['requestfailed', 'requestfinished'] as const)
      page.on(over as 'requestfailed', (request) => {
        this.#streams.delete(request);
        this.#open.delete(request);
      });
  }

  /** Moves the page's time on, and waits for the responses to what it sent then. */
  async pass(ms: number): Promise<void> {
    await this.#page.clock.runFor(ms);
    await expect.poll(() => this.#open.size, { message: 'open requests' }).toBe(0);
  }

  /**
   * Names another user, or nobody.
   * @param inside a selector of what is only in the former user's view, in the element's shadow root
   */
  async passTo(token: string | null, inside: string): Promise<Passed> {
    await this.#page.evaluate(
      ([tag, given, selector]) => {
        const element = document.querySelector(tag);
        const former = element?.shadowRoot?.querySelector(selector);
        if (!element || !former) throw new Error(`no ${selector} in ${tag}`);
        const before = (window as unknown as { userChange?: { fetch: typeof fetch } }).userChange;
        const watch = {
          fetch: before?.fetch ?? window.fetch,
          isGone: false,
          passedMs: 0,
          seen: true,
          sent: [] as string[],
        };
        Object.assign(window, { userChange: watch });
        window.fetch = async (...request) => {
          const authorization = new Headers(request[1]?.headers).get('authorization');
          if (authorization?.startsWith('DPoP ')) watch.sent.push(authorization.slice(5));
          const response = await watch.fetch.call(window, ...request);
          if (watch.isGone || !String(request[0]).endsWith('/token')) return response;
          await response.clone().text();
          watch.passedMs = 0;
          return response;
        };
        if (given === null) element.removeAttribute('subject-token');
        else element.setAttribute('subject-token', given);
        queueMicrotask(() => {
          const options = { visibilityProperty: true, opacityProperty: true };
          watch.seen = former.isConnected && former.checkVisibility(options);
        });
        let lookedAt = performance.now();
        const look = () => {
          // A machine that has no time for the page is not what is measured.
          watch.passedMs += Math.min(performance.now() - lookedAt, 10);
          lookedAt = performance.now();
          if (former.isConnected) setTimeout(look, 5);
          else watch.isGone = true;
        };
        look();
      },
      [this.#tag, token, inside] as const,
    );
    const announced = await this.#element.ariaSnapshot();
    type Watched = { userChange: { seen: boolean; isGone: boolean; passedMs: number } };
    await this.#page.waitForFunction(() => (window as unknown as Watched).userChange.isGone);
    const { seen, passedMs } = await this.#page.evaluate(() => {
      const { seen, passedMs } = (window as unknown as Watched).userChange;
      return { seen, passedMs };
    });
    return { seen, announced, goneAfterMs: passedMs };
  }

  /** Names the same user by another token, until the server has decided that it is the same. */
  async renew(token: string): Promise<void> {
    const before = this.#exchanges.length;
    await this.#element.evaluate((element, given) => {
      const view = element.shadowRoot?.querySelector('.user-view');
      const watch = { hides: 0 };
      Object.assign(window, { userRenewal: watch });
      new MutationObserver(() => watch.hides++).observe(view as Element, { attributeFilter: ['inert'] });
      element.setAttribute('subject-token', given);
    }, token);
    const done = () => this.#exchanges.slice(before).includes(200);
    await expect.poll(done, { message: 'an exchange' }).toBe(true);
    await this.#page.waitForTimeout(50);
    this.hides = await this.#page.evaluate(
      () => (window as unknown as { userRenewal: { hides: number } }).userRenewal.hides,
    );
  }

  /** The users whose tokens the page sent since the last change. */
  async sent(): Promise<string[]> {
    const tokens = await this.#page.evaluate(
      () => (window as unknown as { userChange: { sent: string[] } }).userChange.sent,
    );
    return [...new Set(tokens.map(subjectOf))];
  }

  streams(): string[] {
    return [...new Set(this.#streams.values())];
  }

  /** Everything in the element, hidden or not, with what is typed. */
  content(): Promise<string> {
    return this.#element.evaluate((element) => {
      const all = (root: ParentNode): string =>
        [...root.querySelectorAll('*')]
          .map((one) => {
            const value = one instanceof HTMLInputElement ? one.value : '';
            return `${value} ${one.shadowRoot ? all(one.shadowRoot) : ''}`;
          })
          .join('') + ('innerHTML' in root ? root.innerHTML : '');
      return element.shadowRoot ? all(element.shadowRoot) : '';
    });
  }
}
