/** <harbor-hours>: shows whether the front desk is open. It bundles its own Lit, to show that the widget works beside another copy. */
import { css, html, LitElement } from 'lit';

const open = {
  1: [8, 18],
  2: [8, 18],
  3: [8, 18],
  4: [8, 18],
  5: [8, 16],
  6: [9, 12],
};

class HarborHours extends LitElement {
  static styles = css`
    :host { display: block; margin-top: 32px; color: var(--quiet); font-size: 15px; }
  `;

  render() {
    const now = new Date();
    const [from, to] = open[now.getDay()] ?? [0, 0];
    const isOpen = now.getHours() >= from && now.getHours() < to;
    return html`<p>The front desk is ${isOpen ? html`<b>open until ${to > 12 ? `${to - 12} pm` : 'noon'}</b>` : 'closed now'}. (555) 010-0142</p>`;
  }
}
customElements.define('harbor-hours', HarborHours);
