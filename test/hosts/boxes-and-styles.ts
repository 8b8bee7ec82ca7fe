/** Pages whose boxes and styles surround the element. */
import type { Host } from './host-harness.ts';
import { wholeDocument } from './markup.ts';

/** A page whose body is one box with the element in it. */
const boxed = (style: string): Pick<Host, 'page'> => ({
  page: ({ tag }) => `<div style="${style}"><div>${tag}</div></div>`,
});
/** The element itself is the child of the box. */
const child = (style: string, beside = ''): Pick<Host, 'page'> => ({
  page: ({ tag }) => `<div style="${style}">${beside}${tag}</div>`,
});
/** A column beside the element. */
export const aside = '<p style="flex: none; width: 280px; margin: 0">A column of the page</p>';

/** The viewport is 1024 px wide, the body 992 px. A box that shrinks to its content gets a column of 640 px. */
export const layouts: Host[] = [
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

export const styles: Host[] = [
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
