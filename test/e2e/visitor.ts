/** A person at the clinic's site in a browser that Playwright controls. */
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright';
import { Booker } from './booker.ts';
import { speak } from './in-language.ts';

export class Visitor extends Booker {
  declare readonly page: Page;
  declare readonly booking: Locator;
  declare readonly button: (name: string | RegExp) => Locator;
  declare readonly textbox: (name: string) => Locator;
  readonly #context: BrowserContext;
  /** What went wrong in the page: errors, and violations of its Content Security Policy. */
  readonly faults: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    super(page);
    this.#context = context;
    page.on('pageerror', (error) => this.faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        this.faults.push(message.text());
    });
  }

  /** Signs in at the clinic and opens a page with the booking. */
  static async arrive(
    browser: Browser,
    site: string,
    options: { path?: string; width?: number; language?: string } = {},
  ): Promise<Visitor> {
    const visitor = await Visitor.begin(browser, options.width);
    if (options.language) await visitor.#speak(options.language);
    await visitor.signIn(site, options.path);
    return visitor;
  }

  /** Opens a page with the booking that needs no sign-in. */
  static async open(browser: Browser, url: string): Promise<Visitor> {
    const visitor = await Visitor.begin(browser);
    await visitor.page.goto(url);
    await visitor.sees('place');
    return visitor;
  }

  /** Opens an empty page. */
  static async begin(browser: Browser, width = 1024, more: BrowserContextOptions = {}): Promise<Visitor> {
    const viewport = { width, height: 900 };
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...more });
    const page = await context.newPage();
    const visitor = new Visitor(context, page);
    await page.exposeFunction('reportViolation', (what: string) => visitor.faults.push(`policy: ${what}`));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { reportViolation } = window as unknown as { reportViolation(what: string): void };
        reportViolation(`${event.effectiveDirective} ${event.blockedURI}`);
      });
    });
    return visitor;
  }

  /** Turns the page of the booking into one in another language. */
  async #speak(language: string): Promise<void> {
    this.headings = await speak(language);
    // Before the scripts of the page, which are modules. A page that a route fulfills may not call a server on this machine.
    await this.page.addInitScript((lang) => {
      document.addEventListener('readystatechange', () => {
        if (location.pathname.startsWith('/book')) document.documentElement.lang = lang;
      });
    }, language);
  }

  leave = () => this.#context.close();
}
