/** Pages with the element in a shadow root, in other markup, or in a frame. */
import type { Host, HostElement } from './host-harness.ts';
import { inline, json, wholeDocument } from './markup.ts';

export const roots: Host[] = [
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
        requestAnimationFrame(() => paragraph?.insertAdjacentHTML('afterend', text));
      }, tag);
    },
  },
  {
    name: 'a shadow root with a registry of its own',
    page: () => '',
    act: (page, { tag }) =>
      page.evaluate((text) => {
        const customElementRegistry = new CustomElementRegistry();
        const host = document.body.appendChild(document.createElement('div'));
        const root = host.attachShadow({ mode: 'open', customElementRegistry } as ShadowRootInit);
        root.innerHTML = text;
      }, tag),
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

export const frames: Host[] = [
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
