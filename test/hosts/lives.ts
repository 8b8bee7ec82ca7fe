/** Pages that mount, move, replace or enclose the element. */
import { expect } from 'vitest';
import type { Host } from './host-harness.ts';
import { inline, json, wholeDocument } from './markup.ts';

const inBody = (tag: string) => `<main>${tag}</main>`;

export const lives: Host[] = [
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
        await new Promise(requestAnimationFrame);
        await visit('');
        await new Promise(requestAnimationFrame);
        await visit('.next');
      }),
  },
  {
    name: 'a component that StrictMode mounts twice',
    page: ({ server }) => inBody(`<dx-booking server="${server}"></dx-booking>`),
    act: (page, { token }) =>
      page.evaluate(
        async (tokens) => {
          const element = document.querySelector('dx-booking') as HTMLElement;
          const home = element.parentElement;
          Object.assign(element, { getSubjectToken: async () => tokens.shift() ?? null });
          element.remove();
          home?.append(element);
          await customElements.whenDefined('dx-booking');
          element.remove();
          await null;
          home?.append(element);
        },
        // The element asks again before it signs and pays.
        Array.from({ length: 20 }, () => token()),
      ),
  },
  {
    name: 'an element that moves',
    from: 'review',
    page: ({ tag }) => `<main>${tag}</main><section style="width: 500px"></section>`,
    act: async (page) => {
      await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
      await page.evaluate(() =>
        document.querySelector('section')?.append(document.querySelector('dx-booking') as Node),
      );
    },
    width: [500, 500],
  },
  {
    name: 'an element that leaves and returns',
    from: 'review',
    page: ({ tag }) => inBody(tag),
    act: async (page, { token }) => {
      await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
      await page.evaluate(async (next) => {
        const element = document.querySelector('dx-booking') as HTMLElement;
        const home = element.parentElement;
        element.remove();
        await new Promise(requestAnimationFrame);
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
          requestAnimationFrame(() => document.head.append(
            Object.assign(document.createElement('script'), { type: 'module', src: ${json(loader)} })));`)}`,
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
            await new Promise(requestAnimationFrame);
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
