/** Every element in every state of the gallery: axe in light and dark, and no code of the service in any text. */
import { problemCodes } from '../../server/contract/problem-codes.ts';
import * as appointmentWords from '../../server/contract/upstream-api/appointments.ts';
import * as errorWords from '../../server/contract/upstream-api/error-codes.ts';
import * as testWords from '../../server/contract/upstream-api/test-types.ts';
import { accessible } from './accessible.ts';
import { assert, equal } from './assert.ts';
import { scenes } from './gallery/scenes.ts';

/** A code, an enum value or a field name has an underscore; people's words have none. */
const patterns = [
  /\b\w+_\w+\b/,
  /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/i,
  /\bundefined\b|\bNaN\b|\[object/,
  // Two sentences that were glued.
  /\.\. |\.\.$/,
];

/** Codes of the service that are no words of people. `DEXA` and `VO2` are names that patients know. */
const codes = ['CALST', 'DEXABMD', 'BODPOD', 'HYDROSTATIC', 'SECA', 'RMR'];

/** The values of the contract. A text that is one of them, and nothing else, is a code. */
const vocabulary = new Set([
  ...Object.keys(problemCodes),
  ...[appointmentWords, errorWords, testWords].flatMap((module) =>
    Object.values(module).flatMap((value) =>
      Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [],
    ),
  ),
]);

const spokenAttributes = ['aria-label', 'aria-description', 'title', 'alt', 'placeholder'];

/** Every text in the element that a person sees or hears. The requests of support have a reference, which is a code. */
function textsOf(root: Element | ShadowRoot): string[] {
  return [...root.childNodes].flatMap((node) => {
    if (node instanceof Text) return [node.data.trim()];
    if (!(node instanceof Element) || node.matches('style, script, [hidden]')) return [];
    const attributes = spokenAttributes.map((name) => node.getAttribute(name) ?? '');
    return [...attributes, ...textsOf(node), ...(node.shadowRoot ? textsOf(node.shadowRoot) : [])];
  });
}

function codesIn(texts: readonly string[]): string[] {
  return texts.filter((text) => {
    const words = text.replace(/\breq_\w+\b/g, '');
    return (
      vocabulary.has(words) ||
      patterns.some((pattern) => pattern.test(words)) ||
      codes.some((code) => new RegExp(`\\b${code}\\b`).test(words))
    );
  });
}

/** Colours change slowly, and axe would see them half-way. */
function endTransitions(root: Document | ShadowRoot): void {
  for (const animation of root.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) endTransitions(shadowRoot);
}

it('finds codes and ids, and leaves words of people alone', () => {
  equal(
    codesIn(['pending_confirmation', 'Status: awaiting_moonrise', 'CALST for you', 'finalized']).length,
    4,
  );
  equal(codesIn(['Order 00000000-0000-4000-8000-000000000002']).length, 1);
  equal(codesIn(['Your test is confirmed.', 'Reference req_01HZZ', 'DEXA body composition', 'VO2 Max']), []);
  const host = document.createElement('div');
  host.attachShadow({ mode: 'open' }).append(Object.assign(document.createElement('b'), { title: 'a_code' }));
  equal(codesIn(textsOf(host.shadowRoot ?? host)), ['a_code']);
});

describe('the gallery', () => {
  const main = document.body.appendChild(document.createElement('main'));
  document.documentElement.style.background = 'Canvas';
  const scheme = (name: string) => document.documentElement.style.setProperty('color-scheme', name);

  for (const [name, show] of scenes)
    it(name, async () => {
      scheme('light');
      const { element, leave } = await show(main);
      try {
        await accessible(element);
        scheme('dark');
        endTransitions(document);
        await accessible(element, ['color-contrast']);
        assert(element.shadowRoot, 'a shadow root');
        const texts = textsOf(element.shadowRoot).filter((text) => text !== '');
        assert(texts.length > 0 || name.startsWith('handoff/'), 'a text');
        equal(codesIn(texts), [], 'codes of the service');
      } finally {
        leave();
        scheme('light');
      }
    });
});
