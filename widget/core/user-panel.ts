/** Draws the words in place of a hidden view, and the warning of an idle page. */
import { html, nothing, render } from 'lit';
import { user as say } from '../texts/english.ts';
import type { UserSession } from './user-session.ts';
import type { UserState } from './user-state.ts';

/** The words of every element about its user: signed out, being checked, about to be signed out. */
interface PanelWords {
  title: string;
  text: string;
  /** The label of the button; none when only the page can help. */
  button?: string;
}

const css = String.raw;

/**
 * The styles of the words in place of a hidden view, and of the warning of an idle page. They come after the element's
 * own, which style the buttons.
 */
const panelStyles = css`
  .user-panel {
    display: grid;
    gap: 8px;
    justify-items: start;
    align-content: start;
    box-sizing: border-box;
    inline-size: 100%;
    max-inline-size: 640px;
    margin-inline: auto;
    padding: 32px 24px;
    background: var(--_surface);
  }
  .user-panel h2:focus {
    outline: none;
  }
  .user-panel p {
    margin: 0;
  }
  .user-panel button,
  .idle-warning button {
    margin-block-start: 12px;
  }
  /* A quick check shows no words. */
  .checking {
    color: var(--_quiet);
    animation: show-late 0s 600ms both;
  }
  @keyframes show-late {
    from {
      opacity: 0;
    }
  }
  .idle-warning {
    box-sizing: border-box;
    inline-size: min(420px, 100vi - 32px);
    margin: auto;
    padding: 24px;
    border: 1px solid var(--_hairline);
    border-radius: calc(var(--_radius) + 4px);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: 0 24px 64px rgb(0 0 0 / 28%);
  }
  .idle-warning[open] {
    display: grid;
    gap: 8px;
  }
  .idle-warning::backdrop {
    background: rgb(10 15 20 / 55%);
  }
  .idle-warning p {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
  .idle-spoken {
    position: absolute;
    clip-path: inset(50%);
  }
`;

/** The remaining time is announced to screen readers at these seconds only. */
const spokenAtSeconds = [30, 10];

/** The panel of one element. It redraws only what has changed. */
export class UserPanel {
  readonly #host: Element;
  readonly #user: UserSession;
  readonly #element: HTMLElement;
  #drawn = '';
  #dialog: HTMLDialogElement | null = null;
  /** The text of the warning that screen readers announce. */
  #spoken = '';

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
      render(html`<p class="checking">${element.hidden ? '' : say('checking')}</p>`, element);
      return;
    }
    const { title, text, button } = words;
    render(
      html`<h2 tabindex="-1">${title}</h2>
        <p>${text}</p>
        ${button === undefined ? nothing : html`<button class="primary" type="button" @click=${this.#press}>${button}</button>`}`,
      element,
    );
    if (takesFocus) element.querySelector('h2')?.focus();
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
      this.#spoken = '';
      return;
    }
    const dialog = this.#dialog ?? document.createElement('dialog');
    const text = seconds === 60 ? say('idleTextMinute') : say('idleText', { count: seconds });
    if (spokenAtSeconds.includes(seconds)) this.#spoken = text;
    render(
      html`<h2 id="idle-title">${say('idleHeading')}</h2>
        <p id="idle-text">${text}</p>
        <p class="idle-spoken" role="status">${this.#spoken}</p>
        <button class="primary" type="button" autofocus @click=${this.#stay}>${say('stay')}</button>`,
      dialog,
    );
    if (this.#dialog === null) this.#open(dialog);
    this.#dialog = dialog;
  }

  readonly #stay = (): void => this.#user.stay();

  #open(dialog: HTMLDialogElement): void {
    dialog.className = 'idle-warning';
    dialog.addEventListener('cancel', this.#stay);
    dialog.setAttribute('role', 'alertdialog');
    dialog.setAttribute('aria-labelledby', 'idle-title');
    dialog.setAttribute('aria-describedby', 'idle-text');
    this.#element.before(dialog);
    dialog.showModal();
  }
}

/** The words after a sign-out, and if the server could not be asked who is signed in. */
function wordsOf(state: UserState): PanelWords | null {
  if (state.name === 'signed_out')
    return state.reason === 'page'
      ? { title: say('signedOut'), text: say('signedOutText') }
      : { title: say('signedOut'), text: say('idleSignedOutText'), button: say('continue') };
  return state.name === 'deciding' && state.failure !== null
    ? { title: say('undecided'), text: say('undecidedText'), button: say('tryAgain') }
    : null;
}
