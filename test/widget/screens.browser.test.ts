/** The screens of one step: the one that is left stays for Orca, and for nobody else. */
import { html, LitElement } from 'lit';
import { Screens } from '../../widget/ui/screens.ts';
import { tokens } from '../../widget/ui/tokens.ts';
import { equal, until } from './assert.ts';

class TwoScreens extends LitElement {
  static override styles = tokens;
  static override properties = { current: {} };
  declare current: 'form' | 'review';
  readonly #screens = new Screens<'review' | 'form'>(this);

  constructor() {
    super();
    this.current = 'form';
  }

  protected override render() {
    return this.#screens.render(this.current, {
      review: () => html`<h2 tabindex="-1">Review</h2>`,
      form: () => html`<h2 tabindex="-1">Form</h2><button>Next</button>`,
    });
  }
}
customElements.define('two-screens', TwoScreens);

describe('the screens of a step', () => {
  const all = (element: LitElement, selector: string) => [
    ...element.renderRoot.querySelectorAll<HTMLElement>(selector),
  ];
  const shown = (element: LitElement) => all(element, 'h2:not(.former *)').map((each) => each.textContent);

  it('keeps what is left, the same nodes, for a moment: out of sight, without a place, and beyond a press', async () => {
    const element = document.body.appendChild(new TwoScreens());
    await element.updateComplete;
    const [button] = all(element, 'button');
    const { height } = element.getBoundingClientRect();
    element.current = 'review';
    await element.updateComplete;
    equal(shown(element), ['Review']);
    equal(all(element, '.former button')[0] === button, true, 'the pressed button');
    equal(button?.checkVisibility({ opacityProperty: true }), false, 'in sight');
    equal(button?.checkVisibility(), true, 'in the accessibility tree');
    equal(element.getBoundingClientRect().height < height, true, 'room for the button');
    const { left, top } = button?.getBoundingClientRect() ?? { left: 0, top: 0 };
    equal(element.shadowRoot?.elementFromPoint(left + 1, top + 1) === button, false, 'takes presses');
    await until(() => all(element, '.former').length === 0, 'its end');
    equal(shown(element), ['Review']);
    element.remove();
  });

  it('shows a screen once when the customer comes back at once', async () => {
    const element = document.body.appendChild(new TwoScreens());
    for (const screen of ['review', 'form'] as const) {
      element.current = screen;
      await element.updateComplete;
    }
    equal(shown(element), ['Form']);
    equal(all(element, 'h2').length, 2);
    await until(() => all(element, 'h2').length === 1, 'the end of the other');
    equal(shown(element), ['Form']);
    element.remove();
  });
});
