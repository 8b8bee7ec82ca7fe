/**
 * Draws the first step of `<dx-booking>` as markup, so that a page can contain it. The built element draws it, in jsdom,
 * so both are the same. `node widget/build/first-step/draw.ts DIR` writes `first-step.json` and its style sheets
 * into the folder of a build.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type DOMWindow, JSDOM } from 'jsdom';
import type { FirstStepFile, FirstStepPieces } from '../../../server/contract/first-step-file.ts';
import type { OpenJourney } from '../../../server/contract/journey-api/answers.ts';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import { type TestType, testTypes } from '../../../server/contract/upstream-api/test-types.ts';
import { everyElementFiles } from '../../texts/language-files.ts';
import { brotli } from '../write-release.ts';

const languages = ['en', ...Object.keys(everyElementFiles)];

/** What the element takes from the page. Its requests, keys and timers are those of Node. */
const globals = [
  ...[
    'window',
    'document',
    'customElements',
    'location',
    'history',
    'addEventListener',
    'removeEventListener',
    'getComputedStyle',
  ],
  ...['AbortController', 'AbortSignal', 'CustomEvent', 'Document', 'Element', 'Event', 'HTMLElement'],
  ...['HTMLInputElement', 'HTMLSelectElement', 'InputEvent', 'MutationObserver', 'Node', 'ShadowRoot'],
] as const;

function becomePage({ window }: { window: DOMWindow }): void {
  for (const name of globals) {
    const value: unknown = window[name];
    const isMethod = typeof value === 'function' && /^[a-z]/.test(name);
    Object.defineProperty(globalThis, name, { value: isMethod ? value.bind(window) : value });
  }
  // Without constructable sheets the element has `<style>` elements, which we read.
  const CSSStyleSheet = class {
    replaceSync() {}
  };
  const CSS = { supports: () => true };
  Object.assign(globalThis, { CSS, CSSStyleSheet });
  Object.assign(window.ShadowRoot.prototype, { adoptedStyleSheets: [] });
}

/** The first view of a customer of whom nothing is known. */
const firstView = (test_types: TestType[]): JourneyView => ({
  journey_id: '',
  revision: 1,
  is_stored: false,
  steps: [],
  summary: { test: null, place: null, times: null, price: null, paid: false },
  notice: null,
  working: null,
  draft: null,
  can_start_over: false,
  previous: null,
  contact: { phone: '1', email: null, url: null },
  shows: { step: 'place', test_types, known_zip: null, search: null, results: null },
});

/** The server of the element. */
async function respond(url: string | URL | Request, { body }: RequestInit = {}): Promise<Response> {
  if (`${url}`.endsWith('/token'))
    return Response.json({ access_token: 'a', token_type: 'DPoP', expires_in: 60 });
  const { test_types = [...testTypes] } = JSON.parse(`${body}`) as OpenJourney;
  return Response.json(firstView(test_types));
}

/** A drawing takes some 20 ms, most of them for the keys of its session. */
const drawnWithinMs = 120_000;

/** The two shadow roots of the drawn element. */
interface Drawn {
  frame: ShadowRoot;
  step: ShadowRoot;
}

async function drawElement(language: string, attributes: Record<string, string>): Promise<Drawn> {
  const element = document.createElement('dx-booking');
  const all = { server: 'https://booking.example', 'subject-token': 'any', lang: language, ...attributes };
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
  document.body.replaceChildren(element);
  const endsAtMs = performance.now() + drawnWithinMs;
  while (performance.now() < endsAtMs) {
    await sleep(1);
    const frame = element.shadowRoot;
    const step = frame?.querySelector('dx-place-step')?.shadowRoot;
    if (frame && step?.querySelector('h2')) return { frame, step };
  }
  throw new Error(`The first step was not drawn in ${language}`);
}

/** @returns the node; @throws Error if the element draws something else now */
function find(root: ParentNode, selector: string): Element {
  const found = root.querySelector(selector);
  if (found === null) throw new Error(`The first step has no ${selector}`);
  return found;
}

/**
 * The markup of a shadow root without its styles. The custom elements within are plain boxes: they have nothing to draw yet,
 * and a defined one would begin to.
 */
function markupOf(root: ShadowRoot | Element): string {
  for (const input of root.querySelectorAll('input')) input.setAttribute('value', input.value);
  const html = 'outerHTML' in root ? root.outerHTML : root.innerHTML;
  return html
    .replaceAll(/<style>[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, '')
    .replaceAll(/<(\/?)dx-[\w-]+/g, '<$1div')
    .replaceAll(/>\s+</g, '> <')
    .trim();
}

const rulesOf = (root: ShadowRoot) =>
  [...root.querySelectorAll('style')]
    .map(({ textContent }) => textContent)
    .join('')
    .replaceAll(/\/\*[\s\S]*?\*\/|\s+/g, ' ')
    .replaceAll(/ ?([{};]) ?/g, '$1');

async function drawPieces(language: string): Promise<FirstStepPieces> {
  const list = await drawElement(language, {});
  const items = [...list.step.querySelectorAll('.tests li')];
  const byType = <T>(of: (item: Element) => T) =>
    Object.fromEntries(testTypes.map((type, index) => [type, of(items[index] as Element)])) as Record<
      TestType,
      T
    >;
  const choices = byType(markupOf);
  const names = byType((item) => find(item, '.name').textContent);
  find(list.step, '.tests').textContent = '{{choices}}';
  const tests = markupOf(list.step);

  const [only = 'DEXA'] = testTypes;
  const { frame, step } = await drawElement(language, { 'test-types': only, zip: '{{zip}}' });
  find(step, '.picked strong').textContent = '{{test}}';
  const search = markupOf(step);

  const helpBlock = find(frame, '.help');
  const link = find(helpBlock, 'a');
  link.setAttribute('href', '{{address}}');
  find(link, 'bdi').textContent = '{{words}}';
  const wayBlock = find(helpBlock, 'slot > p');
  const way = markupOf(wayBlock);
  wayBlock.replaceWith('{{ways}}');
  const help = markupOf(helpBlock);
  helpBlock.replaceWith('{{help}}');
  // It is for a user, and is hidden.
  find(frame, '.user-panel').remove();
  find(frame, 'dx-place-step').append('{{step}}');
  return { frame: markupOf(frame), tests, choices, search, names, help, way };
}

function writeSheet(directory: string, name: string, rules: string): { file: string; rules: string } {
  const hash = createHash('sha256').update(rules).digest('base64url').slice(0, 6);
  const file = `${name}-${hash}.css`;
  writeFileSync(join(directory, file), rules);
  writeFileSync(join(directory, `${file}.br`), brotli(Buffer.from(rules)));
  return { file, rules };
}

const [directory = ''] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8'));
const module: string = manifest['widget/journey/booking.ts'].file;
becomePage(
  new JSDOM('<!doctype html><body></body>', { url: 'https://page.example/', pretendToBeVisual: true }),
);
globalThis.fetch = respond;
await import(pathToFileURL(join(directory, module)).href);
const { frame, step } = await drawElement('en', {});
const file: FirstStepFile = {
  sheets: {
    frame: writeSheet(directory, 'first-step-frame', rulesOf(frame)),
    step: writeSheet(directory, 'first-step', rulesOf(step)),
  },
  scripts: ['loader.js', module],
  languages: {},
};
for (const language of languages) file.languages[language] = await drawPieces(language);
writeFileSync(join(directory, 'first-step.json'), JSON.stringify(file));
process.exit();
