/** `<dx-handoff>`: hands an order over to the hosted scheduling page, in a frame or by a link, and learns from the server what came of it. */
import type { FrameMessage, FrameNames } from '../../server/contract/upstream-frame.ts';
import { Failure } from '../session/failure.ts';
import { define } from '../ui/define.ts';
import { destination } from './destination.ts';
import { FocusMemory } from './focus-memory.ts';
import { Frame } from './frame.ts';
import { Handoff } from './handoff.ts';
import { HandoffSettings } from './handoff-settings.ts';
import * as panels from './panels.ts';
import { emit, type HandoffStep } from './public-events.ts';
import { Report } from './report.ts';
import { Screen } from './screen.ts';
import { styles } from './styles.ts';

/** How long a page may take to say who its user is, and what is handed over. */
const settingsTimeoutMs = 10_000;

/**
 * Nothing of Lit stands under it, so that the whole of it is one small request, needs no Trusted Types policy and gets
 * along with any Lit on the page.
 *
 * @fires dx-handoff-step - The customer met a step: `{ handoff_id, step }`. Prevent `return` and `profile` to stay on the page.
 * @fires dx-handoff-complete - The server has seen the request: `{ handoff_id, appointment_id }`.
 * @fires dx-error - Something failed and the customer was told: `{ code, status? }`.
 * @csspart panel - Words above the frame, or in its place.
 * @csspart frame - The frame.
 * @cssprop --dx-accent - The main button and focus; the others stand in widget/ui/palette.ts.
 */
export class HandoffElement extends HandoffSettings {
  readonly #screen: Screen;
  #handoff: Handoff | null = null;
  #report = new Report(this);
  #frame: Frame | null = null;
  #focus: FocusMemory | null = null;
  /** What the frame or the customer brought about while the handoff itself stands open. */
  #aside: panels.Panel | null = null;
  #standstill: Failure | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #listening = new AbortController();
  #due = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styles];
    this.#screen = new Screen(root, (panel) => this.#act(panel));
  }

  connectedCallback(): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const look = () => document.hidden || this.#handoff?.read();
    addEventListener('pageshow', (event) => event.persisted && look(), { signal });
    document.addEventListener('visibilitychange', look, { signal });
    addEventListener('online', () => this.#handoff?.again('offline'), { signal });
    this.#focus = new FocusMemory(this, signal);
    this.#changed();
  }

  /** An element that is only moved keeps its handoff; the frame loads anew, as browsers have it. */
  disconnectedCallback(): void {
    this.#listening.abort();
    this.#closeFrame();
    this.#stopWaiting();
    queueMicrotask(() => this.isConnected || this.#restart());
  }

  /** A page that moves it by `moveBefore` keeps the frame as well. */
  connectedMoveCallback(): void {}

  protected override settingChanged(name: string): void {
    if (name === 'subject-token') this.#handoff?.renewSubject();
    if (name === 'server' || name.startsWith('handoff')) this.#restart();
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
    if (this.#handoff === null) this.#begin();
    const view = this.#handoff?.view ?? null;
    if (view !== null) this.#report.of(view);
    const open = view?.state === 'open';
    const framed = view?.presentation_mode === 'iframe' && this.#aside !== panels.left;
    if (!framed || view.url === null) this.#closeFrame();
    else if (open) this.#frame ??= this.#openFrame(view.url, view.frame_names);
    const error = this.#standstill ?? this.#handoff?.trouble;
    const panel = error ? panels.failure(error) : (open && this.#aside) || (view && panels.standing(view));
    const frame = this.#frame?.element ?? null;
    this.#screen.draw({ panel, frame, ready: this.#frame?.state === 'ready', url: view?.url ?? null });
  }

  #openFrame(url: string, names: FrameNames | undefined): Frame {
    return new Frame(url, names, this.#title, (message) => this.#hear(message));
  }

  #tell(step: HandoffStep): boolean {
    return emit(this, 'dx-handoff-step', { handoff_id: this.#handoff?.view?.handoff_id ?? '', step });
  }

  /** Waits a while for a page that is still finding out what it wants. */
  #begin(): void {
    const { base, missing } = this;
    if (base === null || missing !== null) {
      this.#timer ??= setTimeout(() => {
        this.#standstill = new Failure(this.missing ?? 'misconfigured');
        this.#failed(this.#standstill.code);
      }, settingsTimeoutMs);
      return;
    }
    this.#stopWaiting();
    this.#handoff = new Handoff(base, (refused) => this.subject(refused), {
      changed: () => this.#changed(),
      failed: (code) => this.#failed(code),
    });
    this.#ask();
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#standstill = null;
  }

  /** The mode is said before anything is put into a frame (HND-20). */
  #ask(): void {
    const mode = this.presentationMode === 'hosted_page' ? 'hosted_page' : 'iframe';
    const { handoff: asked } = this;
    if (asked === null) this.#handoff?.read(this.handoffId);
    else this.#handoff?.open({ ...asked, presentation_mode: asked.presentation_mode ?? mode });
  }

  #restart(): void {
    this.#handoff?.end();
    this.#handoff = null;
    this.#aside = null;
    this.#closeFrame();
    this.#changed();
  }

  #failed(code: string, status?: string): void {
    emit(this, 'dx-error', { code, ...(status && { status }) });
    this.#changed();
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
        this.#failed('frame_silent');
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
        this.#failed('frame_error', /^\w+$/.test(status) ? status : undefined);
        break;
      }
      case 'service.embed.exit':
        this.#leave();
    }
    this.#changed();
  }

  /** To the partner's own hosts alone, whatever the frame says. */
  #follow(step: 'return' | 'profile', url: string): void {
    const to = destination(url, this.#handoff?.view?.allowed_hosts ?? []);
    if (to !== null && this.#tell(step)) location.assign(to);
  }

  /** The focus goes back to what had it, if the frame has it now. */
  #leave(): void {
    const within = this.#focus?.isWithin;
    this.#aside = panels.left;
    this.#update();
    this.#tell('exit');
    this.#handoff?.read();
    if (within && !this.#focus?.giveBack()) this.#screen.focus();
  }

  #act({ deed }: panels.Panel): void {
    const handoff = this.#handoff;
    if (deed === 'reopen') {
      this.#aside = null;
      this.#closeFrame();
      this.#ask();
    } else if (handoff === null || handoff.trouble?.message === 'sign_in_ended') location.reload();
    else if (deed !== undefined) void handoff[deed]();
  }
}

define('dx-handoff', HandoffElement);
declare global {
  interface HTMLElementTagNameMap {
    'dx-handoff': HandoffElement;
  }
}
