/** `<dx-handoff>`: shows the hosted scheduling page, in a frame or by a link, and the outcome from the server. */
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { FrameMessage, FrameNames } from '../../server/contract/upstream-frame.ts';
import { PartnerElement } from '../core/partner-element.ts';
import { pressOf, type RemoteViewHost } from '../core/remote-view.ts';
import { UserPanel } from '../core/user-panel.ts';
import { Failure, type FailureCode } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import { failures, handoff, slow } from '../texts/english.ts';
import { handoffFiles } from '../texts/language-files.ts';
import { define } from '../ui/define.ts';
import '../ui/registered-size.ts';
import { destination } from './destination.ts';
import { EventReporter, emit } from './event-reporter.ts';
import { Frame } from './frame.ts';
import { Handoff } from './handoff.ts';
import * as panels from './panels.ts';
import type { HandoffProperties, HandoffRequest, HandoffStep, PresentationMode } from './public-types.ts';
import { styles } from './styles.ts';

/** `HandoffProperties` documents its properties, `HandoffDetails` its events, widget/styling.md its parts. */
export class HandoffElement extends PartnerElement<Handoff> implements HandoffProperties {
  static override styles = styles;
  static override readonly languageFiles = handoffFiles;
  static override readonly userPanel = async () => UserPanel;
  static override properties: PropertyDeclarations = {
    handoff: { attribute: false },
    handoffId: { attribute: 'handoff-id' },
    presentationMode: { attribute: 'presentation-mode' },
    frameTitle: { attribute: 'frame-title' },
  };

  handoff: HandoffRequest | null = null;
  handoffId = '';
  presentationMode: PresentationMode = 'iframe';
  frameTitle = '';

  readonly #reporter = new EventReporter(this);
  #frame: Frame | null = null;
  /** The last report of the frame while the handoff is open. */
  #report: panels.FrameReport | null = null;
  /** The element of the page that had the focus before the frame. */
  #focusedBefore: EventTarget | null = null;
  #listening = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#focusedBefore = document.activeElement;
    this.#listening = new AbortController();
    const remember = (event: Event) => {
      if (event.target !== this) this.#focusedBefore = event.composedPath()[0] ?? null;
    };
    document.addEventListener('focusin', remember, { signal: this.#listening.signal });
  }

  /** An element that is only moved keeps its handoff. Browsers reload its frame. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#listening.abort();
    this.#closeFrame();
  }

  /** With `moveBefore` the frame is kept, too. */
  connectedMoveCallback(): void {}

  protected override get missing(): FailureCode | null {
    return !this.handoff && !this.handoffId ? 'handoff_missing' : null;
  }

  /** Names the presentation mode before anything is framed (HND-20). */
  protected override open(session: Session, host: RemoteViewHost): Handoff {
    const model = new Handoff(session, {
      ...host,
      refused: ({ code }) => void emit(this, 'dx-error', { code }, true),
    });
    this.#request(model);
    return model;
  }

  protected override clear(): void {
    this.#report = null;
    this.#closeFrame();
  }

  protected override refreshView(): void {
    if (!document.hidden) void this.model?.reload();
  }

  protected override cameOnline(): void {
    this.model?.repeat('offline');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isAnotherOrder =
      changed.has('handoff') &&
      JSON.stringify(changed.get('handoff') ?? null) !== JSON.stringify(this.handoff ?? null);
    if (isAnotherOrder || changed.has('handoffId')) this.user.restart();
    super.willUpdate(changed);
    const view = this.isConnected ? this.model?.view : null;
    const isFramed = view?.presentation_mode === 'iframe' && this.#report !== 'left';
    const url = isFramed ? view.url : null;
    if (this.#frame?.url !== url) this.#closeFrame();
    // The page under way may be another one.
    if (isFramed && url !== null && view.state === 'open' && !this.model?.busy)
      this.#frame ??= this.#openFrame(url, view.frame_names);
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (this.model?.view) this.#reporter.report(this.model.view);
  }

  protected override get waits(): boolean {
    return this.#panel === null && this.#frame?.state !== 'ready';
  }

  protected override renderView(): TemplateResult {
    const panel = this.#panel;
    const isReady = this.#frame?.state === 'ready';
    const isWaiting = this.waits;
    const late = this.slow.words(slow('loading'));
    return html`<div class="handoff" tabindex="-1" aria-busy=${isWaiting}>
      <section class=${panel === null ? 'unseen' : `panel ${panel.look ?? ''}`} part=${panel === null ? nothing : 'panel'}>
        <div role="status">
          ${isWaiting ? (late ?? handoff('loading')) : nothing}
          ${panel === null ? nothing : renderWords(panel)}
        </div>
        ${panel === null ? nothing : this.#renderWays(panel)}
      </section>
      <div class=${isReady ? 'stage' : 'stage covered'} ?hidden=${!isReady && !isWaiting}>
        ${this.#frame?.element ?? nothing}
        <div class="skeleton" ?hidden=${!isWaiting}><i></i><i></i><i></i>${late === null ? nothing : html`<p aria-hidden="true">${late}</p>`}</div>
      </div>
      ${isWaiting && !this.model?.view ? nothing : this.renderHelp(this.model?.view?.contact)}
    </div>`;
  }

  get #panel(): panels.Panel | null {
    const view = this.model?.view ?? null;
    const ofError = panels.errorPanel(this.failure, this.model?.problem);
    if (ofError !== null || view === null) return ofError;
    return view.state === 'open' && this.#report !== null
      ? panels.reportPanel(this.#report)
      : panels.statePanel(view);
  }

  #renderWays({ action, label = failures('tryAgain'), link, renews }: panels.Panel): TemplateResult {
    const url = link === undefined ? null : (this.model?.view?.url ?? null);
    const button = (words: string, press: panels.PanelAction) =>
      html`<button type="button" @click=${() => this.#press(press)}>${words}</button>`;
    return html`${action === undefined ? nothing : button(label, action)}
      ${url === null ? nothing : html`<a href=${url} target=${link} rel="noreferrer">${handoff(link === '_self' ? 'open' : 'openTab')}</a>`}
      ${url === null || renews === undefined ? nothing : button(handoff('newPage'), 'retry')}`;
  }

  #press(action: panels.PanelAction): void {
    if (action === 'again') {
      if (this.failure !== null) pressOf(this.failure)();
      return;
    }
    this.#report = null;
    this.#closeFrame();
    // The page of a customer who left it may still be used.
    if (action !== 'reopen') void this.model?.[action]();
    else if (this.model !== null) this.#request(this.model);
  }

  /** Opens the handoff of the order, or reads the one that the backend has opened. */
  #request(model: Handoff): void {
    const mode = this.presentationMode === 'hosted_page' ? 'hosted_page' : 'iframe';
    const { handoff: order } = this;
    if (!order) void model.load(this.handoffId);
    else void model.open({ ...order, presentation_mode: order.presentation_mode ?? mode });
  }

  #openFrame(url: string, names: FrameNames): Frame {
    return new Frame(url, names, this.frameTitle || handoff('frame'), (message) => this.#onMessage(message));
  }

  #closeFrame(): void {
    this.#frame?.close();
    this.#frame = null;
  }

  #onMessage(message: FrameMessage | null): void {
    switch (message?.type) {
      case undefined:
        this.#report = 'silent';
        this.failed(new Failure('frame_silent'));
        break;
      case 'service.embed.ready':
        this.#report = null;
        this.#emitStep('ready');
        break;
      case 'service.embed.complete':
        void this.model?.verify();
        break;
      case 'service.embed.return':
        this.#navigate('return', message.payload.url);
        break;
      case 'service.embed.profile':
        this.#navigate('profile', message.payload.url);
        break;
      case 'service.embed.error': {
        const { status } = message.payload;
        this.#report = panels.reportOf(status);
        this.failed(new Failure('frame_error', { status: /^\w+$/.test(status) ? status : undefined }));
        break;
      }
      case 'service.embed.exit':
        void this.#exit();
    }
    this.requestUpdate();
  }

  #emitStep(step: HandoffStep): boolean {
    return emit(this, 'dx-handoff-step', { handoff_id: this.model?.view?.handoff_id ?? '', step }, true);
  }

  /** Goes only to the partner's own hosts, even if the frame names another. */
  #navigate(step: 'return' | 'profile', url: string): void {
    if (this.user.state.name !== 'signed_in') return;
    const to = destination(url, this.model?.view?.allowed_hosts ?? []);
    if (to !== null && this.#emitStep(step)) location.assign(to);
  }

  /** If the frame has the focus, it goes back to the element that had it before. */
  async #exit(): Promise<void> {
    // Focus inside the frame appears on the page as focus on this element.
    const hadFocus = document.activeElement === this;
    this.#report = 'left';
    this.requestUpdate();
    await this.updateComplete;
    this.#emitStep('exit');
    void this.model?.reload();
    if (!hadFocus) return;
    const before = this.#focusedBefore;
    const target = before instanceof HTMLElement && before !== document.body ? before : null;
    target?.focus();
    if (!target?.matches(':focus')) this.#focus();
  }

  #focus(): void {
    this.renderRoot.querySelector<HTMLElement>('.handoff')?.focus();
  }
}

/** The words of a panel. They stand in a live region, so that screen readers announce them. */
const renderWords = ({ title, text, reference }: panels.Panel): TemplateResult =>
  html`<h2>${title}</h2>
    ${text === '' ? nothing : html`<p>${text}</p>`}
    ${reference ? html`<p class="quiet">${failures('reference', { reference })}</p>` : nothing}`;

define('dx-handoff', HandoffElement);
declare global {
  interface HTMLElementTagNameMap {
    'dx-handoff': HandoffElement;
  }
}
