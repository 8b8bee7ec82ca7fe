/** The base of the elements that use Lit: the settings of the page, the user, the model and the life cycle. */
import {
  html,
  LitElement,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
  unsafeCSS,
} from 'lit';
import type { jwtTokenType as JwtTokenType } from '../../server/contract/token-api.ts';
import { LanguageWatch } from '../locales/language.ts';
import type { LanguageFiles } from '../locales/language-files.ts';
import { type Replacements, replaceMessages, spoken } from '../locales/spoken.ts';
import type { Credentials } from '../session/credentials.ts';
import type { Failure, FailureCode } from '../session/failure.ts';
import { loadProblemWords } from '../session/failure-words.ts';
import type { Session } from '../session/session.ts';
import { checkForLostProperties } from './lost-properties.ts';
import type { GetSubjectToken } from './page-settings.ts';
import { PressWatch } from './press-watch.ts';
import { emit } from './public-events.ts';
import type { RemoteView, RemoteViewHost, ViewFailure } from './remote-view.ts';
import { reportFailure } from './report-failure.ts';
import { serverAddress } from './server-address.ts';
import { checkTheme } from './theme-check.ts';
import { UserSession } from './user-session.ts';
import { userStyles as rules } from './user-styles.ts';
import { type LoadUserPanel, UserView } from './user-view.ts';

const jwtTokenType: typeof JwtTokenType = 'urn:ietf:params:oauth:token-type:jwt';

/** These must be last in the `static styles` of an element. */
export const userStyles = unsafeCSS(rules);

/**
 * @fires dx-signed-out - The element has dropped its user: `{ reason: 'page' | 'idle' }`.
 * @fires dx-error - Something failed and the user sees why: `{ code, problem?, reference? }`.
 */
export abstract class PartnerElement<Model extends RemoteView<unknown>> extends LitElement {
  // Without decorators: elements would share their runtime, and then load the chunk of the booking.
  static override properties: PropertyDeclarations = {
    server: {},
    subjectToken: { attribute: 'subject-token' },
    subjectTokenType: { attribute: 'subject-token-type' },
    getSubjectToken: { attribute: false },
    idleTimeout: { attribute: 'idle-timeout', type: Number },
    messages: { attribute: false },
  };

  /** The texts of the element in other languages. */
  static readonly languageFiles: LanguageFiles;
  /** Takes credentials whose exchange began before the module of the element was there. @default none */
  static readonly early?: (
    element: PartnerElement<RemoteView<unknown>>,
    server: string,
  ) => Credentials | null;
  /** Loads the words about the element's user. An element that comes in one file has them in it. */
  static readonly userPanel: LoadUserPanel;

  /** The base address of the partner's server. */
  server = '';
  /**
   * The page's short-lived token of its signed-in user. Without it and without `getSubjectToken`, the user is signed
   * out.
   */
  subjectToken = '';
  /** The type of `subjectToken`: a URN of RFC 8693. @default a JWT */
  subjectTokenType: string = jwtTokenType;
  /** Returns a new token each time; null when nobody is signed in. For pages that live longer than their tokens. */
  getSubjectToken: GetSubjectToken | undefined = undefined;
  /** Seconds without input on the page after which the user is signed out; 0 is never. */
  idleTimeout = 0;
  /** Texts of your own in place of ours, by name: `{ 'words.clinic': 'studio' }`. All elements of the page share them. */
  messages: Replacements = {};

  protected readonly user = new UserSession({
    settings: () => ({
      server: serverAddress(this.server ?? ''),
      subjectToken: this.subjectToken ?? '',
      subjectTokenType: this.subjectTokenType || jwtTokenType,
      getSubjectToken: this.getSubjectToken ?? undefined,
      idleTimeout: this.idleTimeout,
      missing: this.missing,
    }),
    early: (server) => (this.constructor as typeof PartnerElement).early?.(this, server) ?? null,
    begin: (session) => {
      const changed = () => this.requestUpdate();
      const failed = (failure: Failure) => this.failed(failure);
      this.model = this.open(session, { changed, failed, loadWords: loadProblemWords });
    },
    end: () => {
      this.model = null;
      this.clear();
    },
    resume: () => this.model?.repeat('sign_in_ended'),
    changed: () => {
      this.#userView.stateChanged();
      this.requestUpdate();
    },
    failed: (failure) => this.failed(failure),
    signedOut: (reason) => emit(this, 'dx-signed-out', { reason }),
  });
  /** Whose press the page has seen last. */
  protected readonly press = new PressWatch();
  /** What the element shows of the user; null while there is no user. */
  protected model: Model | null = null;
  readonly #userView: UserView = new UserView(
    this,
    this.user,
    (this.constructor as typeof PartnerElement).userPanel,
  );
  #listening = new AbortController();
  readonly #language = new LanguageWatch(
    this,
    (this.constructor as typeof PartnerElement).languageFiles,
    () => this.requestUpdate(),
  );

  /** Asks the page for its user again, for pages that sign users in and out without changing an attribute. */
  refreshUser(): void {
    if (this.isConnected) this.user.refresh();
  }

  /** Creates the model for a user and starts to load it. */
  protected abstract open(session: Session, host: RemoteViewHost): Model;
  /** Drops what the element itself keeps of the user. The model is gone already. */
  protected abstract clear(): void;
  /** Draws everything that belongs to the user. */
  protected abstract renderView(): unknown;

  /** Reports a failure to the page. An element whose view does not show it shows it to the user. */
  protected failed(failure: Failure): void {
    reportFailure(this, failure);
  }

  /** The code of another setting that the element needs and the page has not set; null when nothing is missing. */
  protected get missing(): FailureCode | null {
    return null;
  }

  /** The view may be outdated: the page was in the browser's cache, or was hidden. */
  protected refreshView(_from: 'cache' | 'hidden'): void {}
  /** The connection is back. */
  protected cameOnline(): void {}
  /** The page is about to be hidden or left. */
  protected leave(): void {}

  /** The failure to show: a setting that is missing, or what went wrong in the model. */
  protected get failure(): ViewFailure | null {
    const error = this.user.state.name === 'waiting' ? this.user.state.failure : null;
    return error === null ? (this.model?.failure ?? null) : { error, again: null };
  }

  /** Takes over the shadow root in which the loader drew an outline. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    this.shadowRoot?.replaceChildren();
    return super.createRenderRoot();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    checkForLostProperties(
      this,
      (this.constructor as typeof LitElement).elementProperties.keys() as Iterable<string>,
    );
    this.#listening.abort();
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    if (window.parent !== window)
      import('../ui/sandboxed-forms.ts').then(
        ({ submitInFrames }) => submitInFrames(this, signal),
        () => {},
      );
    this.press.connect(this, signal);
    this.#language.connect(signal);
    checkTheme(this, signal);
    addEventListener('pagehide', () => this.leave(), { signal });
    addEventListener('pageshow', (event) => event.persisted && this.refreshView('cache'), { signal });
    addEventListener(
      'online',
      () => {
        this.user.retry();
        this.cameOnline();
      },
      { signal },
    );
    const visibility = () => (document.hidden ? this.leave() : this.refreshView('hidden'));
    document.addEventListener('visibilitychange', visibility, { signal });
    this.requestUpdate();
  }

  /** An element that is moved within the page keeps its user. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening.abort();
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.leave();
      this.user.stop();
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // An element without texts of its own keeps those of the others.
    if (changed.has('messages') && (this.hasUpdated || Object.keys(this.messages ?? {}).length > 0))
      replaceMessages(this.messages ?? {});
    if (this.isConnected) this.user.sync();
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const view = this.renderRoot.querySelector<HTMLElement>('.user-view');
    if (view !== null) this.#userView.draw(view);
  }

  protected override render(): TemplateResult {
    const isSignedOut = this.user.state.name === 'signed_out';
    const isEmpty = isSignedOut || !this.#language.isReady;
    return html`<div class="user-stack" lang=${spoken.tag.slice(0, 2)} dir=${spoken.dir}>
      <div class="user-view">${isEmpty ? null : this.renderView()}</div>
      ${this.#userView.element}
    </div>`;
  }
}
