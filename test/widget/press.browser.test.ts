/** No element draws between a press and its click. */
import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { BaseElement } from '../../widget/ui/base-element.ts';
import { define } from '../../widget/ui/define.ts';
import { equal, nextTask, timersPassed } from './assert.ts';

class Counted extends BaseElement {
  static override properties = { count: {}, ticked: {} };
  count = 0;
  ticked = false;
  protected override render() {
    const tick = (event: Event) => {
      this.ticked = (event.target as HTMLInputElement).checked;
    };
    return html`${this.count}<input type="checkbox" .checked=${live(this.ticked)} @change=${tick} />`;
  }
}
define('dx-press-counted', Counted);

/** The events of a tap: the mouse events come after the release of the finger. */
const tap = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'];

describe('an element under a press', () => {
  let element: Counted;
  const fire = (type: string, init: MouseEventInit = {}) =>
    element.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, ...init }));
  const drawn = () => element.shadowRoot?.textContent;

  beforeEach(async () => {
    element = document.createElement('dx-press-counted') as Counted;
    document.body.append(element);
    await element.updateComplete;
  });
  afterEach(() => {
    fire('pointercancel');
    element.remove();
  });

  it('draws a change after the click, and not before', async () => {
    for (const type of tap.slice(0, -1)) {
      fire(type);
      element.count = 1;
      await nextTask();
      equal(drawn(), '0', type);
    }
    fire('click');
    await nextTask();
    await element.updateComplete;
    equal(drawn(), '1');
  });

  it('keeps what the click has checked', async () => {
    const box = element.shadowRoot?.querySelector('input');
    fire('pointerdown');
    element.count = 1;
    box?.click();
    await nextTask();
    await element.updateComplete;
    equal([box?.checked, element.ticked, drawn()], [true, true, '1']);
  });

  it('draws when the press makes no click', async () => {
    for (const [at, type] of [
      'pointercancel',
      'contextmenu',
      'dragstart',
      'keydown',
      'pointermove',
    ].entries()) {
      fire('pointerdown', { buttons: 1 });
      element.count = at + 1;
      await nextTask();
      equal(drawn(), `${at}`, `before ${type}`);
      fire(type);
      await element.updateComplete;
      equal(drawn(), `${at + 1}`, type);
    }
    fire('pointerdown');
    element.count = 9;
    fire('pointerup');
    await timersPassed(400);
    await element.updateComplete;
    equal(drawn(), '9');
  });

  it('does not wait for the other buttons of a mouse, nor for the menu of a select', async () => {
    fire('pointerdown', { button: 2 });
    element.count = 1;
    await element.updateComplete;
    equal(drawn(), '1');
    const select = document.createElement('select');
    element.append(select);
    select.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, composed: true }));
    element.count = 2;
    await element.updateComplete;
    equal(drawn(), '2');
  });
});
