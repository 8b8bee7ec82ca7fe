/** `<dx-handoff>`: hands an order over to the hosted scheduling page, in a frame or by a link, and learns from the server what came of it. */
import type { FrameMessage, FrameNames } from '../../server/contract/upstream-frame.ts';
import { pressOf, type ViewFailure } from '../core/remote-view.ts';
import { reportFailure } from '../core/report-failure.ts';
import { UserPanel } from '../core/user-panel.ts';
import { UserSession } from '../core/user-session.ts';
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
 * Nothing of Lit stands under it, so that the whole of it is one small request, needs no Trusted Types policy and gets
 * along with any Lit on the page.
 *
 * @fires dx-handoff-step - The customer met a step: `{ handoff_id, step }`. Prevent `return` and `profile` to stay on the page.
 * @fires dx-handoff-complete - The server has seen the request: `{ handoff_id, appointment_id }`.
 * @fires dx-signed-out - The element has dropped its user: `{ reason: 'page' | 'idle' }`.
 * @fires dx-error - Something failed and the customer was told: `{ code, status? }`.
 * @csspart panel - Words above the frame, or in its place.
 * @csspart frame - The frame.
 * @cssprop --dx-accent - The main button and focus; the others stand in widget/ui/palette.ts.
 */
export class HandoffElement extends HandoffSettings {
  readonly #renderer: Renderer;
  readonly #user = new UserSession({
    settings: () => this.settings,
    begin: (session) => this.#begin(session),
    end: () => this.#end(),
    resume: () => this.#handoff?.repeat('sign_in_ended'),
    changed: () => {
      this.#panel.stateChanged();
      this.#changed();
    },
    failed: (failure) => this.#failed(failure),
    signedOut: (reason) => emit(this, 'dx-signed-out', { reason }),
  });
  readonly #panel: UserPanel = new UserPanel(this, this.#user);
  #handoff: Handoff | null = null;
  readonly #reporter = new EventReporter(this);
  #frame: Frame | null = null;
  #focus: FocusMemory | null = null;
  /** What the frame or the customer brought about while the handoff itself stands open. */
  #aside: panels.Panel | null = null;
  #listening = new AbortController();
  #due = false;
  /** Another handoff was named. */
  #isAnother = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styles];
    this.#renderer = new Renderer((panel) => this.#act(panel));
    const stack = document.createElement('div');
    stack.className = 'user-stack';
    stack.append(this.#renderer.element, this.#panel.element);
    root.append(stack);
  }

  /** Asks the page for its user again, for pages that sign users in and out without changing an attribute. */
  refreshUser(): void {
    if (this.isConnected) this.#user.refresh();
  }

  connectedCallback(): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const look = () => document.hidden || void this.#handoff?.reload();
    addEventListener('pageshow', (event) => event.persisted && look(), { signal });
    document.addEventListener('visibilitychange', look, { signal });
    const online = () => {
      this.#user.retry();
      this.#handoff?.repeat('offline');
    };
    addEventListener('online', online, { signal });
    this.#focus = new FocusMemory(this, signal);
    this.#changed();
  }

  /** An element that is only moved keeps its handoff; the frame loads anew, as browsers have it. */
  disconnectedCallback(): void {
    this.#listening.abort();
    this.#closeFrame();
    queueMicrotask(() => this.isConnected || this.#user.stop());
  }

  /** A page that moves it by `moveBefore` keeps the frame as well. */
  connectedMoveCallback(): void {}

  protected override settingChanged(name: string): void {
    this.#isAnother ||= name.startsWith('handoff');
    this.#changed();
  }

  /** Gathers what changes at once into one drawing. */
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
    const view = this.#handoff?.view ?? null;
    if (view !== null) this.#reporter.of(view);
    const open = view?.state === 'open';
    const framed = view?.presentation_mode === 'iframe' && this.#aside !== panels.left;
    if (!framed || view.url === null) this.#closeFrame();
    else if (open) this.#frame ??= this.#openFrame(view.url, view.frame_names);
    const { state } = this.#user;
    const { problem = null } = this.#handoff ?? {};
    const error = this.#failure?.error ?? null;
    const panel =
      (error && panels.failed(error)) ??
      (problem && panels.refused(problem)) ??
      ((open && this.#aside) || (view && panels.standing(view)));
    const frame = this.#frame?.element ?? null;
    const isSignedOut = state.name === 'signed_out';
    const ready = this.#frame?.state === 'ready';
    this.#renderer.draw({ panel, frame, ready, url: view?.url ?? null, isEmpty: isSignedOut });
    this.#panel.draw(this.#renderer.element);
  }

  #openFrame(url: string, names: FrameNames | undefined): Frame {
    return new Frame(url, names, this.#title, (message) => this.#hear(message));
  }

  #tell(step: HandoffStep): boolean {
    return emit(this, 'dx-handoff-step', { handoff_id: this.#handoff?.view?.handoff_id ?? '', step }, true);
  }

  #begin(session: Session): void {
    this.#handoff = new Handoff(session, {
      changed: () => this.#changed(),
      failed: (failure) => this.#failed(failure),
      refused: ({ code }) => {
        emit(this, 'dx-error', { code }, true);
        this.#changed();
      },
    });
    this.#ask();
  }

  #end(): void {
    this.#handoff = null;
    this.#aside = null;
    this.#closeFrame();
    this.#changed();
  }

  /** The mode is said before anything is put into a frame (HND-20). */
  #ask(): void {
    const mode = this.presentationMode === 'hosted_page' ? 'hosted_page' : 'iframe';
    const { handoff: asked } = this;
    if (asked === null) void this.#handoff?.load(this.handoffId);
    else void this.#handoff?.open({ ...asked, presentation_mode: asked.presentation_mode ?? mode });
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

  get #title(): string {
    return this.frameTitle || 'Schedule your test';
  }

  #closeFrame(): void {
    this.#frame?.close();
    this.#frame = null;
  }

  #hear(message: FrameMessage | null): void {
    switch (message?.type) {
      case undefined:
        this.#aside = panels.silent;
        this.#failed(new Failure('frame_silent'));
        break;
      case 'service.embed.ready':
        if (this.#aside === panels.silent) this.#aside = null;
        this.#tell('ready');
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
        this.#aside = panels.troubled(status);
        this.#failed(new Failure('frame_error', { status: /^\w+$/.test(status) ? status : undefined }));
        break;
      }
      case 'service.embed.exit':
        this.#leave();
    }
    this.#changed();
  }

  /** To the partner's own hosts alone, whatever the frame says. */
  #follow(step: 'return' | 'profile', url: string): void {
    if (this.#user.state.name !== 'signed_in') return;
    const to = destination(url, this.#handoff?.view?.allowed_hosts ?? []);
    if (to !== null && this.#tell(step)) location.assign(to);
  }

  /** The focus goes back to what had it, if the frame has it now. */
  #leave(): void {
    const within = this.#focus?.isWithin;
    this.#aside = panels.left;
    this.#update();
    this.#tell('exit');
    void this.#handoff?.reload();
    if (within && !this.#focus?.detachBuffer()) this.#renderer.focus();
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
