/** Pages whose own scripts or policies are in the way. */
import { expect } from 'vitest';
import type { Host, Parts } from './host-harness.ts';
import { inline, json, wholeDocument } from './markup.ts';

const scripted = (name: string, code: string, more: Partial<Host> = {}): Host => ({
  name,
  page: ({ tag, script }) => ({ text: wholeDocument(inline(code) + script, tag) }),
  ...more,
});

/**
 * A page that its visitor translates, into the same language. @param code what the translator does with an `element` that has
 * text, within each shadow root
 */
const translated = (name: string, code: string): Host =>
  scripted(
    name,
    `const change = (element) => {${code}};
     const translate = (root) => {
       for (const element of root.querySelectorAll(':not(font, style, select, option, textarea)'))
         if ([...element.childNodes].some((node) => node instanceof Text && node.data.trim())) change(element);
     };
     const options = { childList: true, characterData: true, subtree: true };
     const { attachShadow } = Element.prototype;
     Element.prototype.attachShadow = function (init) {
       const root = attachShadow.call(this, init);
       const observer = new MutationObserver(() => {
         translate(root);
         observer.takeRecords();
       });
       observer.observe(root, options);
       return root;
     };
     // What writes into a text that is not there.
     Object.defineProperty(HTMLFontElement.prototype, 'data', { set: (text) => console.error(text) });`,
    { from: 'place' },
  );

export const scripts: Host[] = [
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
  translated(
    'a translator that puts elements in place of texts',
    `for (const text of [...element.childNodes].filter((node) => node instanceof Text && node.data.trim())) {
       const font = document.createElement('font');
       font.append(text.data);
       text.replaceWith(font);
     }`,
  ),
  translated(
    'a translator that keeps only texts and elements',
    `const kept = [...element.childNodes].filter((node) => !(node instanceof Comment));
     while (element.firstChild) element.firstChild.remove();
     element.append(...kept);`,
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

export const policies: Host[] = [
  guarded('a policy with trusted types', ({ server }) => ({
    'content-security-policy': strict(
      server,
      server,
      "; require-trusted-types-for 'script'; trusted-types dx-lit dx-copy",
    ),
  })),
  guarded(
    'a policy with a nonce and strict-dynamic',
    ({ server }) => ({ 'content-security-policy': strict(server, "'nonce-a1' 'strict-dynamic'") }),
    ({ loader }) =>
      `<script nonce="a1">document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: ${json(loader)} }))</script>`,
  ),
  guarded('a policy that sandboxes the page without allow-forms', () => ({
    'content-security-policy': 'sandbox allow-scripts allow-same-origin',
  })),
  guarded('isolation from other origins', () => ({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'referrer-policy': 'no-referrer',
  })),
];
