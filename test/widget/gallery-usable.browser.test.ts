/** Every state of the gallery at 320 px, with large and spaced text, in forced colors, without motion, and by keyboard. */
import { emulateMedia, setViewport } from '@web/test-runner-commands';
import { equal } from './assert.ts';
import { scenes } from './gallery/scenes.ts';
import {
  controlsIn,
  inner,
  isSeen,
  lost,
  motions,
  nameOf,
  smallTargets,
  spaceText,
  unseenFocus,
  vanished,
} from './usable.ts';

/** Controls whose name for a screen reader does not contain what they show: nobody could call them by voice. */
function namedOtherwise(root: Element): string[] {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return controlsIn(root)
    .filter((control) => {
      const label = control.getAttribute('aria-label');
      return label !== null && !plain(label).includes(plain(control.innerText));
    })
    .map(nameOf);
}

const named = (element: Element, attribute: string): string =>
  (element.getAttribute(attribute)?.split(' ') ?? [])
    .map((id) => (element.getRootNode() as ShadowRoot).getElementById(id)?.textContent ?? '')
    .join(' ');

/** Buttons and links of one group that a screen reader names alike, or not at all. */
function alikeNames(root: Element): string[] {
  const groups = new Map<Element | null, Set<string>>();
  return controlsIn(root)
    .filter((control) => control.matches('a[href], button, summary'))
    .filter((control) => {
      const group = control.closest('section, article, [role], fieldset, dialog');
      const names = groups.get(group) ?? new Set();
      groups.set(group, names);
      const own = control.getAttribute('aria-label') ?? control.textContent ?? '';
      const name = `${own} ${named(control, 'aria-describedby')}`.replace(/\s+/g, ' ').trim();
      const isAlike = name === '' || names.has(name);
      names.add(name);
      return isAlike;
    })
    .map(nameOf);
}

/** Errors without room to the control or the label below: they read as the heading of what follows. */
function crampedErrors(root: Element): string[] {
  const all = inner(root);
  const errors = all.filter((error) => error.matches('.error:not(:empty, .bar *)') && isSeen(error));
  const below = (errors.length === 0 ? [] : all)
    .filter((element) => element.matches('label, legend, button, input, .card, .choice') && isSeen(element))
    .map((element) => element.getBoundingClientRect());
  return errors
    .filter((error) => {
      const { bottom, left, right } = error.getBoundingClientRect();
      return below.some(
        (box) => box.top >= bottom - 1 && box.top < bottom + 12 && box.left < right && box.right > left,
      );
    })
    .map(nameOf);
}

const every = (root: Element, selector: string): HTMLElement[] =>
  [root, ...inner(root)].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
  ]);

/** Errors in the summary that lead to no field, or to a field above that of the error before. */
function misplacedErrors(root: Element): string[] {
  return every(root, '.error-summary').flatMap((summary) => {
    const links = [...summary.querySelectorAll('a')];
    const fields = links.map((link) =>
      (summary.getRootNode() as ShadowRoot).getElementById(link.hash.slice(1)),
    );
    return links
      .filter((_link, at) => {
        const [field = null, before = null] = [fields[at], fields[at - 1]];
        if (field === null) return true;
        return before !== null && !(before.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING);
      })
      .map(nameOf);
  });
}

/** Fields that say "required" to a screen reader and "(optional)" to the eye, or the other way round. */
function unsaidRequired(root: Element): string[] {
  return every(root, 'form .field, form .card')
    .filter((field) => {
      const isOptional = field.querySelector('.optional') !== null;
      const controls = field.matches('[role=radiogroup]')
        ? [field]
        : [...field.querySelectorAll('input:not([type=radio], [type=file])')];
      return controls.some((control) => control.ariaRequired !== `${!isOptional}`);
    })
    .map(nameOf);
}

type Fault = [scene: string, what: string];
const faults: Record<string, Fault[]> = {};
const main = document.body.appendChild(document.createElement('main'));
const page = document.documentElement;

const report = (check: string, scene: string, found: readonly string[]) => {
  faults[check] ??= [];
  faults[check].push(...found.map((what): Fault => [scene, what]));
};

/** The states that have each check of their own. The frame of the hosted page is the service's. */
async function look(scene: string, element: HTMLElement): Promise<void> {
  report('reflow', scene, lost(element));
  const takeAway = spaceText(element);
  report('spacing', scene, lost(element));
  takeAway();
  page.style.setProperty('--dx-font-size', '32px');
  report('size', scene, lost(element));
  page.style.removeProperty('--dx-font-size');
  report('target', scene, smallTargets(element));
  report('name', scene, namedOtherwise(element));
  report('motion', scene, motions(element));
  report('forced', scene, vanished(element));
  report('focus', scene, unseenFocus(element));
  report('errors', scene, misplacedErrors(element));
  report('cramped', scene, crampedErrors(element));
  report('alike', scene, alikeNames(element));
  report('required', scene, unsaidRequired(element));
}

const none = (check: string) => {
  if (faults[check] === undefined) throw new Error('nothing was checked');
  equal(faults[check], []);
};

describe('each state of the gallery', () => {
  before(async () => {
    document.body.style.margin = '0';
    // As a page has it beside an element.
    main.style.paddingInline = '16px';
    await setViewport({ width: 320, height: 640 });
    await emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  });
  for (const [scene, show] of scenes)
    it(`shows ${scene}`, async () => {
      const { element, leave } = await show(main);
      try {
        await look(scene, element);
      } finally {
        leave();
      }
    });
  after(async () => {
    main.style.paddingInline = '';
    await setViewport({ width: 800, height: 600 });
    await emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' });
  });

  it('fits 320 CSS pixels without scrolling sideways', () => none('reflow'));
  it('loses nothing with the text spacing of WCAG 1.4.12', () => none('spacing'));
  it('loses nothing with text of twice the size', () => none('size'));
  it('has targets of at least 24 by 24 CSS pixels', () => none('target'));
  it('names each control by what it shows', () => none('name'));
  it('moves nothing under reduced motion', () => none('motion'));
  it('keeps the edge of each control in forced colors', () => none('forced'));
  it('shows the focus of each control, and covers none that has it', () => none('focus'));
  it('lists the errors in the order of their fields', () => none('errors'));
  it('keeps the room between an error and the next field', () => none('cramped'));
  it('names no two buttons of a group alike', () => none('alike'));
  it('says to a screen reader which fields are required', () => none('required'));
});

describe('the checks', () => {
  it('find each of their faults', () => {
    const element = main.appendChild(document.createElement('div'));
    const root = element.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>
        button { outline: none; border: 0; inline-size: 40px; block-size: 40px; box-shadow: none; forced-color-adjust: none }
        .over { position: fixed; inset: 0 }
        .moves { animation: turn 1s; transition: color 1s }
        @keyframes turn { to { rotate: 1turn } }
      </style>
      <p style="inline-size: 4000px">wide</p>
      <p style="line-height: 16px">lines</p>
      <p style="inline-size: 40px; overflow: hidden; white-space: nowrap">a text that is cut off</p>
      <p style="inline-size: 7.5ch; overflow: hidden; white-space: nowrap">1234567</p>
      <button style="inline-size: 20px">x</button>
      <button aria-label="Send">Go</button>
      <button class="moves"></button>
      <p class="error" style="margin: 0">Enter a name.</p><label>B</label>
      <div class="error-summary"><a href="#b">b</a><a href="#a">a</a><a href="#c">c</a></div>
      <form>
        <div class="field"><label>A <i class="optional"></i></label><input id="a" aria-required="true"></div>
        <div class="field"><label>B</label><input id="b" aria-required="true"></div>
      </form>`;
    const found = {
      lost: lost(element).length,
      small: smallTargets(element),
      named: namedOtherwise(element),
      moving: motions(element).length,
      vanished: vanished(element).length,
      misplaced: misplacedErrors(element),
      unsaid: unsaidRequired(element).length,
      cramped: crampedErrors(element).length,
      alike: alikeNames(element),
      unseen: unseenFocus(element).length,
    };
    const takeAway = spaceText(element);
    const lostWithSpaces = lost(element).length;
    takeAway();
    root.append(Object.assign(document.createElement('div'), { className: 'over' }));
    const covered = unseenFocus(element).filter((fault) => fault.startsWith('covered'));
    element.remove();
    equal(found, {
      lost: 4,
      small: ['button. “x”', 'input. “”', 'input. “”'],
      named: ['button. “Send”'],
      moving: 1,
      vanished: 1,
      misplaced: ['a. “a”', 'a. “c”'],
      unsaid: 1,
      cramped: 1,
      alike: ['button.moves “”'],
      unseen: 3,
    });
    equal([lostWithSpaces, covered.length], [4, 8]);
  });
});
