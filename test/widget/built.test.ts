/** The built files on a strict page: what is loaded, a second Lit beside ours, and a file that does not load. */
import { readdir, readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOfFile } from '../support/browser-of-file.ts';
import { readDocument, sectionOf, tableRows } from '../support/documents.ts';
import { type Served, serve } from '../support/serve.ts';

/** The names of the elements' policies for Trusted Types. */
const policyNames: Record<string, string> = {
  'dx-booking': 'dx-lit',
  'dx-appointments': 'dx-lit-appointments',
  'dx-physician-order': 'dx-lit-physician',
  'dx-handoff': 'dx-lit-handoff',
};
const policyFor = (tag: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types ${policyNames[tag]} lit-html`,
  ].join('; ');
/** What a tag needs besides the server and the user. */
const needed: Record<string, string> = {
  'dx-physician-order': 'appointment-id="any"',
  'dx-handoff': 'handoff-id="any"',
};
const page = (server: string, tag: string) => `<!doctype html><html lang="en"><title>A page</title>
<script type="module" src="/second-lit.js"></script>
<script type="module" src="/widget/loader.js"></script>
<${tag} server="${server}" subject-token="any" ${needed[tag] ?? ''}></${tag}>`;
const secondLit = `import { html, render } from '/lit/lit-html.js';
render(html\`<p id="host">The page's own \${'Lit'}</p>\`, document.body.appendChild(document.createElement('div')));`;

const bodies: Record<string, () => Promise<string> | string> = {
  '/second-lit.js': () => secondLit,
  '/lit/lit-html.js': () => readFile('node_modules/lit-html/lit-html.js', 'utf8'),
};

let files: Served;
const browser = await browserOfFile();

beforeAll(async () => {
  files = await serve(async ({ url = '/' }, response) => {
    const file = /^\/widget\/(.+)$/.exec(url)?.[1];
    const tag = url.slice(1) || 'dx-booking';
    const isPage = tag in policyNames;
    const body = file ? () => readFile(`widget/dist/cdn/${file}`, 'utf8') : bodies[url];
    const text = isPage ? page('/nowhere', tag) : await Promise.resolve(body?.()).catch(() => undefined);
    if (text === undefined) return response.writeHead(404).end();
    const type = isPage ? 'text/html' : 'text/javascript';
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policyFor(tag) }).end(text);
  });
});
afterAll(async () => {
  await files.close();
});

async function open(prepare: (page: Page) => Promise<unknown> = async () => {}, tag = '') {
  const view = await browser.newPage();
  const seen = { fetched: [] as string[], errors: [] as string[], warnings: [] as string[] };
  view.on('request', (request) => seen.fetched.push(new URL(request.url()).pathname));
  view.on('console', (message) => message.type() === 'warning' && seen.warnings.push(message.text()));
  view.on('pageerror', (error) => seen.errors.push(error.message));
  await view.addInitScript(() => {
    const page = globalThis as unknown as { received: unknown[]; broken: string[] };
    page.received = [];
    page.broken = [];
    addEventListener('dx-error', (event) => page.received.push((event as CustomEvent).detail));
    addEventListener('securitypolicyviolation', (event) => page.broken.push(event.violatedDirective));
  });
  await prepare(view);
  await view.goto(`${files.url}/${tag}`);
  return { view, seen };
}
const received = (view: Page) =>
  view.evaluate(() => (globalThis as unknown as { received: unknown[] }).received);
const broken = (view: Page) => view.evaluate(() => (globalThis as unknown as { broken: string[] }).broken);

/** The names of the built scripts whose text matches, without their hashes. */
async function scriptsWith(pattern: RegExp): Promise<string[]> {
  const scripts = (await readdir('widget/dist/cdn')).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(`widget/dist/cdn/${name}`, 'utf8')));
  const found = scripts.filter((_, at) => pattern.test(texts[at] ?? ''));
  return found.map((name) => name.replace(/(?:-[\w-]{6})?\.js$/, '')).sort();
}

/** The Trusted Types policies that a script creates. */
async function policiesOf(script: string): Promise<string[]> {
  const text = await readFile(`widget/dist/cdn/${script}`, 'utf8');
  return [...text.matchAll(/createPolicy\(["'`]([\w-]+)/g)].map(([, name = '']) => name);
}

it('creates the Trusted Types policies that the guide names, and none twice on a page with all elements', async () => {
  const scripts = (await readdir('widget/dist/cdn')).filter((name) => name.endsWith('.js'));
  const elementOf: Record<string, string> = {
    appointments: 'dx-appointments',
    'physician-order': 'dx-physician-order',
    'handoff-element': 'dx-handoff',
  };
  const found: Record<string, string[]> = {};
  for (const script of scripts) {
    const element = elementOf[script.replace(/-[\w-]{6}\.js$/, '')] ?? 'dx-booking';
    found[element] = [...(found[element] ?? []), ...(await policiesOf(script))].sort();
  }
  const section = sectionOf(await readDocument('widget/README.md'), '## Content security policy');
  const listed = tableRows(section).map(([element = '', policies = '']) => [
    element.replace(/[`<>]/g, ''),
    (policies.match(/dx-(?:lit|copy)[\w-]*/g) ?? []).sort(),
  ]);
  expect(found).toEqual(Object.fromEntries(listed));
  const all = Object.values(found).flat();
  expect(new Set(all).size).toBe(all.length);
});

describe('the built widget', () => {
  it.each(Object.keys(policyNames))(
    'brings <%s> to a page with a strict policy and a Lit of its own, without a violation',
    async (tag) => {
      const { view, seen } = await open(undefined, tag);
      await view.getByText("The page's own Lit").waitFor();
      // No server answers here, and the widget says so.
      await view.getByRole('button', { name: 'Try again' }).waitFor();
      expect(await broken(view)).toEqual([]);
      expect(seen.errors).toEqual([]);
      const files = seen.fetched.filter((path) => /^\/widget\/(?!error-codes)/.test(path));
      // The loader and the element.
      expect(files).toHaveLength(2);
      await view.close();
    },
  );

  it('shows that the module of the element did not load, fires an event, and loads it on "Try again"', async () => {
    let blocked = true;
    const { view, seen } = await open((view) =>
      view.route(/\/widget\/booking-/, (route) => (blocked ? route.abort() : route.continue())),
    );
    const message = view.locator('dx-booking > [role=alert]');
    await message.waitFor();
    expect(await message.evaluate((it: HTMLElement) => [it.lang, it.dir, it.checkVisibility()])).toEqual([
      'en',
      'ltr',
      true,
    ]);
    expect(await message.textContent()).toContain('did not load');
    expect(await received(view)).toEqual([{ code: 'load_failed' }]);
    expect(seen.warnings).toEqual([expect.stringMatching(/^<dx-booking> load_failed: .*script-src/)]);
    expect(await broken(view)).toEqual([]);
    blocked = false;
    await message.getByRole('button').click();
    await view.waitForFunction(() => customElements.get('dx-booking') !== undefined);
    await message.waitFor({ state: 'detached' });
    await view.close();
  });

  it('shows a failure in each of two elements, and removes both once one has loaded', async () => {
    let blocked = true;
    const { view, seen } = await open((view) =>
      view.route(/\/widget\/booking-/, (route) => (blocked ? route.abort() : route.continue())),
    );
    await view.evaluate(() => {
      const [first] = document.getElementsByTagName('dx-booking');
      first?.after(first.cloneNode());
    });
    const messages = view.locator('dx-booking > [role=alert]');
    await expect.poll(() => messages.count()).toBe(2);
    expect(await received(view)).toEqual([{ code: 'load_failed' }, { code: 'load_failed' }]);
    blocked = false;
    await messages.last().getByRole('button').click();
    await view.waitForFunction(() => customElements.get('dx-booking') !== undefined);
    await expect.poll(() => messages.count()).toBe(0);
    expect(seen.errors).toEqual([]);
    await view.close();
  });

  it('offers to reload the page when a file did not load again, as in browsers that keep the failure', async () => {
    let blocked = true;
    let held: Promise<void> | undefined;
    const { view } = await open((view) =>
      view.route(/\/widget\/booking-/, async (route) => {
        await held;
        return blocked ? route.abort() : route.continue();
      }),
    );
    const button = view.getByRole('button', { name: 'Try again' });
    await button.waitFor();
    const height = () => view.locator('dx-booking').evaluate((it) => it.getBoundingClientRect().height);
    expect(await height(), 'the outline is gone').toBeLessThan(300);
    const loading = Promise.withResolvers<void>();
    held = loading.promise;
    await button.click();
    await button.waitFor({ state: 'detached' });
    expect(await height(), 'the outline while it loads again').toBe(420);
    loading.resolve();
    const reload = view.getByRole('button', { name: 'Reload the page' });
    await reload.waitFor();
    expect(await view.locator('dx-booking > [role=alert]').count()).toBe(1);
    blocked = false;
    await reload.click();
    await view.waitForFunction(() => customElements.get('dx-booking') !== undefined);
    expect(await received(view)).not.toContainEqual({ code: 'load_failed' });
    await view.close();
  });

  it('registers the size of text with each element, and with the later steps of a booking', async () => {
    expect(await scriptsWith(/CSS\.registerProperty/)).toEqual([
      'appointments',
      'choice-steps',
      'handoff-element',
      'physician-order',
    ]);
  });

  it('asks the browser to compile the files of the first step while they arrive', async () => {
    expect(await scriptsWith(/^\/\/# allFunctionsCalledOnLoad\n/)).toEqual(['booking', 'loader']);
  });
});
