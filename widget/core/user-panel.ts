/**
 * Draws for every element, without a framework: it hides the view while the user is unknown, shows words in its place,
 * and shows the warning of an idle page.
 */
import { user } from '../locales/en/user.ts';
import { FocusKeeper } from './focus-keeper.ts';
import type { UserSession } from './user-session.ts';
import type { UserState } from './user-state.ts';
import { idleText, type PanelWords, signedOutWords, undecidedWords } from './user-words.ts';

/** The remaining time is announced to screen readers at these seconds only. */
const spokenAtSeconds = [30, 10];

/** Creates an element with properties and children, for drawing without a framework. */
export function node<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: object,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** The panel of one element. It redraws only what has changed. */
export class UserPanel {
  /** Place it behind the view in the shadow root. */
  readonly element = node('section', { className: 'user-panel', hidden: true });
  readonly #host: Element;
  readonly #user: UserSession;
  readonly #focus: FocusKeeper;
  #known: UserState['name'] = 'waiting';
  #drawn = '';
  #hadFocus = false;
  #dialog: HTMLDialogElement | null = null;

  constructor(host: Element, user: UserSession) {
    this.#host = host;
    this.#user = user;
    this.#focus = new FocusKeeper(host);
  }

  /** Remembers the focus. Call it before the focused element is hidden or removed. */
  stateChanged(): void {
    const { name } = this.#user.state;
    if (name === this.#known) return;
    this.#known = name;
    this.#hadFocus = this.#focus.isWithin || this.#hadFocus;
    if (name === 'deciding') this.#focus.remember();
  }

  /** @param view the element that contains everything of the user */
  draw(view: HTMLElement): void {
    const { state } = this.#user;
    const wasHidden = view.inert;
    view.inert = state.name === 'deciding';
    this.#drawWarning();
    this.#drawPanel(state);
    if (wasHidden && state.name === 'signed_in') this.#focus.restore();
    if (state.name !== 'deciding') this.#hadFocus = false;
  }

  #drawPanel(state: UserState): void {
    const words = wordsOf(state);
    const drawing = JSON.stringify([state, words]);
    if (drawing === this.#drawn) return;
    this.#drawn = drawing;
    const { element } = this;
    element.hidden = words === null && state.name !== 'deciding';
    element.setAttribute('role', words === null ? 'status' : 'alert');
    if (words === null) {
      element.replaceChildren(node('p', { className: 'checking' }, element.hidden ? '' : user('checking')));
      return;
    }
    const heading = node('h2', { tabIndex: -1 }, words.title);
    element.replaceChildren(heading, node('p', {}, words.text));
    if (words.button !== undefined)
      element.append(
        node('button', { className: 'primary', type: 'button', onclick: this.#press }, words.button),
      );
    if (this.#hadFocus) heading.focus();
  }

  readonly #press = (): void => {
    if (this.#user.state.name === 'signed_out') this.#user.refresh();
    else this.#user.retry();
  };

  #drawWarning(): void {
    const seconds = this.#user.idleSecondsLeft;
    // An invisible modal dialog of a hidden element would block the page.
    if (seconds === null || this.#host.getClientRects().length === 0) {
      // Closing restores the focus.
      this.#dialog?.close();
      this.#dialog?.remove();
      this.#dialog = null;
      return;
    }
    this.#dialog ??= this.#openDialog();
    const [, text, spoken] = this.#dialog.children;
    if (text) text.textContent = idleText(seconds);
    if (spoken && spokenAtSeconds.includes(seconds)) spoken.textContent = idleText(seconds);
  }

  #openDialog(): HTMLDialogElement {
    const stay = () => this.#user.stay();
    const spoken = node('p', { className: 'idle-spoken' });
    spoken.setAttribute('role', 'status');
    const dialog = node(
      'dialog',
      { className: 'idle-warning', oncancel: stay },
      node('h2', { id: 'idle-title' }, user('idleHeading')),
      node('p', { id: 'idle-text' }),
      spoken,
      node('button', { className: 'primary', type: 'button', autofocus: true, onclick: stay }, user('stay')),
    );
    dialog.setAttribute('role', 'alertdialog');
    dialog.setAttribute('aria-labelledby', 'idle-title');
    dialog.setAttribute('aria-describedby', 'idle-text');
    this.element.before(dialog);
    dialog.showModal();
    return dialog;
  }
}

function wordsOf(state: UserState): PanelWords | null {
  if (state.name === 'signed_out') return signedOutWords(state.reason);
  return state.name === 'deciding' && state.failure !== null ? undecidedWords() : null;
}
