/** `<dx-booking>`: the shell of the journey. It alone fetches; each step is an element that takes a view and fires an answer. */
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AnswerableStep } from '../../server/contract/journey-api/answers.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import type { jwtTokenType as JwtTokenType } from '../../server/contract/token-api.ts';
import { Failure } from '../session/failure.ts';
import { reportFailure } from '../session/report-failure.ts';
import type { SubjectToken } from '../session/session.ts';
import { baseAddress, missingSetting, settingsTimeoutMs } from '../session/settings.ts';
import { define } from '../ui/define.ts';
import { submitInFrames } from '../ui/sandboxed-forms.ts';
import { skeleton } from '../ui/skeleton.ts';
import { banners, bannerWords, type Standing } from './banner.ts';
import { frameStyles } from './frame-styles.ts';
import { Journey } from './journey.ts';
import { openingOf } from './opening.ts';
import { Patience } from './patience.ts';
import { placeWords, progress } from './progress.ts';
import { emitStep, leaveTo } from './public-events.ts';
import { Stage, type StepEvents } from './stage.ts';
import { startOver } from './start-over.ts';
import { summary } from './summary.ts';

const jwtTokenType: typeof JwtTokenType = 'urn:ietf:params:oauth:token-type:jwt';

/**
 * Books a diagnostic test: the whole journey from finding a place to the request that the location confirms.
 *
 * @fires dx-step - The customer met a step: `{ journey_id, step }`.
 * @fires dx-sent - The request was sent and awaits the location: `{ journey_id, appointment_id }`.
 * @fires dx-blocked - The journey ended without a request: `{ journey_id, appointment_id }`.
 * @fires dx-payment - The customer is about to leave for the partner's payment page: `{ journey_id }`. Cancelable.
 * @fires dx-error - Something failed and the customer was told: `{ code }`.
 * @csspart frame - Everything.
 * @csspart progress - The named steps and the way back.
 * @csspart banner - A notice or a failure above the step.
 * @csspart step - The step's element.
 * @csspart summary - What was chosen so far.
 * @cssprop --dx-accent - Filled buttons, links, focus, what is chosen; the others stand in widget/ui/tokens.ts.
 */
export class Booking extends LitElement {
  static override styles = frameStyles;

  /** The base address of the partner's server. */
  @property() server = '';
  /** The page's own short-lived token of its signed-in user. */
  @property({ attribute: 'subject-token' }) subjectToken = '';
  /** What kind of token that is. */
  @property({ attribute: 'subject-token-type' }) subjectTokenType: string = jwtTokenType;
  /** Limits the tests on offer: a list with commas. */
  @property({ attribute: 'test-types' }) testTypes = '';
  /** Leaves out other tests where the one asked for is not near. */
  @property({ attribute: 'no-alternates', type: Boolean }) noAlternates = false;
  /** For pages that live longer than their tokens: asked for a token, and again when it has been refused. */
  @property({ attribute: false }) getSubjectToken: (() => Promise<string>) | undefined = undefined;

  @state() private askingStartOver = false;
  @state() private standstill: Failure | null = null;

  private journey: Journey | null = null;
  private shownTrouble: unknown = null;
  private subjectTimer: ReturnType<typeof setTimeout> | undefined;
  private listening = new AbortController();

  private readonly stage = new Stage(this, {
    journey: () => this.journey,
    entered: (view) => this.entered(view),
    notLoaded: () => reportFailure(this, new Failure('load_failed')),
  });
  private readonly patience = new Patience(this, () => this.waits);

  override connectedCallback(): void {
    super.connectedCallback();
    this.listening.abort();
    this.listening = new AbortController();
    const { signal } = this.listening;
    submitInFrames(this, signal);
    addEventListener('pagehide', () => this.journey?.flushDraft(), { signal });
    addEventListener('pageshow', (event) => event.persisted && void this.journey?.reread(), { signal });
    addEventListener('online', () => this.cameOnline(), { signal });
    const hidden = () => document.hidden && this.journey?.flushDraft();
    document.addEventListener('visibilitychange', hidden, { signal });
    this.requestUpdate();
  }

  /** An element that is only moved keeps its journey. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.listening.abort();
    queueMicrotask(() => {
      if (!this.isConnected) this.end();
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('server') && changed.get('server')) this.end();
    if (this.journey === null) this.begin();
    else if (changed.has('subjectToken')) this.renewSubject();
  }

  protected override updated(): void {
    const { failure, problem } = this.standing;
    const trouble = failure?.error.code ?? problem;
    if (trouble !== this.shownTrouble && trouble !== null && this.stage.met > 0) {
      this.renderRoot.querySelector<HTMLElement>('.banner.failed')?.focus();
    }
    this.shownTrouble = trouble;
  }

  private get waits(): boolean {
    if (this.standing.failure !== null) return false;
    const view = this.journey?.view ?? null;
    return this.journey?.busy === true || view === null || view.working !== null || !this.stage.shows(view);
  }

  private get standing(): Standing {
    const { journey, standstill } = this;
    const own = standstill === null ? null : { error: standstill, again: null };
    const again = this.stage.loadAgain;
    const unloaded = again && { error: new Failure('load_failed'), again };
    return {
      failure: own ?? journey?.failure ?? unloaded,
      problem: journey?.problem ?? null,
      movedElsewhere: journey?.movedElsewhere ?? false,
      notice: journey?.view?.notice ?? null,
    };
  }

  /** Waits a while for a page that is still finding out who its user is. */
  private begin(): void {
    if (!this.isConnected) return;
    const base = baseAddress(this.server);
    if (base === null || missingSetting(this) !== null) {
      this.subjectTimer ??= setTimeout(() => {
        this.standstill = new Failure(missingSetting(this) ?? 'server_missing');
        reportFailure(this, this.standstill);
      }, settingsTimeoutMs);
      return;
    }
    clearTimeout(this.subjectTimer);
    this.standstill = null;
    this.journey = new Journey(base, (refused) => this.subject(refused), {
      changed: () => this.requestUpdate(),
      failed: (failure) => reportFailure(this, failure),
    });
    void this.journey.start(openingOf(this));
  }

  private end(): void {
    clearTimeout(this.subjectTimer);
    this.subjectTimer = undefined;
    this.journey?.end();
    this.journey = null;
    this.stage.clear();
  }

  private async subject(refused: string | null): Promise<SubjectToken | null> {
    const { subjectToken, subjectTokenType: type } = this;
    if (subjectToken !== '' && subjectToken !== refused) return { token: subjectToken, type };
    const token = await this.getSubjectToken?.();
    return token === undefined || token === refused ? null : { token, type };
  }

  private renewSubject(): void {
    const { journey } = this;
    journey?.renewSubject();
    if (journey?.failure?.error.code !== 'sign_in_ended') return;
    void (journey.view === null ? journey.start(openingOf(this)) : journey.reread());
  }

  private cameOnline(): void {
    if (this.journey?.failure?.error.code === 'offline') this.journey.failure.again?.();
  }

  private entered(view: JourneyView): void {
    this.askingStartOver = false;
    emitStep(this, view);
  }

  private answer(event: StepEvents['dx-answer']): void {
    const { step } = this.stage;
    if (step !== null) void this.journey?.answer(step.name as AnswerableStep, event.detail);
  }

  private leave({ detail }: StepEvents['dx-leave-to']): void {
    const { view } = this.journey ?? {};
    if (view) leaveTo(this, view.journey_id, detail.url);
  }

  protected override render() {
    const view = this.journey?.view ?? null;
    const rail = view === null || view.shows.step === 'review' ? nothing : summary(view.summary);
    return html`<div class="frame" part="frame">
      ${view === null ? nothing : progress(view, this.waits, (step) => void this.journey?.revisit(step))}
      <div class="columns ${rail === nothing ? '' : 'two'}">
        ${this.renderMain()} ${rail}
      </div>
      ${view === null ? nothing : this.renderStartOver(view)}
      <p class="visually-hidden" role="status" aria-live="polite">${this.announcement()}</p>
    </div>`;
  }

  private renderMain() {
    const words = this.patience.words(this.stage.step?.name ?? null);
    return html`<div
      class="main"
      aria-busy=${this.waits}
      @dx-answer=${this.answer}
      @dx-draft=${({ detail }: StepEvents['dx-draft']) => this.journey?.keepDraft(detail)}
      @dx-upload=${({ detail }: StepEvents['dx-upload']) => void this.journey?.upload(detail.file)}
      @dx-revisit=${({ detail }: StepEvents['dx-revisit']) => void this.journey?.revisit(detail.step)}
      @dx-retry=${() => void this.journey?.retry()}
      @dx-start-over=${() => void this.journey?.startOver()}
      @dx-leave-to=${this.leave}
    >
      ${banners(this.standing, () => void this.journey?.retry())}
      ${this.stage.step?.element ?? (this.waits ? skeleton('Loading your booking', ['heading', 'line', 'card', 'card', 'control']) : nothing)}
      <p class="quiet waiting-words">${words ?? nothing}</p>
    </div>`;
  }

  private renderStartOver({ can_start_over, shows, steps }: JourneyView) {
    const ended = shows.step === 'sent' || shows.step === 'blocked';
    const begun = steps.some((step) => step.state === 'done');
    if (!can_start_over || !begun || ended || this.waits) return nothing;
    return startOver({
      asking: this.askingStartOver,
      ask: (asking) => {
        this.askingStartOver = asking;
      },
      confirm: () => void this.journey?.startOver(),
    });
  }

  private announcement(): string {
    const words = this.patience.words(this.stage.step?.name ?? null);
    if (words !== null) return words;
    const view = this.journey?.view;
    const place = this.stage.met > 1 && view != null ? placeWords(view) : '';
    return [place, bannerWords(this.standing)].filter((part) => part !== '').join('. ');
  }
}

define('dx-booking', Booking);
declare global {
  interface HTMLElementTagNameMap {
    'dx-booking': Booking;
  }
}
