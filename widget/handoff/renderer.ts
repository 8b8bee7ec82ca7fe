/** Draws the panel, and the frame with a skeleton over it until the hosted page is ready. */
import { failures } from '../locales/en/failures.ts';
import { handoff } from '../locales/en/handoff.ts';
import { node } from '../ui/node.ts';
import type { Panel } from './panels.ts';

/** What to draw. */
export interface Shown {
  panel: Panel | null;
  frame: HTMLIFrameElement | null;
  ready: boolean;
  /** The hosted page, for a panel that links to it. */
  url: string | null;
  /** Nobody is signed in, so there is nothing to wait for. */
  isEmpty: boolean;
}

/** Draws one element. */
export class Renderer {
  /** Everything that belongs to the user. */
  readonly element: HTMLElement;
  readonly #stage: HTMLElement;
  readonly #skeleton = node('div', { className: 'skeleton' }, node('i', {}), node('i', {}), node('i', {}));
  readonly #spoken = node('p', { className: 'unseen' });
  readonly #act: (panel: Panel) => void;
  #panel: HTMLElement = node('div', { hidden: true });
  #drawn = '';

  constructor(act: (panel: Panel) => void) {
    this.#act = act;
    // Firefox before 119 has no property for it.
    this.#spoken.setAttribute('role', 'status');
    this.#stage = node('div', { className: 'stage' }, this.#skeleton);
    this.element = node(
      'div',
      { className: 'handoff', tabIndex: -1 },
      this.#panel,
      this.#stage,
      this.#spoken,
    );
  }

  /** Keeps an unchanged panel, with the focus in it. Never moves the frame, because that would reload it. */
  draw({ panel, frame, ready, url, isEmpty }: Shown): void {
    const waiting = panel === null && !ready && !isEmpty;
    const drawing = JSON.stringify([panel, url]);
    if (drawing !== this.#drawn) {
      const fresh = panel === null ? node('div', { hidden: true }) : this.#drawPanel(panel, url);
      const focused = this.#panel.matches(':focus-within');
      this.#panel.replaceWith(fresh);
      this.#panel = fresh;
      this.#drawn = drawing;
      if (focused) this.focus();
    }
    this.element.setAttribute('aria-busy', `${waiting}`);
    this.#stage.hidden = !ready && !waiting;
    this.#stage.classList.toggle('covered', !ready);
    this.#skeleton.hidden = !waiting;
    if (frame !== null && frame.parentNode === null) this.#stage.prepend(frame);
    const words =
      panel === null
        ? waiting
          ? handoff('loading')
          : ''
        : `${panel.title.replace(/\.$/, '')}. ${panel.text}`;
    if (this.#spoken.textContent !== words) this.#spoken.textContent = words;
  }

  focus(): void {
    this.element.focus();
  }

  #drawPanel(panel: Panel, url: string | null): HTMLElement {
    const { title, text, reference, look = '', action, label = failures('tryAgain'), link: target } = panel;
    const whole = node(
      'section',
      { className: `panel ${look}`, part: 'panel' },
      node('h2', {}, title),
      node('p', {}, text),
    );
    if (reference) whole.append(node('p', { className: 'quiet' }, failures('reference', { reference })));
    if (action !== undefined)
      whole.append(node('button', { type: 'button', onclick: () => this.#act(panel) }, label));
    if (target !== undefined && url !== null) {
      const words = handoff(target === '_self' ? 'open' : 'openTab');
      whole.append(node('a', { href: url, target, rel: 'noreferrer' }, words));
    }
    return whole;
  }
}
