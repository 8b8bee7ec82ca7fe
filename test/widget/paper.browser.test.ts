/** The screens that a customer prints with the browser's own command. */
import { emulateMedia } from '@web/test-runner-commands';
import { equal } from './assert.ts';
import { scenes } from './gallery/scenes.ts';
import { controlsIn, inner, nameOf } from './usable.ts';

/** What a customer can choose, by the selector of its buttons. */
const choices = {
  'booking/place-start': '.tests button',
  'booking/place-fallback': '.choose .offer',
  'booking/times-chosen': '.day, .time, .summary',
  'appointments/several-reschedule': '.day, .time',
};
const printedScenes = [
  'booking/sent-confirmed',
  'appointments/visit',
  'appointments/several-results',
  'handoff/unknown-page',
];

describe('on paper', () => {
  const main = document.body.appendChild(document.createElement('main'));
  afterEach(() => emulateMedia({ media: 'screen' }));

  for (const scene of printedScenes)
    it(`${scene} has no buttons and no progress`, async () => {
      const { element, leave } = (await scenes.get(scene)?.(main)) ?? {};
      const pressed = () => controlsIn(element as Element).filter((it) => it.matches('button, .button'));
      equal(pressed().length > 0, true);
      await emulateMedia({ media: 'print' });
      equal(pressed().map(nameOf), []);
      equal(element?.shadowRoot?.querySelector('.progress')?.checkVisibility() ?? false, false);
      leave?.();
    });

  for (const [scene, selector] of Object.entries(choices))
    it(`${scene} has all that can be chosen, within the sheet and uncovered`, async () => {
      const { element, leave } = (await scenes.get(scene)?.(main)) ?? {};
      const found = inner(element as Element).filter((it) => it.matches(selector));
      equal(found.length > 1, true);
      await emulateMedia({ media: 'print' });
      const isOnPaper = (it: Element) =>
        it.checkVisibility() && it.getBoundingClientRect().right <= document.documentElement.clientWidth;
      equal(found.filter((it) => !isOnPaper(it)).map(nameOf), []);
      const covers = (it: Element) =>
        it.matches('[type=submit]') || (it.matches('.bar') && getComputedStyle(it).position === 'sticky');
      equal(
        inner(element as Element)
          .filter((it) => it.checkVisibility() && covers(it))
          .map(nameOf),
        [],
      );
      leave?.();
    });
});
