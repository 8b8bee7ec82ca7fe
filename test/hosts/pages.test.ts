/** A customer can book whatever the page does: its roots, frames, scripts, policies, and the life of the element. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book } from './book.ts';
import {
  type Host,
  type HostElement,
  type HostHarness,
  type Parts,
  startHostHarness,
  wholeDocument,
} from './host-harness.ts';

let harness: HostHarness;
beforeAll(async () => {
  harness = await startHostHarness();
});
afterAll(() => harness?.stop());

/** A classic script in the body. */
const inline = (code: string) => `<script>${code}</script>`;
const json = (text: string) => JSON.stringify(text).replaceAll('</', '<\\/');

const roots: Host[] = [
  {
    name: 'a shadow root',
    page: ({ tag }) =>
      `<div id="host"></div>${inline(`document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = ${json(tag)}`)}`,
    from: 'consent',
  },
  {
    name: 'a declarative shadow root',
    page: ({ tag }) => `<div><template shadowrootmode="open">${tag}</template></div>`,
  },
  {
    name: 'a slot of a declarative shadow root',
    page: ({ tag }) =>
      `<div><template shadowrootmode="open"><main><slot></slot></main></template>${tag}</div>`,
  },
  {
    name: 'nested shadow roots that come later',
    page: () => '',
    act: (page, { tag }) =>
      page.evaluate((text) => {
        const root = () => document.createElement('div').attachShadow({ mode: 'open' });
        const outer = root();
        const inner = root();
        inner.innerHTML = text;
        outer.append(inner.host);
        document.body.append(outer.host);
      }, tag),
  },
  {
    name: 'a known shadow root that gets the tag later',
    page: () => '<div id="host"><template shadowrootmode="open"><p></p></template></div>',
    act: async (page, { tag }) => {
      await page.evaluate((text) => {
        const paragraph = document.querySelector('#host')?.shadowRoot?.querySelector('p');
        setTimeout(() => paragraph?.insertAdjacentHTML('afterend', text), 50);
      }, tag);
    },
  },
  {
    name: 'a component that the page defines later',
    page: () => '<x-card></x-card>',
    act: (page, { tag }) =>
      page.evaluate((text) => {
        class Card extends HTMLElement {
          constructor() {
            super();
            this.attachShadow({ mode: 'open' }).innerHTML = text;
          }
        }
        customElements.define('x-card', Card);
      }, tag),
  },
  {
    name: 'a closed shadow root on a page that imports the module',
    page: ({ tag, module }) => ({
      text: wholeDocument(
        '',
        `<div id="host"></div><script type="module">import ${json(module)};
          const root = document.querySelector('#host').attachShadow({ mode: 'closed' });
          root.innerHTML = ${json(tag)};
          window.found = root.firstChild;</script>`,
      ),
    }),
    element: async (page) =>
      (await page.waitForFunction(() => (window as { found?: HTMLElement }).found)) as HostElement,
  },
  {
    name: 'a clone of a template',
    page: ({ tag }) =>
      `<template>${tag}</template>${inline("document.body.append(document.importNode(document.querySelector('template').content, true))")}`,
  },
  { name: 'markup that a script writes', page: ({ tag }) => inline(`document.write(${json(tag)})`) },
];

const framed = (name: string, attributes: string, more: Partial<Host> = {}): Host => ({
  name,
  page: ({ site }) =>
    `<iframe width="900" height="700" ${attributes} src="${site.url}/${name.replaceAll(/\W+/g, '-')}.frame"></iframe>`,
  more: ({ tag }) => ({ '.frame': tag }),
  framed: true,
  ...more,
});

const frames: Host[] = [
  framed('a frame', ''),
  framed('a sandboxed frame without allow-forms', 'sandbox="allow-scripts allow-same-origin"', {
    from: 'place',
  }),
  framed('a frame on a foreign page', '', { elsewhere: true }),
  {
    name: 'a frame without an address',
    page: ({ tag, script }) =>
      `<iframe width="900" height="700" srcdoc="${`${script}${tag}`.replaceAll('"', '&quot;')}"></iframe>`,
    framed: true,
  },
];

const scripted = (name: string, code: string, more: Partial<Host> = {}): Host => ({
  name,
  page: ({ tag, script }) => ({ text: wholeDocument(inline(code) + script, tag) }),
  ...more,
});

const scripts: Host[] = [
  scripted(
    'a fetch that adds headers',
    `const given = fetch;
     window.fetch = (to, init = {}) => {
       const headers = new Headers(init.headers);
       headers.set('x-monitoring', 'a1');
       return given(to, { ...init, headers });
     };`,
    { from: 'consent' },
  ),
  scripted(
    'a fetch that makes requests of its own',
    `const given = fetch;
     window.fetch = async (to, init) => (await given(new Request(to, init))).clone();`,
  ),
  scripted(
    'Prototype 1.6',
    `const list = (from) => {
       const items = [];
       for (let index = 0; index < (from?.length ?? 0); index++) items.push(from[index]);
       return items;
     };
     Array.from = list;
     Object.assign(Array.prototype, {
       toJSON() { return '[' + this.map((item) => JSON.stringify(item)).join(', ') + ']'; },
       reduce() { return this.length > 1 ? this : this[0]; },
       entries() { return list(this); },
       each(call) { for (const item of this) call(item); return this; },
       first() { return this[0]; },
       clear() { this.length = 0; return this; },
     });
     Date.prototype.toJSON = function () { return '"' + this.toISOString() + '"'; };
     Object.assign(Element.prototype, { hide() {}, show() {}, update() {}, select() { return []; }, visible() {} });
     window.$ = (id) => document.getElementById(id);`,
    {
      from: 'place',
      // Its style sheets were built without `reduce`.
      after: async (page) =>
        expect(await page.locator('dx-booking').evaluate((it) => getComputedStyle(it).display)).toBe('block'),
    },
  ),
  scripted(
    'names added to every object',
    `Object.prototype.extend = function () { return this; };
     Array.prototype.contains = function (item) { return this.indexOf(item) >= 0; };
     Function.prototype.delay = function () {};
     String.prototype.test = function () { return true; };`,
    { from: 'consent' },
  ),
  scripted(
    'wrapped listeners and timers',
    `const listen = EventTarget.prototype.addEventListener;
     const wrapped = new WeakMap();
     EventTarget.prototype.addEventListener = function (name, listener, options) {
       if (typeof listener !== 'function') return listen.call(this, name, listener, options);
       const other = wrapped.get(listener) ?? function (...all) { return listener.apply(this, all); };
       wrapped.set(listener, other);
       return listen.call(this, name, other, options);
     };
     const later = setTimeout;
     window.setTimeout = (call, ...more) => later(() => call(), ...more);`,
  ),
  {
    name: 'two loaders',
    page: ({ tag, script, loader }) => script + tag + script.replace(loader, `${loader}?again`),
  },
  {
    name: 'an async loader in the head',
    page: ({ tag, loader }) => ({
      text: wholeDocument(`<script type="module" async src="${loader}"></script>`, tag),
    }),
  },
  {
    name: 'a module and no loader',
    page: ({ tag, module }) => ({
      text: wholeDocument(`<script type="module">import ${json(module)}</script>`, tag),
    }),
  },
  {
    name: 'a base address elsewhere',
    page: ({ tag, script }) => ({
      text: wholeDocument(`<base href="https://elsewhere.example/">${script}`, tag),
    }),
  },
  {
    name: 'two elements',
    page: ({ tag, server, token }) =>
      `${tag}<dx-appointments server="${server}" subject-token="${token()}"></dx-appointments>`,
  },
];

const guarded = (
  name: string,
  policy: (parts: Parts) => Record<string, string>,
  head?: (parts: Parts) => string,
): Host => ({
  name,
  page: (parts) => ({
    text: `<!doctype html><title>A page</title>${head?.(parts) ?? parts.script}<main>${parts.tag}</main>`,
    headers: policy(parts),
  }),
  from: 'consent',
});
const strict = (server: string, scripts: string, more = '') =>
  `default-src 'none'; script-src ${scripts}; style-src 'none'; connect-src ${server}; base-uri 'none'; form-action 'none'${more}`;

const policies: Host[] = [
  guarded('a policy with trusted types', ({ server }) => ({
    'content-security-policy': strict(
      server,
      server,
      "; require-trusted-types-for 'script'; trusted-types dx-lit dx-copy dx-dompurify",
    ),
  })),
  guarded(
    'a policy with a nonce and strict-dynamic',
    ({ server }) => ({ 'content-security-policy': strict(server, "'nonce-a1' 'strict-dynamic'") }),
    ({ loader }) =>
      `<script nonce="a1">document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: ${json(loader)} }))</script>`,
  ),
  guarded('isolation from other origins', () => ({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'referrer-policy': 'no-referrer',
  })),
];

const inBody = (tag: string) => `<main>${tag}</main>`;

const lives: Host[] = [
  {
    name: 'a body that Turbo replaces',
    page: () => '<main><a>Book</a></main>',
    more: ({ tag }) => ({ '.next': tag }),
    act: (page) =>
      page.evaluate(async () => {
        const visit = async (end: string) => {
          const text = await (await fetch(location.pathname + end)).text();
          const { body } = new DOMParser().parseFromString(text, 'text/html');
          document.body.replaceWith(document.adoptNode(body));
        };
        await visit('.next');
        await new Promise((done) => setTimeout(done, 50));
        await visit('');
        await new Promise((done) => setTimeout(done, 50));
        await visit('.next');
      }),
  },
  {
    name: 'a component that StrictMode mounts twice',
    page: ({ server }) => inBody(`<dx-booking server="${server}"></dx-booking>`),
    act: (page, { token }) =>
      page.evaluate(
        async ([first, second]) => {
          const element = document.querySelector('dx-booking') as HTMLElement;
          const home = element.parentElement;
          const tokens = [first, second];
          Object.assign(element, { getSubjectToken: async () => tokens.shift() ?? null });
          element.remove();
          home?.append(element);
          await customElements.whenDefined('dx-booking');
          element.remove();
          await null;
          home?.append(element);
        },
        [token(), token()] as const,
      ),
  },
  {
    name: 'an element that moves',
    page: ({ tag }) => `<main>${tag}</main><section style="width: 500px"></section>`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
      await page.evaluate(() =>
        document.querySelector('section')?.append(document.querySelector('dx-booking') as Node),
      );
    },
    width: [500, 500],
  },
  {
    name: 'an element that leaves and returns',
    page: ({ tag }) => inBody(tag),
    act: async (page, { token }) => {
      await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
      await page.evaluate(async (next) => {
        const element = document.querySelector('dx-booking') as HTMLElement;
        const home = element.parentElement;
        element.remove();
        await new Promise((done) => setTimeout(done, 100));
        element.setAttribute('subject-token', next);
        home?.append(element);
      }, token());
    },
  },
  {
    name: 'properties that are set before the element is defined',
    page: ({ server, token, loader }) => ({
      text: wholeDocument(
        '',
        `<dx-booking></dx-booking>${inline(`
          const element = document.querySelector('dx-booking');
          element.server = ${json(server)};
          element.getSubjectToken = async () => ${json(token())};
          setTimeout(() => document.head.append(
            Object.assign(document.createElement('script'), { type: 'module', src: ${json(loader)} })), 50);`)}`,
      ),
    }),
  },
  {
    name: 'attributes that come one by one',
    page: () => '<dx-booking></dx-booking>',
    act: (page, { server, token }) =>
      page.evaluate(
        async ([address, subject]) => {
          const element = document.querySelector('dx-booking');
          await customElements.whenDefined('dx-booking');
          for (const [name, value] of [
            ['server', address],
            ['subject-token', subject],
          ] as const) {
            await new Promise((done) => setTimeout(done, 20));
            element?.setAttribute(name, value);
          }
        },
        [server, token()] as const,
      ),
  },
  {
    name: 'a form of the page',
    page: ({ tag }) =>
      `<form onsubmit="document.title = 'submitted'; return false"><input name="q">${tag}<button>Search</button></form>`,
    from: 'consent',
    after: async (page) => expect(await page.title()).toBe('A page'),
  },
  {
    name: 'a disabled fieldset in a label',
    page: ({ tag }) => `<form><fieldset disabled><legend>Off</legend>${tag}</fieldset></form>`,
    from: 'consent',
  },
];

describe('A customer books with', () => {
  it.concurrent.each([...roots, ...frames, ...scripts, ...policies, ...lives])('$name', async (host) => {
    const opened = await book(harness, host);
    expect(opened.console).toEqual([]);
    await host.after?.(opened.page);
    await opened.close();
  });
});

describe('The console says', () => {
  const tell = async (name: string, page: Host['page'], more: Partial<Host> = {}) => {
    const opened = await harness.open({ name, page, ...more });
    return { ...opened, says: (text: RegExp) => expect.poll(() => opened.console.join('\n')).toMatch(text) };
  };

  it('that the script tag of the loader is a classic one', async () => {
    const { page, says, close } = await tell('a classic script', ({ tag, loader }) => ({
      text: wholeDocument(`<script defer src="${loader}"></script>`, tag),
    }));
    await says(/<dx-booking> load_failed: .*needs type="module"/);
    expect(await page.locator('dx-booking').innerText()).toContain('This part of the page did not load.');
    await close();
  });

  it('that a frame needs allow-same-origin', async () => {
    const { says, close } = await tell(
      'a frame without an origin',
      ({ tag, script }) =>
        `<iframe sandbox="allow-scripts allow-forms" srcdoc="${`${script}${tag}`.replaceAll('"', '&quot;')}"></iframe>`,
      { framed: true },
    );
    await says(/<dx-booking> origin_not_listed: .*allow-same-origin/);
    await close();
  });

  it('which properties a framework set as attributes', async () => {
    const tags = ['dx-booking', 'dx-appointments', 'dx-physician-order', 'dx-handoff'];
    const {
      console: lines,
      says,
      close,
    } = await tell('attributes of functions', ({ server }) =>
      tags
        .map(
          (tag) =>
            `<${tag} server="${server}" getsubjecttoken="async () => 'a'" handoff="[object Object]"></${tag}>`,
        )
        .join(''),
    );
    for (const tag of tags)
      await says(
        new RegExp(`<${tag}>: the attribute getsubjecttoken has no effect. Set the property getSubjectToken`),
      );
    await says(/<dx-handoff>: the attribute handoff has no effect/);
    expect(lines.filter((line) => line.includes('has no effect'))).toHaveLength(5);
    await close();
  });
});

it('Each element keeps the function and the server that it got before it was defined', async () => {
  const opened = await harness.open({
    name: 'four early functions',
    page: ({ server, loader }) => ({
      text: wholeDocument(
        '',
        `<dx-booking></dx-booking><dx-appointments></dx-appointments>
         <dx-physician-order></dx-physician-order><dx-handoff></dx-handoff>${inline(`
          window.asked = [];
          for (const element of document.body.querySelectorAll(':not(script)')) {
            element.server = ${json(server)};
            element.appointmentId = element.handoffId = '00000000-0000-4000-8000-000000000000';
            element.getSubjectToken = async () => { asked.push(element.localName); return null; };
          }
          document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: ${json(loader)} }));`)}`,
      ),
    }),
  });
  const asked = () => opened.page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  await expect
    .poll(async () => [...new Set(await asked())].sort(), { timeout: 10_000 })
    .toEqual(['dx-appointments', 'dx-booking', 'dx-handoff', 'dx-physician-order']);
  await opened.close();
});
