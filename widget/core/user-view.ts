/**
 * Hides the view of every element while the user is unknown. The words in its place, and the warning of an idle page,
 * load when the user is known: nobody sees them before.
 */
import type { UserPanel } from './user-panel.ts';
import type { UserSession } from './user-session.ts';
import type { UserState } from './user-state.ts';

/** Loads the class of the panel. */
export type LoadUserPanel = () => Promise<typeof UserPanel>;

/** The view of one element, and the panel behind it. */
export class UserView {
  /** Place it behind the view in the shadow root. */
  readonly element = Object.assign(document.createElement('section'), {
    className: 'user-panel',
    hidden: true,
  });
  readonly #host: Element;
  readonly #user: UserSession;
  readonly #loadPanel: LoadUserPanel;
  #known: UserState['name'] = 'waiting';
  #hadFocus = false;
  /** What had the focus inside the element when its view was hidden. */
  #focused: HTMLElement | null = null;
  #panel: UserPanel | null = null;
  #isLoading = false;

  constructor(host: Element, user: UserSession, loadPanel: LoadUserPanel) {
    this.#loadPanel = loadPanel;
    this.#host = host;
    this.#user = user;
  }

  /** Remembers the focus. Call it before the focused element is hidden or removed. */
  stateChanged(): void {
    const { name } = this.#user.state;
    if (name === this.#known) return;
    this.#known = name;
    this.#hadFocus = this.#hasFocus || this.#hadFocus;
    if (name === 'deciding') this.#rememberFocus();
  }

  get #hasFocus(): boolean {
    return this.#host.matches(':focus-within');
  }

  #rememberFocus(): void {
    let at = this.#hasFocus ? (this.#host.shadowRoot?.activeElement ?? null) : null;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    this.#focused = at instanceof HTMLElement ? at : null;
  }

  /** Does nothing when the person has moved the focus elsewhere. */
  #restoreFocus(): void {
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body || activeElement === this.#host;
    if (isFree && this.#focused?.isConnected) this.#focused.focus({ preventScroll: true });
    this.#focused = null;
  }

  /** @param view the element that contains everything of the user */
  draw(view: HTMLElement): void {
    const { state, userKey } = this.#user;
    const wasHidden = view.inert;
    const isHidden = state.name === 'deciding';
    view.inert = isHidden;
    this.element.hidden = !isHidden && state.name !== 'signed_out';
    if (this.#panel !== null) this.#drawPanel(this.#panel);
    else if (userKey !== undefined || !this.element.hidden) void this.#load();
    if (wasHidden && state.name === 'signed_in') this.#restoreFocus();
    if (state.name === 'signed_in') this.#hadFocus = false;
  }

  #drawPanel(panel: UserPanel): void {
    panel.draw(this.#hadFocus);
    if (this.#user.state.name !== 'deciding') this.#hadFocus = false;
  }

  /** A file that did not load is asked for again at the next change. */
  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const Panel = await this.#loadPanel().catch(() => null);
    this.#isLoading = false;
    if (Panel === null) return;
    this.#panel ??= new Panel(this.#host, this.#user, this.element);
    this.#drawPanel(this.#panel);
  }
}
