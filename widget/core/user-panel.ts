/** Draws, without a framework, the words in place of a hidden view, and the warning of an idle page. */
import { user as say } from '../locales/en/user.ts';
import { node } from '../ui/node.ts';
import { panelStyles } from './user-panel-styles.ts';
import type { UserSession } from './user-session.ts';
import type { UserState } from './user-state.ts';
import { idleText, type PanelWords, signedOutWords, undecidedWords } from './user-words.ts';

/** The remaining time is announced to screen readers at these seconds only. */
const spokenAtSeconds = [30, 10];

/** The panel of one element. It redraws only what has changed. */
export class UserPanel {
  readonly #host: Element;
  readonly #user: UserSession;
  readonly #element: HTMLElement;
  #drawn = '';
  #dialog: HTMLDialogElement | null = null;

  /** @param element of the panel, hidden when there is nothing to show; it is in the shadow root of `host` */
  constructor(host: Element, user: UserSession, element: HTMLElement) {
    this.#host = host;
    this.#user = user;
    this.#element = element;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(panelStyles);
    host.shadowRoot?.adoptedStyleSheets.push(sheet);
  }

  /** @param takesFocus whether the heading of new words takes the focus */
  draw(takesFocus: boolean): void {
    this.#drawWarning();
    this.#drawPanel(takesFocus);
  }

  #drawPanel(takesFocus: boolean): void {
    const { state } = this.#user;
    const words = wordsOf(state);
    const drawing = JSON.stringify([state, words]);
    if (drawing === this.#drawn) return;
    this.#drawn = drawing;
    const element = this.#element;
    element.setAttribute('role', words === null ? 'status' : 'alert');
    if (words === null) {
      element.replaceChildren(node('p', { className: 'checking' }, element.hidden ? '' : say('checking')));
      return;
    }
    const heading = node('h2', { tabIndex: -1 }, words.title);
    element.replaceChildren(heading, node('p', {}, words.text));
    if (words.button !== undefined)
      element.append(
        node('button', { className: 'primary', type: 'button', onclick: this.#press }, words.button),
      );
    if (takesFocus) heading.focus();
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
      node('h2', { id: 'idle-title' }, say('idleHeading')),
      node('p', { id: 'idle-text' }),
      spoken,
      node('button', { className: 'primary', type: 'button', autofocus: true, onclick: stay }, say('stay')),
    );
    dialog.setAttribute('role', 'alertdialog');
    dialog.setAttribute('aria-labelledby', 'idle-title');
    dialog.setAttribute('aria-describedby', 'idle-text');
    this.#element.before(dialog);
    dialog.showModal();
    return dialog;
  }
}

function wordsOf(state: UserState): PanelWords | null {
  if (state.name === 'signed_out') return signedOutWords(state.reason);
  return state.name === 'deciding' && state.failure !== null ? undecidedWords() : null;
}
