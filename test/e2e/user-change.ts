/** Passes an element from one user to another in a real browser, and watches what it shows and sends meanwhile. */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { devKeys } from '../../examples/dev-keys.ts';
import { createSubjectTokens } from '../../examples/full-api/subject-tokens.ts';
import type { Stack } from '../../examples/start-stack.ts';

/** Signs the clinic's own user tokens. */
export async function clinicTokens(
  stack: Stack,
  dataDir: string,
): Promise<(subject: string) => Promise<string>> {
  const { subject: key } = await devKeys(join(dataDir, 'dev-keys.json'));
  return createSubjectTokens({ key, issuer: stack.siteUrl, audience: stack.serverUrl }).sign;
}

export const subjectOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;

interface Passed {
  /** Whether the view was to be seen, right after the change and before anything else happened. */
  seen: boolean;
  /** What the element said to a screen reader, right after the change. */
  said: string;
  /** From the response of the server, or from the change where none was asked, to the former view's leaving the DOM. */
  goneAfterMs: number;
}

export class UserChange {
  readonly #page: Page;
  readonly #tag: string;
  readonly #element: Locator;
  /** How often the view was hidden during the last renewal. */
  hides = 0;
  /** The users whose widget tokens were sent, newest last. */
  #sent: string[] = [];
  /** The users whose live streams are open. */
  readonly #streams = new Map<object, string>();

  constructor(page: Page, tag: string) {
    this.#page = page;
    this.#tag = tag;
    this.#element = page.locator(tag);
    page.on('request', (request) => {
      const { authorization } = request.headers();
      if (!authorization?.startsWith('DPoP ')) return;
      const user = subjectOf(authorization.slice(5));
      this.#sent.push(user);
      if (request.url().endsWith('/live')) this.#streams.set(request, user);
    });
    for (const over of ['requestfailed', 'requestfinished'] as const)
      page.on(over as 'requestfailed', (request) => this.#streams.delete(request));
  }

  /**
   * Names another user, or nobody.
   * @param inside a selector of what is only in the former user's view, in the element's shadow root
   */
  async passTo(token: string | null, inside: string): Promise<Passed> {
    this.#sent = [];
    await this.#page.evaluate(
      ([tag, given, selector]) => {
        const element = document.querySelector(tag);
        const former = element?.shadowRoot?.querySelector(selector);
        if (!element || !former) throw new Error(`no ${selector} in ${tag}`);
        const watch = { goneAt: 0, answeredAt: performance.now(), seen: true };
        Object.assign(window, { userChange: watch });
        const { fetch } = window;
        window.fetch = async (...request) => {
          const response = await fetch(...request);
          if (!String(request[0]).endsWith('/token')) return response;
          window.fetch = fetch;
          await response.clone().text();
          watch.answeredAt = performance.now();
          return response;
        };
        if (given === null) element.removeAttribute('subject-token');
        else element.setAttribute('subject-token', given);
        queueMicrotask(() => {
          const options = { visibilityProperty: true, opacityProperty: true };
          watch.seen = former.isConnected && former.checkVisibility(options);
        });
        const look = () => {
          if (former.isConnected) setTimeout(look, 5);
          else {
            watch.goneAt = performance.now();
            window.fetch = fetch;
          }
        };
        look();
      },
      [this.#tag, token, inside] as const,
    );
    const said = await this.#element.ariaSnapshot();
    await this.#page.waitForFunction(
      () => (window as unknown as { userChange: { goneAt: number } }).userChange.goneAt,
    );
    const { seen, goneAt, answeredAt } = await this.#page.evaluate(
      () =>
        (window as unknown as { userChange: { seen: boolean; goneAt: number; answeredAt: number } })
          .userChange,
    );
    return { seen, said, goneAfterMs: goneAt - answeredAt };
  }

  /** Names the same user by another token, until the server has decided that it is the same. */
  async renew(token: string): Promise<void> {
    const exchanged = this.#page.waitForResponse(
      (response) => response.url().endsWith('/token') && response.ok(),
    );
    await this.#element.evaluate((element, given) => {
      const view = element.shadowRoot?.querySelector('.user-view, .handoff');
      const watch = { hides: 0 };
      Object.assign(window, { userRenewal: watch });
      new MutationObserver(() => watch.hides++).observe(view as Element, { attributeFilter: ['inert'] });
      element.setAttribute('subject-token', given);
    }, token);
    await exchanged;
    await this.#page.waitForTimeout(50);
    this.hides = await this.#page.evaluate(
      () => (window as unknown as { userRenewal: { hides: number } }).userRenewal.hides,
    );
  }

  /** The users whose tokens were sent since the last change. */
  sent(): string[] {
    return [...new Set(this.#sent)];
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
