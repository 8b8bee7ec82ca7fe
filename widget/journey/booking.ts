/** `<dx-booking>`: the shell of the journey. It sends all requests. A step takes a view and fires an answer. */
import { html, nothing, type PropertyValues } from 'lit';
import type { AnswerableStep } from '../../server/contract/journey-api/answers.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { PartnerElement } from '../core/partner-element.ts';
import type { RemoteViewHost } from '../core/remote-view.ts';
import { booking } from '../locales/en/booking.ts';
import { bookingFiles } from '../locales/language-files.ts';
import { Failure } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import { define } from '../ui/define.ts';
import { skeleton } from '../ui/skeleton.ts';
import { type BannerState, banners, bannerWords } from './banners.ts';
import { takeEarly } from './early-credentials.ts';
import { bookingProperties, intents } from './element-properties.ts';
import { frameStyles } from './frame-styles.ts';
import { openingOf } from './intent.ts';
import { Journey } from './journey.ts';
import { journeyPage } from './journey-page.ts';
import { LateHistory } from './late-history.ts';
import { afterSearch, hasBegun, loadAhead } from './load-step.ts';
import { previousBooking } from './previous-booking.ts';
import { positionWords, progress, progressOutline } from './progress.ts';
import { emitStep } from './public-events.ts';
import { SlowIndicator } from './slow-indicator.ts';
import { type StepEvents, StepOutlet } from './step-outlet.ts';

/** For pages that an earlier release has opened. */
export { stepModules } from './step-modules.ts';

/**
 * Books a diagnostic test: the whole journey from finding a place to the request that the location confirms.
 *
 * @fires dx-step - The customer entered a step: `{ journey_id, step }`.
 * @fires dx-sent - The request was sent and awaits the location: `{ journey_id, appointment_id }`.
 * @fires dx-blocked - The journey ended without a request: `{ journey_id, appointment_id }`.
 * @fires dx-payment - The customer is about to leave to pay: `{ journey_id, amount, currency, url }`. Cancelable.
 * @fires dx-clinics - The list of clinics, a price or a next time has changed: `{ journey_id, clinics }`, as GeoJSON.
 * @fires dx-error - Something failed and the customer sees why: `{ code, problem?, reference? }`.
 * @slot terms - Your own terms of the payment, where the customer pays.
 * @slot refund - What happens to the payment, where the health answers end a booking.
 * @slot contact - How to reach you, at the end of a booking.
 * @slot map - Your own map of the clinics, above their list.
 * @csspart frame - Everything.
 * @csspart progress - The named steps and the way back.
 * @csspart banner - A notice or a failure above the step.
 * @csspart step - The step's element.
 * @csspart summary - What was chosen so far.
 * @cssprop --dx-accent - Filled buttons, links, focus, what is chosen; the others are in widget/ui/tokens.ts.
 */
export class Booking extends PartnerElement<Journey> {
  static override styles = frameStyles;
  static override readonly languageFiles = bookingFiles;
  static override readonly early = takeEarly;
  static override readonly userPanel = async () => (await import('../core/user-panel.ts')).UserPanel;
  static override properties = bookingProperties;

  /** Limits the tests on offer: a list separated by commas. */
  testTypes = '';
  /** The ZIP code to search near. */
  zip = '';
  /** The position to search near, in place of a ZIP code: `latitude,longitude` in degrees. */
  position = '';
  /** Limits the places on offer: a list of `id`s of locations, separated by commas. */
  locations = '';
  /** Limits the offerings: a list of `offering_id`s, separated by commas. A single one is chosen at once. */
  offerings = '';
  /** Limits the distance of the places on offer, in miles; 0 for the service's own limit. */
  radiusMiles = 0;
  /** Offers no other tests when the requested one is not available nearby. */
  noAlternates = false;
  /** The browser's Back leaves the booking at once, and does not go back a step. */
  noHistory = false;
  private askingStartOver = false;
  #shownTrouble: unknown = null;
  /** The journey whose step was entered last, until its end. */
  #followed: string | null = null;
  readonly #outlet = new StepOutlet(this, {
    journey: () => this.model,
    entered: (view) => this.#entered(view),
    notLoaded: () => this.failed(new Failure('load_failed')),
    isOurs: () => this.press.isOurs,
  });
  readonly #history = new LateHistory(this, {
    isOff: () => this.noHistory,
    view: () => this.model?.view ?? null,
    revisit: (step) => void this.model?.revisit(step),
  });
  readonly #slow = new SlowIndicator(this, () => this.#waits);

  /**
   * Asks whether the payment has arrived, and goes on if it has. Call it after you took the payment in your own page:
   * prevent `dx-payment`, and charge `amount` in `currency` for `journey_id`.
   * @example
   * booking.addEventListener('dx-payment', async (event) => {
   *   event.preventDefault();
   *   await payInADialog(event.detail);
   *   await booking.resume();
   * });
   */
  async resume(): Promise<void> {
    const return_url = afterSearch()?.returnUrl();
    if (return_url) await this.model?.answer('review', { return_url });
  }

  /** Scrolls to the card of a clinic, by the `id` of a feature of `dx-clinics`, and moves the focus to it. */
  showClinic(id: string): void {
    const { step } = this.#outlet;
    if (step !== null) afterSearch()?.showCard(step.element.renderRoot, id);
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (intents.some((name) => changed.get(name) !== undefined)) void this.model?.aim(openingOf(this));
    const { failure, problem } = this.#bannerState;
    const trouble = failure?.error.code ?? problem;
    if (trouble !== this.#shownTrouble && trouble !== null && this.#outlet.met > 0)
      this.renderRoot.querySelector<HTMLElement>('.banner.failed')?.focus();
    this.#shownTrouble = trouble;
  }

  get #waits(): boolean {
    if (this.#bannerState.failure !== null) return false;
    const view = this.model?.view ?? null;
    return this.model?.busy === true || view === null || view.working !== null || !this.#outlet.shows(view);
  }

  get #bannerState(): BannerState {
    const { model } = this;
    return {
      failure: this.failure ?? this.#outlet.failure,
      problem: model?.problem ?? null,
      movedElsewhere: model?.movedElsewhere ?? false,
      notice: model?.view?.notice ?? null,
    };
  }

  protected override open(session: Session, host: RemoteViewHost): Journey {
    const journey = new Journey(session, host, openingOf(this), journeyPage);
    void journey.start();
    return journey;
  }

  protected override clear(): void {
    this.askingStartOver = false;
    this.#followed = null;
    this.#outlet.clear();
  }

  protected override leave(): void {
    this.model?.flushDraft();
  }

  protected override refreshView(from: 'cache' | 'hidden'): void {
    if (from === 'cache') void this.model?.reload();
  }

  protected override cameOnline(): void {
    this.model?.repeat('offline');
  }

  #entered(view: JourneyView): void {
    this.askingStartOver = false;
    const { step } = view.shows;
    if (step === 'place') Object.assign(this.#outlet.step?.element ?? {}, { near: this.zip.trim() });
    this.#history.entered(view);
    emitStep(this, view, this.#followed);
    this.#followed = step === 'sent' || step === 'blocked' ? null : view.journey_id;
  }

  #answer(event: StepEvents['dx-answer']): void {
    const { step } = this.#outlet;
    loadAhead(step?.name);
    if (step !== null) void this.model?.answer(step.name as AnswerableStep, event.detail);
  }

  #keepDraft({ detail }: StepEvents['dx-draft']): void {
    loadAhead(this.#outlet.step?.name);
    this.model?.keepDraft(detail);
  }

  protected override renderView() {
    const view = this.model?.view ?? null;
    const rail = (view && afterSearch()?.summary(view)) ?? nothing;
    return html`<div class="frame" part="frame">
      ${view === null ? (this.#waits ? progressOutline() : nothing) : progress(view, this.#waits, (step) => void this.model?.revisit(step))}
      <div class="columns ${rail !== nothing ? 'two' : view?.shows.step === 'place' ? 'one' : ''}">
        ${this.#renderMain()} ${rail}
      </div>
      ${view === null ? nothing : this.#renderStartOver(view)}
    </div>`;
  }

  /** The announcement is first: Orca moves there silently when a step goes, then reads the heading with the focus. */
  #renderMain() {
    const words = this.#slow.words(this.#outlet.step?.name ?? null);
    return html`<div class="main"
      @dx-answer=${this.#answer}
      @dx-draft=${this.#keepDraft}
      @dx-preview=${({ detail }: StepEvents['dx-preview']) => this.model?.view && afterSearch()?.readPreviews(this.model.session, this.model.view.journey_id, detail)}
      @dx-upload=${({ detail }: StepEvents['dx-upload']) => void this.model?.upload(detail.file)}
      @dx-revisit=${({ detail }: StepEvents['dx-revisit']) => void this.model?.revisit(detail.step)}
      @dx-retry=${() => void this.model?.retry()}
      @dx-start-over=${() => void this.model?.startOver()}
      @dx-leave-to=${({ detail }: StepEvents['dx-leave-to']) => this.model?.view && afterSearch()?.leaveTo(this, this.model.view, detail.url)}
      @dx-calendar=${({ detail }: StepEvents['dx-calendar']) => this.model && afterSearch()?.saveCalendar(this.model, detail)}
    >
      <p class="visually-hidden" aria-live="polite">${this.#announcement()}</p>
      ${banners(this.#bannerState, () => void this.model?.retry())} ${this.#renderPrevious()}
      ${this.#outlet.step?.element ?? (this.#waits ? skeleton(booking('skeleton'), ['heading', 'line', 'card', 'card', 'control']) : nothing)}
      <p class="quiet waiting-words">${words ?? nothing}</p>
    </div>`;
  }

  #renderPrevious() {
    const { previous = null } = this.model?.view ?? {};
    return previous === null || this.#waits
      ? nothing
      : previousBooking(previous, (id) => void this.model?.look(id));
  }

  #renderStartOver(view: JourneyView) {
    const ended = ['sent', 'blocked'].includes(view.shows.step);
    if (!view.can_start_over || !hasBegun(view) || ended || this.#waits) return nothing;
    return afterSearch()?.startOver({
      asking: this.askingStartOver,
      ask: (asking) => {
        this.askingStartOver = asking;
      },
      confirm: () => void this.model?.startOver(),
    });
  }

  #announcement(): string {
    const words = this.#slow.words(this.#outlet.step?.name ?? null);
    if (words !== null) return words;
    const position = this.#outlet.met > 1 && this.model?.view ? positionWords(this.model.view) : '';
    return [position, bannerWords(this.#bannerState)].filter((part) => part !== '').join('. ');
  }
}

define('dx-booking', Booking);
declare global {
  interface HTMLElementTagNameMap {
    'dx-booking': Booking;
  }
}
