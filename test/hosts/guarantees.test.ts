/** What a browser enforces about the widget, with the headers and the tags of the guide: which hosts, which bytes, which markup. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { codeBlocks, readDocument, sectionOf } from '../support/documents.ts';
import { notRun } from '../support/not-run.ts';
import { book } from './book.ts';
import { type Host, hostHarnessOfFile } from './host-harness.ts';
import { wholeDocument } from './markup.ts';

const harness = await hostHarnessOfFile();
/** The headers of the guide, for this server. */
let headers: Record<string, string>;
/** The tags that pin each byte of the release. */
let pinned: string;
beforeAll(async () => {
  const { url } = harness.server;
  const section = sectionOf(await readDocument('server/compliance.md'), '## Let the browser prove it');
  const [block = ''] = codeBlocks(section, 'http');
  const lines = block.replaceAll('https://booking.partner.example', url).trim().split('\n');
  headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const { version } = await (await fetch(`${url}/widget/v1/integrity.json`)).json();
  pinned = await (await fetch(`${url}/widget/${version}/import-map.html`)).text();
});

const host = (name: string): Host => ({
  name,
  page: ({ tag }) => ({ text: wholeDocument(pinned, tag), headers }),
  from: 'consent',
});

it('A customer books under all three headers, and the console says nothing', async () => {
  const opened = await book(harness, host('three headers'));
  expect(Object.keys(headers)).toHaveLength(3);
  expect(opened.console).toEqual([]);
  await opened.close();
});

/** By header: whether the browser refuses to the page what the header forbids. */
const refused: Record<string, (page: Page) => Promise<boolean>> = {
  'Connection-Allowlist': (page) =>
    page.evaluate(
      (url) =>
        fetch(url).then(
          () => false,
          () => true,
        ),
      harness.site.url,
    ),
  'Integrity-Policy': (page) =>
    page.evaluate(
      (src) =>
        new Promise<boolean>((resolve) => {
          const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: src });
          link.onload = () => resolve(false);
          link.onerror = () => resolve(true);
          document.head.append(link);
        }),
      `${harness.server.url}/widget/loader.js?unpinned`,
    ),
  'Content-Security-Policy': (page) =>
    page.evaluate(() => {
      const { trustedTypes } = window as unknown as {
        trustedTypes?: { createPolicy(name: string, rules: object): unknown };
      };
      const attempts = [
        () => {
          document.body.innerHTML = '<b>other</b>';
        },
        () => trustedTypes?.createPolicy('other', {}),
        () => trustedTypes?.createPolicy('dx-lit', {}),
      ];
      return attempts.every((attempt) => {
        try {
          attempt();
          return false;
        } catch {
          return true;
        }
      });
    }),
};

it.for(Object.keys(refused))('The browser enforces %s', async (name, context) => {
  expect(Object.keys(headers)).toContain(name);
  const opened = await harness.open(host(name));
  await expect.poll(() => opened.element.evaluate((it) => it.shadowRoot !== null)).toBe(true);
  const isRefused = await refused[name]?.(opened.page);
  await opened.close();
  if (isRefused !== true) notRun(context, `a Chromium that enforces ${name}`);
});

it('One changed byte is refused, and the element says that it did not load', async () => {
  const changed: string[] = [];
  const opened = await harness.open({
    ...host('a changed byte'),
    prepare: (page) =>
      page.route('**/booking-*.js', async (route) => {
        const response = await route.fetch();
        changed.push(route.request().url());
        await route.fulfill({ response, body: `${await response.text()} ` });
      }),
  });
  const said = () => opened.console.join('\n');
  await expect.poll(said).toMatch(/<dx-booking> load_failed/);
  expect(changed.length).toBeGreaterThan(0);
  expect(said()).toMatch(/integrity/i);
  expect(await opened.element.innerText()).toContain('This part of the page did not load.');
  expect(await opened.page.evaluate(() => customElements.get('dx-booking') === undefined)).toBe(true);
  await opened.close();
});
