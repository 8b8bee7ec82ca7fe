/** A partner's site whose pages have the first step as markup, beside a booking server. */
import type { ServerResponse } from 'node:http';
import { shared } from '../support/ask-made-once.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { type Served, serve } from '../support/serve.ts';

/** A page of the partner. Its loader waits until the test lets it go. */
interface HeldPage {
  html: string;
  policy: string;
  /** The requests for the loader that wait. */
  waiting: ServerResponse[];
  isOpen: boolean;
}

/** What a page asks for. */
export interface Asked {
  language?: string;
  attributes?: Record<string, string>;
  styles?: string;
  policy?: string;
  /** What loads the element. @default the loader of the page */
  script?: string;
}

export class MarkupSite {
  readonly #pages = new Map<string, HeldPage>();
  #site!: Served;
  #service!: FullApiServer;

  /** Builds the widget if it has changed, and starts the site and the booking server. */
  static async start(): Promise<MarkupSite> {
    await shared('pages');
    const one = new MarkupSite();
    one.#site = await serve(({ url = '' }, response) => one.#respond(url, response));
    const contact = { SUPPORT_PHONE: '+1 (555) 010-0199', SUPPORT_URL: 'https://clinic.example/help/' };
    one.#service = await startFullApiServer({ env: { ORIGINS: one.url, ...contact } });
    return one;
  }

  get url(): string {
    return this.#site.url;
  }

  /** The address of the booking server. */
  get server(): string {
    return this.#service.url;
  }

  async markupOf({ language = 'en', attributes = {}, styles = 'inline' }: Asked): Promise<string> {
    const query = new URLSearchParams({ language, styles, ...attributes });
    return (await fetch(`${this.server}/first-step?${query}`)).text();
  }

  /**
   * Makes a page with the markup. Its user is new.
   * @param markup of another page. @default that of this page
   * @returns its address, and what lets its loader go
   */
  async hold(asked: Asked = {}, markup?: string): Promise<{ url: string; open(): void }> {
    const { language = 'en', attributes = {}, policy = '' } = asked;
    const path = `/page${this.#pages.size + 1}`;
    const given = { server: this.server, 'subject-token': `user-${path.slice(1)}`, ...attributes };
    const tag = Object.entries(given).map(([name, value]) => ` ${name}="${value}"`);
    const dir = language === 'ar' ? 'rtl' : 'ltr';
    const { script = `<script type="module" src="${path}/loader.js"></script>` } = asked;
    const html = `<!doctype html><html lang="${language}" dir="${dir}"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>A page</title>
<dx-booking${tag.join('')}>${markup ?? (await this.markupOf(asked))}</dx-booking>${script}</html>`;
    const page: HeldPage = { html, policy, waiting: [], isOpen: false };
    this.#pages.set(path, page);
    const open = () => {
      page.isOpen = true;
      for (const response of page.waiting.splice(0)) this.#sendLoader(response);
    };
    return { url: this.url + path, open };
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
    await this.#site.close();
  }

  #respond(url: string, response: ServerResponse): void {
    const [, path = '', file] = /^(\/\w+)(\/loader\.js)?$/.exec(url) ?? [];
    const page = this.#pages.get(path);
    const policy = page?.policy && { 'content-security-policy': page.policy };
    if (!page) response.writeHead(404).end();
    else if (!file)
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...policy }).end(page.html);
    else if (page.isOpen) this.#sendLoader(response);
    else page.waiting.push(response);
  }

  #sendLoader(response: ServerResponse): void {
    response.writeHead(302, { location: `${this.server}/widget/v1/loader.js` }).end();
  }
}
