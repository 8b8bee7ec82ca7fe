/** `<dx-booking>`: the shell of the journey. It alone fetches; each step is an element that takes a view and fires an answer. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AnswerableStep } from '../../server/contract/journey-api/answers.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { PartnerElement } from '../core/partner-element.ts';
import { Failure } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import { define } from '../ui/define.ts';
import { skeleton } from '../ui/skeleton.ts';
import { type BannerState, banners, bannerWords } from './banner.ts';
import { frameStyles } from './frame-styles.ts';
import { Journey } from './journey.ts';
import { openingOf } from './opening.ts';
import { placeWords, progress } from './progress.ts';
import { emitStep, leaveTo } from './public-events.ts';
import { SlowIndicator } from './slow-indicator.ts';
import { startOver } from './start-over.ts';
import { type StepEvents, StepOutlet } from './step-outlet.ts';
import { summary } from './summary.ts';

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
export class Booking extends PartnerElement {
  static override styles = frameStyles;

  /** Limits the tests on offer: a list with commas. */
  @property({ attribute: 'test-types' }) testTypes = '';
  /** Leaves out other tests where the one asked for is not near. */
  @property({ attribute: 'no-alternates', type: Boolean }) noAlternates = false;

  @state() private askingStartOver = false;

  private journey: Journey | null = null;
  private shownTrouble: unknown = null;

  private readonly outlet = new StepOutlet(this, {
    journey: () => this.journey,
    entered: (view) => this.entered(view),
    notLoaded: () => this.failed(new Failure('load_failed')),
  });
  private readonly slow = new SlowIndicator(this, () => this.waits);

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const { failure, problem } = this.bannerState;
    const trouble = failure?.error.code ?? problem;
    if (trouble !== this.shownTrouble && trouble !== null && this.outlet.met > 0) {
      this.renderRoot.querySelector<HTMLElement>('.banner.failed')?.focus();
    }
    this.shownTrouble = trouble;
  }

  private get waits(): boolean {
    if (this.bannerState.failure !== null) return false;
    const view = this.journey?.view ?? null;
    return this.journey?.busy === true || view === null || view.working !== null || !this.outlet.shows(view);
  }

  private get bannerState(): BannerState {
    const { journey, standstill } = this;
    const own = standstill === null ? null : { error: standstill, again: null };
    const again = this.outlet.loadAgain;
    const unloaded = again && { error: new Failure('load_failed'), again };
    return {
      failure: own ?? journey?.failure ?? unloaded,
      problem: journey?.problem ?? null,
      movedElsewhere: journey?.movedElsewhere ?? false,
      notice: journey?.view?.notice ?? null,
    };
  }

  protected override begin(session: Session): void {
    this.journey = new Journey(session, {
      changed: () => this.requestUpdate(),
      failed: (failure) => this.failed(failure),
    });
    void this.journey.start(openingOf(this));
  }

  protected override end(): void {
    this.journey = null;
    this.askingStartOver = false;
    this.outlet.clear();
  }

  protected override resume(): void {
    const { journey } = this;
    if (journey?.failure?.error.code !== 'sign_in_ended') return;
    void (journey.view === null ? journey.start(openingOf(this)) : journey.reread());
  }

  protected override leave(): void {
    this.journey?.flushDraft();
  }

  protected override refreshView(from: 'cache' | 'hidden'): void {
    if (from === 'cache') void this.journey?.reread();
  }

  protected override cameOnline(): void {
    if (this.journey?.failure?.error.code === 'offline') this.journey.failure.again?.();
  }

  private entered(view: JourneyView): void {
    this.askingStartOver = false;
    emitStep(this, view);
  }

  private answer(event: StepEvents['dx-answer']): void {
    const { step } = this.outlet;
    if (step !== null) void this.journey?.answer(step.name as AnswerableStep, event.detail);
  }

  private goTo({ detail }: StepEvents['dx-leave-to']): void {
    const { view } = this.journey ?? {};
    if (view) leaveTo(this, view.journey_id, detail.url);
  }

  protected override renderView() {
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
    const words = this.slow.words(this.outlet.step?.name ?? null);
    return html`<div
      class="main"
      aria-busy=${this.waits}
      @dx-answer=${this.answer}
      @dx-draft=${({ detail }: StepEvents['dx-draft']) => this.journey?.keepDraft(detail)}
      @dx-upload=${({ detail }: StepEvents['dx-upload']) => void this.journey?.upload(detail.file)}
      @dx-revisit=${({ detail }: StepEvents['dx-revisit']) => void this.journey?.revisit(detail.step)}
      @dx-retry=${() => void this.journey?.retry()}
      @dx-start-over=${() => void this.journey?.startOver()}
      @dx-leave-to=${this.goTo}
    >
      ${banners(this.bannerState, () => void this.journey?.retry())}
      ${this.outlet.step?.element ?? (this.waits ? skeleton('Loading your booking', ['heading', 'line', 'card', 'card', 'control']) : nothing)}
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
    const words = this.slow.words(this.outlet.step?.name ?? null);
    if (words !== null) return words;
    const view = this.journey?.view;
    const place = this.outlet.met > 1 && view != null ? placeWords(view) : '';
    return [place, bannerWords(this.bannerState)].filter((part) => part !== '').join('. ');
  }
}

define('dx-booking', Booking);
declare global {
  interface HTMLElementTagNameMap {
    'dx-booking': Booking;
  }
}
