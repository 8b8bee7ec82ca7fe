/** An element draws on a page that its visitor translates. */
import { html, nothing } from 'lit';
import { BaseElement } from '../../widget/ui/base-element.ts';
import { assert, equal } from './assert.ts';

class Chosen extends BaseElement {
  static override properties = { count: {}, more: {}, isFull: {} };
  declare count: number;
  declare more: string;
  declare isFull: boolean;

  protected override render() {
    return html`<p>${this.count} times${this.isFull ? html`<b> all</b>` : nothing} chosen ${this.more}<input /></p>`;
  }
}
customElements.define('test-chosen', Chosen);

const textsOf = (element: Node) => [...element.childNodes].filter((node) => node instanceof Text);

/** What translators do with the nodes of an element. */
const translators: Record<string, (element: Element) => void> = {
  'puts elements in place of texts': (element) => {
    for (const text of textsOf(element)) {
      const font = document.createElement('font');
      font.append(text.data.toUpperCase());
      text.replaceWith(font);
    }
  },
  'puts back only texts and elements': (element) => {
    const kept = [...element.childNodes].filter((node) => !(node instanceof Comment));
    for (const node of [...element.childNodes]) node.remove();
    element.append(...kept);
    for (const text of textsOf(element)) text.data = text.data.toUpperCase();
  },
  'adds the translation behind each text': (element) => {
    for (const text of textsOf(element)) {
      const font = document.createElement('font');
      font.append(text.data.toUpperCase());
      text.after(font);
    }
  },
};

describe('A translator that', () => {
  for (const [name, translate] of Object.entries(translators))
    it(`${name} keeps no text from being drawn`, async () => {
      const element = Object.assign(document.createElement('test-chosen') as Chosen, {
        count: 1,
        more: 'now',
      });
      document.body.append(element);
      await element.updateComplete;
      const line = element.renderRoot.querySelector('p');
      assert(line, 'the line');
      const drawn = async (change: Partial<Chosen>) => {
        translate(line);
        line.querySelector('input')?.focus();
        Object.assign(element, change);
        await element.updateComplete;
        equal(element.shadowRoot?.activeElement?.tagName, 'INPUT');
        const fonts = [...line.querySelectorAll('font')];
        equal(fonts.length > 0, name.startsWith('adds'), 'nodes of the translator');
        assert(line.textContent?.includes('CHOSEN'), 'what has not changed stays translated');
        for (const font of fonts) font.remove();
        return line.textContent?.toLowerCase();
      };
      equal(await drawn({ count: 2 }), '2 times chosen now');
      equal(await drawn({ isFull: true }), '2 times all chosen now');
      equal(await drawn({ more: 'again' }), '2 times all chosen again');
      equal(await drawn({ isFull: false, count: 3 }), '3 times chosen again');
      element.remove();
    });
});
