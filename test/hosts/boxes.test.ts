/** Every box of a page gives the element a readable width, and a customer can book in it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book } from './book.ts';
import {
  checkWidth,
  type Host,
  type HostElement,
  type HostHarness,
  startHostHarness,
} from './host-harness.ts';
import { wholeDocument } from './markup.ts';

let harness: HostHarness;
beforeAll(async () => {
  harness = await startHostHarness();
});
afterAll(() => harness?.stop());

/** A page whose body is one box with the element in it. */
const boxed = (style: string, beside = ''): Pick<Host, 'page'> => ({
  page: ({ tag }) => `<div style="${style}">${beside}<div>${tag}</div></div>`,
});
/** The element itself is the child of the box. */
const child = (style: string, beside = ''): Pick<Host, 'page'> => ({
  page: ({ tag }) => `<div style="${style}">${beside}${tag}</div>`,
});
const aside = '<p style="flex: none; width: 280px; margin: 0">A column of the page</p>';

/** The viewport is 1024 px wide, the body 992 px. A box that shrinks to its content gets a column of 640 px. */
const layouts: Host[] = [
  { name: 'a plain page', page: ({ tag }) => tag, width: [992, 992], from: 'consent' },
  {
    name: 'a modal dialog',
    page: ({ tag }) => `<dialog>${tag}</dialog>`,
    act: (page) => page.evaluate(() => document.querySelector('dialog')?.showModal()),
    width: [640, 640],
    from: 'consent',
  },
  {
    name: 'a popover',
    page: ({ tag }) => `<div popover style="padding: 0; max-height: 90vh">${tag}</div>`,
    act: (page) => page.evaluate(() => document.querySelector<HTMLElement>('[popover]')?.showPopover()),
    width: [640, 640],
  },
  ...['flex', 'inline-flex; width: 100%', 'grid', 'flex; flex-flow: column; align-items: center'].map(
    (display): Host => ({
      name: `a tag with display: ${display}`,
      page: ({ tag }) => `<style>main > * { display: ${display} }</style><main>${tag}</main>`,
      width: [992, 992],
    }),
  ),
  { name: 'a centred row', ...child('display: flex; justify-content: center'), width: [640, 640] },
  { name: 'a row with a side column', ...child('display: flex; gap: 24px', aside), width: [640, 690] },
  { name: 'a centred grid', ...child('display: grid; place-items: center'), width: [640, 640] },
  { name: 'an inline block', ...boxed('display: inline-block'), width: [640, 640] },
  {
    name: 'an absolute modal',
    ...boxed('position: absolute; left: 50%; transform: translateX(-50%)'),
    width: [512, 512],
  },
  {
    name: 'a fixed drawer',
    ...boxed('position: fixed; inset: 0 0 0 auto; overflow: auto'),
    width: [620, 640],
  },
  {
    name: 'a table cell',
    page: ({ tag }) => `<table><tr><td>Label</td><td>${tag}</td></tr></table>`,
    width: [640, 640],
  },
  {
    name: 'a details element',
    page: ({ tag }) => `<details><summary>Book</summary>${tag}</details>`,
    act: (page) => page.locator('summary').click(),
  },
  {
    name: 'an element that was hidden',
    page: ({ tag }) => tag.replace('<dx-booking', '<dx-booking hidden'),
    act: (page) => page.evaluate(() => document.querySelector('dx-booking')?.removeAttribute('hidden')),
  },
  {
    name: 'a tab that was not shown',
    page: ({ tag }) => `<div id="tab" style="display: none">${tag}</div>`,
    act: async (page) => {
      await page.waitForFunction(() => customElements.get('dx-booking'));
      await page.evaluate(() => document.querySelector('#tab')?.removeAttribute('style'));
    },
  },
  { name: 'a zoomed box', ...boxed('zoom: 1.25') },
  { name: 'a transformed box', ...boxed('transform: scale(0.8); transform-origin: 0 0'), width: [780, 800] },
  { name: 'a narrow column', ...boxed('width: 300px'), width: [300, 300] },
  { name: 'a scrolling box', ...boxed('height: 500px; overflow: auto; width: 500px'), width: [480, 500] },
  { name: 'a contained box', ...boxed('contain: content; content-visibility: auto') },
  {
    name: 'a phone',
    ...boxed('display: inline-block'),
    viewport: { width: 320, height: 640 },
    width: [288, 288],
  },
  {
    name: 'a dialog on a phone',
    page: ({ tag }) => `<dialog open style="padding: 0">${tag}</dialog>`,
    viewport: { width: 360, height: 640 },
    width: [300, 360],
  },
];

const styled = (css: string): Pick<Host, 'page'> => ({
  page: ({ tag }) => `<style>${css}</style><main>${tag}</main>`,
});

const styles: Host[] = [
  { name: 'no styles of elements at all', ...styled('* { all: unset } main { display: block }') },
  {
    name: 'important styles for every element',
    ...styled(
      'body * { margin: 4px !important; float: left !important; max-width: 50% !important; font: 9px/1 serif !important; letter-spacing: 3px !important; text-transform: uppercase !important }',
    ),
    width: [240, 1024],
  },
  {
    name: 'a small root size and a dark ground',
    ...styled('html { font-size: 62.5%; background: #111; color: #eee; color-scheme: dark }'),
  },
  {
    name: 'resets of forms and buttons',
    ...styled('input, button, form, h2, label { display: none; width: 10px; position: absolute }'),
  },
  {
    name: 'text from right to left',
    page: ({ tag, script }) => ({
      text: wholeDocument(script, `<div style="display: inline-block">${tag}</div>`, 'dir="rtl"'),
    }),
    width: [640, 640],
  },
  {
    name: 'vertical text',
    page: ({ tag }) =>
      `<div style="writing-mode: vertical-rl"><div style="writing-mode: horizontal-tb; width: 500px">${tag}</div></div>`,
    width: [500, 500],
  },
  {
    name: 'quirks mode',
    page: ({ tag, script }) => ({
      text: `<title>Old</title><body>${script}<center><table><td>${tag}</table></center>`,
    }),
    width: [640, 640],
  },
];

describe('A customer books in', () => {
  it.concurrent.each([...layouts, ...styles])('$name', async (host) => {
    const opened = await book(harness, host);
    expect(opened.console).toEqual([]);
    await opened.close();
  });
});

/** More boxes, all on one page: their opening tags, and the least and the most width of the element. */
const boxes: [box: string, least: number, most: number][] = [
  ['<div style="display: flex; flex-direction: column; align-items: center">', 640, 640],
  [`<div style="display: flex; flex-wrap: wrap">${aside}`, 640, 720],
  ['<div style="display: flex; width: 600px"><p style="width: 600px">Text</p>', 280, 400],
  [`<div style="display: grid; grid-template-columns: auto auto">${aside}`, 640, 720],
  ['<div style="display: grid; grid-template-columns: 200px 1fr"><p>Text</p>', 792, 792],
  ['<div style="float: right">', 640, 640],
  ['<div style="width: fit-content; padding: 24px; border: 1px solid">', 640, 640],
  ['<div style="width: min-content">', 256, 256],
  ['<div style="columns: 2; column-gap: 16px"><div style="display: inline-block">', 488, 488],
  ['<table style="width: 100%"><tr><td>Label<td>', 640, 960],
  ['<fieldset style="min-width: min-content"><legend>Book</legend>', 940, 992],
  ['<ul><li>', 952, 952],
];

it('The element has a readable width in more boxes', async () => {
  const { page, close } = await harness.open({
    name: 'many boxes',
    page: () =>
      boxes
        .map(([box]) => `<template>${box}<dx-booking></dx-booking></template><section></section>`)
        .join(''),
    act: (page) =>
      page.evaluate(() => {
        for (const { content, nextElementSibling } of document.querySelectorAll('template'))
          nextElementSibling?.append(content);
      }),
  });
  await page.waitForFunction(() => customElements.get('dx-booking'));
  const elements = (await page.$$('dx-booking')) as HostElement[];
  expect(elements).toHaveLength(boxes.length);
  for (const [index, [box, least, most]] of boxes.entries())
    await checkWidth(elements[index] as HostElement, [least, most], box);
  await close();
});

it('Each element gets a column in a box that shrinks, and its container queries see the real width', async () => {
  const tags = ['dx-booking', 'dx-appointments', 'dx-physician-order', 'dx-handoff'];
  const { page, close } = await harness.open({
    name: 'four boxes',
    page: ({ server, token }) => {
      const put = (tag: string, style: string) =>
        `<div style="${style}"><${tag} server="${server}" subject-token="${token()}"></${tag}></div>`;
      return tags.map((tag) => put(tag, 'display: inline-block')).join('') + put('dx-appointments', '');
    },
  });
  await page.waitForFunction(() => !document.querySelector(':not(:defined)'));
  await page.waitForFunction(() =>
    [...document.querySelectorAll('dx-appointments')].every((one) => one.shadowRoot?.querySelector('.frame')),
  );
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('div > *')].map((one) => {
      const frame = one.localName === 'dx-appointments' ? one.shadowRoot?.querySelector('.frame') : null;
      return [one.localName, one.clientWidth, frame ? getComputedStyle(frame).paddingTop : ''];
    }),
  );
  expect(found).toEqual([
    ['dx-booking', 640, ''],
    ['dx-appointments', 640, '24px'],
    ['dx-physician-order', 640, ''],
    ['dx-handoff', 640, ''],
    ['dx-appointments', 992, '40px'],
  ]);
  await close();
});
