/** Every box of a page gives the element a readable width, and a customer can book under every style. */
import { describe, expect, it } from 'vitest';
import { begin, book } from './book.ts';
import { aside, layouts, styles } from './boxes-and-styles.ts';
import { checkWidth, type Host, type HostElement, hostHarnessOfFile } from './host-harness.ts';

const harness = await hostHarnessOfFile();

const isWhole = ({ from }: Host) => from === 'consent';

async function openWith(open: typeof book, host: Host): Promise<void> {
  const opened = await open(harness, host);
  expect(opened.console).toEqual([]);
  await opened.close();
}

describe('A customer books in', () => {
  it.concurrent.each([...layouts.filter(isWhole), ...styles])('$name', (host) => openWith(book, host));
});

describe('The element has a readable width in', () => {
  it.concurrent.each(layouts.filter((host) => !isWhole(host)))('$name', (host) => openWith(begin, host));
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
