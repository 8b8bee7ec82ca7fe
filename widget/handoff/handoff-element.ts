/** `<dx-handoff>`: shows the hosted scheduling page, in a frame or by a link, and the outcome from the server. */
import type { FrameMessage, FrameNames } from '../../server/contract/upstream-frame.ts';
import { pressOf, type ViewFailure } from '../core/remote-view.ts';
import { reportFailure } from '../core/report-failure.ts';
import { UserPanel } from '../core/user-panel.ts';
import { UserSession } from '../core/user-session.ts';
import { UserView } from '../core/user-view.ts';
import { handoff } from '../locales/en/handoff.ts';
import { Failure } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import { define } from '../ui/define.ts';
import { destination } from './destination.ts';
import { EventReporter } from './event-reporter.ts';
import { FocusMemory } from './focus-memory.ts';
import { Frame } from './frame.ts';
import { Handoff } from './handoff.ts';
import { HandoffSettings } from './handoff-settings.ts';
import * as panels from './panels.ts';
import { emit, type HandoffStep } from './public-events.ts';
import { Renderer } from './renderer.ts';
import { styles } from './styles.ts';

/**
 * It does without Lit, so it is one small request, needs no Trusted Types policy and works beside any Lit on the page.
 *
 * @fires dx-handoff-step - The customer entered a step: `{ handoff_id, step }`. Prevent `return` or `profile` to stay.
 * @fires dx-handoff-complete - The server has seen the request: `{ handoff_id, appointment_id }`.
 * @fires dx-signed-out - The element has dropped its user: `{ reason: 'page' | 'idle' }`.
 * @fires dx-error - Something failed and the customer sees why: `{ code, problem?, reference?, status? }`.
 * @csspart panel - The panel above the frame, or in its place.
 * @csspart frame - The frame.
 * @cssprop --dx-accent - The main button and focus; the others are in widget/ui/palette.ts.
 */
export class HandoffElement extends HandoffSettings {
  readonly #renderer: Renderer;
  readonly #user = new UserSession({
    settings: () => this.settings,
    begin: (session) => this.#begin(session),
    end: () => this.#end(),
    resume: () => this.#handoff?.repeat('sign_in_ended'),
    changed: () => {
      this.#userView.stateChanged();
      this.#changed();
    },
    failed: (failure) => this.#failed(failure),
    signedOut: (reason) => emit(this, 'dx-signed-out', { reason }),
  });
  readonly #userView: UserView = new UserView(this, this.#user, async () => UserPanel);
  #handoff: Handoff | null = null;
  readonly #reporter = new EventReporter(this);
  #frame: Frame | null = null;
  #focus: FocusMemory | null = null;
  /** What the frame reported while the handoff is open. */
  #aside: panels.Aside | null = null;
  readonly #stack = Object.assign(document.createElement('div'), { className: 'user-stack' });
  #due = false;
  /** The page named another handoff. */
  #isAnother = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styles];
    this.#renderer = new Renderer((panel) => this.#act(panel));
    root.append(this.#stack);
    this.#stack.append(this.#renderer.element, this.#userView.element);
  }

  /** Asks the page for its user again, for pages that sign users in and out without changing an attribute. */
  refreshUser(): void {
    if (this.isConnected) this.#user.refresh();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = this.listening;
    const look = () => document.hidden || void this.#handoff?.reload();
    addEventListener('pageshow', (event) => event.persisted && look(), { signal });
    document.addEventListener('visibilitychange', look, { signal });
    addEventListener('online', () => this.#online(), { signal });
    this.#focus = new FocusMemory(this, signal);
    this.#changed();
  }

  /** An element that is only moved keeps its handoff. Browsers reload its frame. */
  disconnectedCallback(): void {
    this.listening.abort();
    this.#closeFrame();
    queueMicrotask(() => this.isConnected || this.#user.stop());
  }

  /** With `moveBefore` the frame is kept, too. */
  connectedMoveCallback(): void {}

  protected override settingChanged(name: string): void {
    this.#isAnother ||= name.startsWith('handoff');
    this.#changed();
  }

  /** Draws once for all changes of the same task. */
  #changed(): void {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.isConnected) this.#update();
    });
  }

  #update(): void {
    if (this.#isAnother) this.#user.restart();
    this.#isAnother = false;
    this.#user.sync();
    if (!this.language.mark(this.#stack)) return;
    const view = this.#handoff?.view ?? null;
    if (view !== null) this.#reporter.of(view);
    const open = view?.state === 'open';
    const framed = view?.presentation_mode === 'iframe' && this.#aside !== 'left';
    if (!framed || view.url === null) this.#closeFrame();
    else if (open) this.#frame ??= this.#openFrame(view.url, view.frame_names);
    const ofError = panels.ofError(this.#failure?.error, this.#handoff?.problem);
    this.#renderer.draw({
      panel:
        ofError ?? ((open && this.#aside && panels.reported(this.#aside)) || (view && panels.standing(view))),
      frame: this.#frame?.element ?? null,
      ready: this.#frame?.state === 'ready',
      url: view?.url ?? null,
      isEmpty: this.#user.state.name === 'signed_out',
    });
    this.#userView.draw(this.#renderer.element);
  }

  #openFrame(url: string, names: FrameNames | undefined): Frame {
    return new Frame(url, names, this.frameTitle || handoff('frame'), (message) => this.#onMessage(message));
  }

  #emitStep(step: HandoffStep): boolean {
    return emit(this, 'dx-handoff-step', { handoff_id: this.#handoff?.view?.handoff_id ?? '', step }, true);
  }

  #begin(session: Session): void {
    this.#handoff = new Handoff(session, {
      changed: () => this.#changed(),
      failed: (failure) => this.#failed(failure),
      loadWords: panels.loadProblemWords,
      refused: ({ code }) => void emit(this, 'dx-error', { code }, true),
    });
    this.#ask();
  }

  #end(): void {
    this.#handoff = null;
    this.#aside = null;
    this.#closeFrame();
    this.#changed();
  }

  /** Names the presentation mode before anything is framed (HND-20). */
  #ask(): void {
    const mode = this.presentationMode === 'hosted_page' ? 'hosted_page' : 'iframe';
    const { handoff: asked } = this;
    if (asked === null) void this.#handoff?.load(this.handoffId);
    else void this.#handoff?.open({ ...asked, presentation_mode: asked.presentation_mode ?? mode });
  }

  #online(): void {
    this.#user.retry();
    this.#handoff?.repeat('offline');
  }

  #failed(failure: Failure): void {
    reportFailure(this, failure);
    this.#changed();
  }

  /** The failure to show: a setting that is missing, or what went wrong in the model. */
  get #failure(): ViewFailure | null {
    const { state } = this.#user;
    const error = state.name === 'waiting' ? state.failure : null;
    return error === null ? (this.#handoff?.failure ?? null) : { error, again: null };
  }

  #closeFrame(): void {
    this.#frame?.close();
    this.#frame = null;
  }

  #onMessage(message: FrameMessage | null): void {
    switch (message?.type) {
      case undefined:
        this.#aside = 'silent';
        this.#failed(new Failure('frame_silent'));
        break;
      case 'service.embed.ready':
        if (this.#aside === 'silent') this.#aside = null;
        this.#emitStep('ready');
        break;
      case 'service.embed.complete':
        void this.#handoff?.verify();
        break;
      case 'service.embed.return':
      case 'service.embed.profile':
        this.#follow(message.type === 'service.embed.return' ? 'return' : 'profile', message.payload.url);
        break;
      case 'service.embed.error': {
        const { status } = message.payload;
        this.#aside = panels.asideOf(status);
        this.#failed(new Failure('frame_error', { status: /^\w+$/.test(status) ? status : undefined }));
        break;
      }
      case 'service.embed.exit':
        this.#leave();
    }
    this.#changed();
  }

  /** Goes only to the partner's own hosts, even if the frame names another. */
  #follow(step: 'return' | 'profile', url: string): void {
    if (this.#user.state.name !== 'signed_in') return;
    const to = destination(url, this.#handoff?.view?.allowed_hosts ?? []);
    if (to !== null && this.#emitStep(step)) location.assign(to);
  }

  /** If the frame has the focus, it goes back to the element that had it before. */
  #leave(): void {
    const within = this.#focus?.isWithin;
    this.#aside = 'left';
    this.#update();
    this.#emitStep('exit');
    void this.#handoff?.reload();
    if (within && !this.#focus?.restore()) this.#renderer.focus();
  }

  #act({ action }: panels.Panel): void {
    if (action === 'reopen') {
      this.#aside = null;
      this.#closeFrame();
      this.#ask();
    } else if (action === 'again') {
      if (this.#failure !== null) pressOf(this.#failure)();
    } else if (action !== undefined) void this.#handoff?.[action]();
  }
}

define('dx-handoff', HandoffElement);
declare global {
  interface HTMLElementTagNameMap {
    'dx-handoff': HandoffElement;
  }
}
