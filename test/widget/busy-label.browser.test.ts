/** A busy button keeps its size. */
import { html, LitElement } from 'lit';
import { controls } from '../../widget/ui/controls.ts';
import { define } from '../../widget/ui/define.ts';
import { submitButton } from '../../widget/ui/submit-button.ts';
import { tokens } from '../../widget/ui/tokens.ts';
import { equal } from './assert.ts';

describe('a button', () => {
  class Holder extends LitElement {
    static override styles = [tokens, ...controls];
    static override properties = { busy: { type: Boolean }, words: { attribute: false } };
    busy = false;
    words: readonly [string, string] = ['', ''];
    protected override render() {
      return html`<div style="inline-size: 288px">${submitButton(this.words[0], this.busy, this.words[1])}</div>`;
    }
  }
  define('dx-button-holder', Holder);

  it('keeps its size while it is busy, also where the words break into lines', async () => {
    const labels = [
      ['OK', 'Placing your order …'],
      ['Request new time', 'Sending …'],
      ['Weiter', 'Bestellung läuft …'],
      ['Unterschreiben und weiter', 'Die unterschriebene Einwilligung wird gesendet …'],
    ] as const;
    for (const words of labels) {
      const holder = Object.assign(document.createElement('dx-button-holder') as Holder, { words });
      document.body.append(holder);
      await holder.updateComplete;
      const size = () => {
        const { width, height } = holder.renderRoot.querySelector('button')?.getBoundingClientRect() ?? {};
        return [width, height];
      };
      const before = size();
      holder.busy = true;
      await holder.updateComplete;
      equal(size(), before, words.join());
      holder.remove();
    }
  });
});
