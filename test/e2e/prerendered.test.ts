/**
 * A page that Chromium really prerenders, by speculation rules. No DevTools are attached, which would end it: the page reports to
 * its site.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { shared } from '../support/ask-made-once.ts';
import { chromiumArguments } from '../support/chromium-arguments.ts';
import { eventually } from '../support/eventually.ts';
import { findChromium } from '../support/find-browsers.mjs';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { notRun } from '../support/not-run.ts';
import { serve } from '../support/serve.ts';

/** What the page says of itself. */
interface Report {
  event: 'defined' | 'visited' | 'usable';
  isPrerendered: boolean;
  /** The addresses that its scripts have sent requests to, by their ends. */
  sent: string[];
}

let service: FullApiServer;
const reports: Report[] = [];
const page = { markup: '' };
/** Lets the request of the first page respond, which then visits the other. */
let visit = Promise.withResolvers<void>();

const site = await serve(({ url = '' }, response: ServerResponse) => {
  const { pathname, searchParams } = new URL(url, 'http://site.invalid');
  if (pathname === '/report') {
    reports.push(JSON.parse(searchParams.get('is') ?? '') as Report);
    response.end();
  } else if (pathname === '/visit') void visit.promise.then(() => response.end());
  else
    response.writeHead(200, { 'content-type': 'text/html' }).end(pathname === '/book' ? bookPage() : start);
});

const head = '<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">';
const start = `${head}
  <script type="speculationrules">{"prerender":[{"urls":["/book"],"eagerness":"immediate"}]}</script>
  <script>fetch('/visit').then(() => { location.href = '/book'; });</script>`;

/** Runs in the prerendered page. */
function watch(): void {
  const { fetch } = window;
  const sent: string[] = [];
  window.fetch = (to, init) => {
    sent.push(`${to}`.replace(/.*\//, ''));
    return fetch(to, init);
  };
  const report = (event: string) => {
    const is = JSON.stringify({ event, isPrerendered: document.prerendering, sent });
    return fetch(`/report?${new URLSearchParams({ is })}`);
  };
  const whenUsable = () => {
    const step = document.querySelector('dx-booking')?.shadowRoot?.querySelector('dx-place-step')?.shadowRoot;
    if (step?.querySelector('.tests button')) void report('usable');
    else requestAnimationFrame(whenUsable);
  };
  customElements.whenDefined('dx-booking').then(async () => {
    // As the element makes its keys, before it sends anything.
    for (let made = 0; made < 5; made++)
      await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
    await report('defined');
  });
  document.addEventListener('prerenderingchange', () => {
    void report('visited');
    whenUsable();
  });
}

const bookPage = () =>
  `${head}<script>(${watch})()</script><script type="module" src="${service.url}/widget/v1/loader.js"></script>
   <dx-booking server="${service.url}" subject-token="user-${reports.length}">${page.markup}</dx-booking>`;

beforeAll(async () => {
  await shared('pages');
  service = await startFullApiServer({ env: { ORIGINS: site.url } });
});
afterAll(async () => {
  await service?.stop();
  await site.close();
});

async function openChromium(program: string): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'dx-chromium-'));
  const own = ['--headless=new', `--user-data-dir=${profile}`, site.url];
  const child = spawn(program, [...chromiumArguments, ...own], { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
}

const said = async (event: Report['event']): Promise<Report> => {
  await eventually(() => reports.some((report) => report.event === event));
  return reports.find((report) => report.event === event) as Report;
};

it.for([
  ['the tag alone', false],
  ['the first step as markup', true],
] as const)(
  'a page with %s sends nothing until it is visited, and can be used then',
  async ([, hasMarkup], context) => {
    const program = (await findChromium()) ?? notRun(context, 'Chromium');
    reports.length = 0;
    visit = Promise.withResolvers();
    page.markup = hasMarkup ? await (await fetch(`${service.url}/first-step`)).text() : '';
    await openChromium(program);
    const defined = await said('defined');
    expect([defined.isPrerendered, defined.sent]).toEqual([true, []]);
    visit.resolve();
    const visited = await said('visited');
    expect(visited.isPrerendered).toBe(false);
    const { sent } = await said('usable');
    // With the markup, the user's booking is read when the page is idle, which can be before this report.
    expect(sent.length === 0 && hasMarkup ? ['first-view'] : sent).toEqual(['first-view']);
  },
);
