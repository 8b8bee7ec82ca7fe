/** The base of all elements: the settings of the page, the user, the model and the life cycle. */
import {
  html,
  type LitElement,
  type nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
  unsafeCSS,
} from 'lit';
import type { PartnerContact } from '../../server/contract/partner-contact.ts';
import type { jwtTokenType as JwtTokenType } from '../../server/contract/token-api.ts';
import type { Credentials } from '../session/credentials.ts';
import type { Failure, FailureCode } from '../session/failure.ts';
import { loadProblemWords } from '../session/failure-words.ts';
import type { Session } from '../session/session.ts';
import { LanguageWatch } from '../texts/language.ts';
import type { LanguageFiles } from '../texts/language-files.ts';
import { replaceMessages, spoken } from '../texts/spoken.ts';
import { BaseElement } from '../ui/base-element.ts';
import { help } from '../ui/help.ts';
import { SlowIndicator } from '../ui/slow-indicator.ts';
import { emit } from './public-events.ts';
import type {
  GetSubjectToken,
  PartnerMessages,
  SharedDetails,
  SharedElement,
  SharedProperties,
} from './public-types.ts';
import type { RemoteView, RemoteViewHost, ViewFailure } from './remote-view.ts';
import { reportFailure } from './report-failure.ts';
import { serverAddress } from './server-address.ts';
import { UserSession } from './user-session.ts';
import { userStyles as rules } from './user-styles.ts';
import { type LoadUserPanel, UserView } from './user-view.ts';

const jwtTokenType: typeof JwtTokenType = 'urn:ietf:params:oauth:token-type:jwt';

/** These must be last in the `static styles` of an element. */
export const userStyles = unsafeCSS(rules);

/** The base of each element. `SharedProperties` documents its properties, and `SharedDetails` its events. */
export abstract class PartnerElement<Model extends RemoteView<unknown>>
  extends BaseElement
  implements SharedElement, SharedProperties
{
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

  server = '';
  subjectToken = '';
  subjectTokenType: string = jwtTokenType;
  getSubjectToken: GetSubjectToken | undefined = undefined;
  idleTimeout = 0;
  messages: PartnerMessages = {};

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
      const confirmUser = () => this.user.confirm();
      this.model = this.open(session, {
        changed,
        failed,
        loadWords: loadProblemWords,
        confirmUser,
        keepsTrying: true,
      });
    },
    end: () => {
      this.model = null;
      this.clear();
    },
    resume: () => {
      this.model?.repeat('sign_in_ended');
      this.#refreshView();
    },
    changed: () => {
      this.#userView.stateChanged();
      this.requestUpdate();
    },
    failed: (failure) => this.failed(failure),
    signedOut: (reason) => emit(this, 'dx-signed-out', { reason } satisfies SharedDetails['dx-signed-out']),
  });
  /** The model that the element shows; null while there is no user. */
  protected model: Model | null = null;
  /** What to say while the user waits. */
  protected readonly slow = new SlowIndicator(this, () => this.waits);
  readonly #userView: UserView = new UserView(
    this,
    this.user,
    (this.constructor as typeof PartnerElement).userPanel,
  );
  #listening = new AbortController();
  /** Why the view has to be read again, once the user is known; null when it does not. */
  #outdated: 'cache' | 'hidden' | null = null;
  readonly #language = new LanguageWatch(
    this,
    (this.constructor as typeof PartnerElement).languageFiles,
    () => this.requestUpdate(),
  );

  refreshUser(): void {
    if (this.#isMet) this.user.refresh();
  }

  /** Creates the model for a user and starts to load it. */
  protected abstract open(session: Session, host: RemoteViewHost): Model;
  /** Drops what the element itself keeps of the user. The model is gone already. */
  protected abstract clear(): void;
  /** Whether the user waits for the server. */
  protected abstract get waits(): boolean;
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

  /** Draws whom to ask for help. @param contact of the view; a failure before the first one names it, too */
  protected renderHelp(contact: PartnerContact | undefined): TemplateResult | typeof nothing {
    return help(this, contact ?? this.failure?.error.facts.contact);
  }

  /** Takes over the shadow root in which the loader drew an outline. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    this.clearRoot();
    return super.createRenderRoot();
  }

  /** Removes what is in the shadow root before the element draws. */
  protected clearRoot(): void {
    this.shadowRoot?.replaceChildren();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.hasUpdated) checkAttributes(this);
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    if (window.parent !== window || !firesSubmit(this.renderRoot))
      import('../ui/sandboxed-forms.ts').then(
        ({ submitInFrames }) => submitInFrames(this, signal),
        () => {},
      );
    this.#language.connect(signal);
    checkTheme(this, signal);
    const hidden = () => {
      this.leave();
      this.user.leave();
    };
    addEventListener('pagehide', hidden, { signal });
    addEventListener('pageshow', (event) => event.persisted && this.#shownAgain('cache'), { signal });
    addEventListener(
      'online',
      () => {
        this.user.retry();
        this.cameOnline();
      },
      { signal },
    );
    const visibility = () => (document.hidden ? this.leave() : this.#shownAgain('hidden'));
    document.addEventListener('visibilitychange', visibility, { signal });
    document.addEventListener('prerenderingchange', () => this.requestUpdate(), { signal });
    this.requestUpdate();
  }

  /** Whether the element is on a page that somebody sees: a browser prerenders pages that may never be visited. */
  get #isMet(): boolean {
    return this.isConnected && !document.prerendering;
  }

  /** Another user may have signed in meanwhile, in another tab or on another page of the site. */
  #shownAgain(from: 'cache' | 'hidden'): void {
    this.#outdated = from;
    if (!this.user.return()) this.#refreshView();
  }

  #refreshView(): void {
    const from = this.#outdated;
    this.#outdated = null;
    if (from !== null) this.refreshView(from);
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
    if (this.#isMet) this.user.sync();
  }

  /** A focused button that goes away leaves the focus on the view. */
  protected override update(changed: PropertyValues<this>): void {
    const root = this.renderRoot as ShadowRoot;
    const hadFocus = root.activeElement !== null;
    this.slow.follow();
    super.update(changed);
    const view = root.querySelector<HTMLElement>('.user-view');
    if (!hadFocus || root.activeElement !== null || view === null) return;
    view.tabIndex = -1;
    view.focus({ preventScroll: true });
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const view = this.renderRoot.querySelector<HTMLElement>('.user-view');
    if (view !== null) this.#userView.draw(view);
  }

  /** Whether the texts of the language are there. */
  protected get hasWords(): boolean {
    return this.#language.isReady;
  }

  protected override render(): unknown {
    const isEmpty = this.user.state.name === 'signed_out' || !this.hasWords;
    return html`<div class="user-stack" lang=${spoken.tag.slice(0, 2)} dir=${spoken.dir}>
      <div class="user-view">${isEmpty ? null : this.renderView()}</div>
      ${this.#userView.element}
    </div>`;
  }
}

/** Whether forms work: in a page that is sandboxed without `allow-forms`, the browser fires no `submit`. */
function firesSubmit(root: Node): boolean {
  const form = root.appendChild(document.createElement('form'));
  let isFired = false;
  form.onsubmit = () => {
    isFired = true;
    return false;
  };
  form.requestSubmit();
  form.remove();
  return isFired;
}

/**
 * Has warnings written on the console if `element` has an attribute that is neither its own nor one of HTML, or an idle timeout
 * that is no number.
 */
function checkAttributes(element: Element & SharedProperties): void {
  const { observedAttributes } = element.constructor as typeof LitElement;
  const isUnknown = (name: string) =>
    !(
      observedAttributes.includes(name) ||
      name in HTMLElement.prototype ||
      /^(class|data-|aria-|_)/.test(name)
    );
  if (Number.isNaN(element.idleTimeout) || element.getAttributeNames().some(isUnknown))
    import('./attribute-warning.ts').then(
      ({ warnOfAttributes }) => warnOfAttributes(element),
      () => {},
    );
}

/** Values that no derivation corrects; browsers without relative colours derive nothing. */
const unguarded = CSS.supports('color:color(from red xyz-d65 x y z)')
  ? ['text', 'surface', 'surface-raised', 'on-accent']
  : ['text', 'surface', 'surface-raised', 'on-accent', 'accent', 'text-quiet', 'line', 'danger'];

/** After the first paint. */
const themeCheckDelayMs = 1000;

/**
 * Writes a warning on the console for each custom property of `element` with too low a contrast.
 * @param signal ends the wait
 */
function checkTheme(element: HTMLElement, signal: AbortSignal): void {
  const timer = setTimeout(() => {
    const style = getComputedStyle(element);
    if (unguarded.some((name) => style.getPropertyValue(`--dx-${name}`)))
      import('../ui/low-contrast.ts').then(
        ({ warnOfLowContrast }) => warnOfLowContrast(element),
        () => {},
      );
  }, themeCheckDelayMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

declare global {
  interface Document {
    /** Whether the browser prerenders the page; missing where it cannot. */
    readonly prerendering?: boolean;
  }
}
