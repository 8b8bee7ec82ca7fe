/** Every step in every state has a heading and does not scroll sideways. The test of the gallery runs axe over it. */
import { assert } from './assert.ts';
import { at, focused, one } from './gallery/controls.ts';
import { states } from './gallery/states.ts';

describe('each state of each step', () => {
  for (const [name, state] of Object.entries(states)) {
    it(`${name} fits the page, and its heading takes the focus`, async () => {
      const { step } = await at(state);
      assert(document.documentElement.scrollWidth <= innerWidth, 'nothing is wider than the page');
      assert(step.shadowRoot?.querySelector('[style], style') === null, 'no inline style');
      await step.focusHeading();
      assert(focused(step) === one(step, 'h2'), 'the heading takes the focus');
    });
  }
});
