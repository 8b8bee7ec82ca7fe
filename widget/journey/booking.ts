/** `<dx-booking>`: the shell of the journey. It sends all requests. A step takes a view and fires an answer. */
import { html, noChange, nothing, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { AnswerableStep } from '../../server/contract/journey-api/answers.ts';
import type { PublicLook } from '../../server/contract/journey-api/look.ts';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { PartnerElement } from '../core/partner-element.ts';
import type { RemoteViewHost } from '../core/remote-view.ts';
import { Failure } from '../session/failure.ts';
import { jsonText } from '../session/json-text.ts';
import type { Session } from '../session/session.ts';
import { booking, slow } from '../texts/english.ts';
import { bookingFiles } from '../texts/language-files.ts';
import { define } from '../ui/define.ts';
import { PressWatch } from '../ui/press-watch.ts';
import { skeleton } from '../ui/skeleton.ts';
import { testName } from '../ui/test-names.ts';
import { type BannerState, banners, bannerWords } from './banners.ts';
import { EarlyCredentials, takeEarly } from './early-credentials.ts';
import { lookIn } from './early-opening.ts';
import { frameStyles } from './frame-styles.ts';
import { forgetAgain, openingOf } from './intent.ts';
import { Journey } from './journey.ts';
import { type JourneyPage, refusedAttribute } from './journey-deps.ts';
import { PageMarkup } from './page-markup.ts';
import { phaseNumber, positionWords, progress, progressOutline } from './progress.ts';
import { emitStep } from './public-events.ts';
import type { BookingElement } from './public-types.ts';
import { choiceSteps, detailsSteps, hasBegun } from './step-modules.ts';
import { type StepEvents, StepOutlet } from './step-outlet.ts';

/** The properties that say what the page asks for. */
const intent: PropertyDeclarations = {
  testTypes: { attribute: 'test-types' },
  zip: {},
  position: {},
  locations: {},
  offerings: {},
  radiusMiles: { attribute: 'radius-miles', type: Number },
  noAlternates: { attribute: 'no-alternates', type: Boolean },
};

/** For pages that an earlier release has opened. */
export { stepModules } from './step-modules.ts';

/**
 * Books a diagnostic test: the whole journey from finding a place to the request that the location confirms.
 * `BookingElement` documents its properties and methods, `BookingDetails` its events, widget/styling.md its parts.
 */
export class Booking extends PartnerElement<Journey> implements BookingElement {
  static override styles = frameStyles;
  static override readonly languageFiles = bookingFiles;
  static override readonly early = (element: unknown, server: string) =>
    takeEarly(element as Booking, server);
  static override readonly userPanel = async () => (await import('../core/user-panel.ts')).UserPanel;
  static override properties: PropertyDeclarations = {
    ...intent,
    noHistory: { attribute: 'no-history', type: Boolean },
  };

  testTypes = '';
  zip = '';
  position = '';
  locations = '';
  offerings = '';
  radiusMiles = 0;
  noAlternates = false;
  noHistory = false;
  /** The first step for nobody that the page already has. The first model takes it. */
  look: PublicLook | null = null;
  #shownError: unknown = null;
  /** Whether an action was under way at the last drawing. */
  #wasBusy = false;
  /** Called after the next drawing. */
  readonly #untilDrawn: (() => void)[] = [];
  /** The journey whose step was entered last, until its end. */
  #followed: string | null = null;
  readonly #press = new PressWatch(this);
  /** The first step in the HTML of the page, until the element draws. */
  #markup: PageMarkup | null = null;
  readonly #outlet = new StepOutlet(this, {
    journey: () => this.model,
    entered: (view) => this.#entered(view),
    notLoaded: () => this.failed(new Failure('load_failed')),
    isOurs: () => this.#press.isOurs,
  });

  /** @throws Failure if the booking did not load or the server did not answer */
  async resume(): Promise<void> {
    const { returnUrl } = await detailsSteps.load();
    await this.#ready();
    await this.model?.answer('review', { return_url: returnUrl() });
    this.#throwFailure();
  }

  /** @throws Failure if the booking did not load */
  async showClinic(id: string): Promise<void> {
    const { showCard } = await choiceSteps.load();
    await this.#ready();
    const { step } = this.#outlet;
    await step?.element.updateComplete;
    if (step) showCard(step.element.renderRoot, id);
  }

  /** Resolves when the booking is on show and no request is under way. @throws Failure that is on show instead */
  async #ready(): Promise<void> {
    while (this.waits) await new Promise<void>((drawn) => this.#untilDrawn.push(drawn));
    this.#throwFailure();
  }

  #throwFailure(): void {
    const { failure } = this.#bannerState;
    if (failure !== null) throw failure.error;
  }

  protected override clearRoot(): void {
    this.#markup = PageMarkup.of(this);
    this.look ??= lookIn(this, jsonText(openingOf(this)));
  }

  protected override render(): unknown {
    const isHeld = this.#markup !== null && this.user.state.name !== 'signed_out';
    if (isHeld && (this.waits || !this.hasWords)) return noChange;
    void this.#markup?.handOver(this.#outlet.step?.element);
    this.#markup = null;
    return super.render();
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    for (const drawn of this.#untilDrawn.splice(0)) drawn();
    if (Object.keys(intent).some((name) => changed.get(name as keyof Booking) !== undefined)) {
      this.#propose();
      void this.model?.reopen(openingOf(this));
    }
    this.#focusError();
  }

  /** Passes on where the page proposes to search. */
  #propose(): void {
    Object.assign(this.#outlet.step?.element ?? {}, { near: openingOf(this).near });
  }

  /** Moves the focus to the message of a new error, unless the person is elsewhere or types while it comes by itself. */
  #focusError(): void {
    const { failure, problem } = this.#bannerState;
    const error = failure?.error.code ?? problem;
    const isNew = error !== null && error !== this.#shownError && this.#outlet.met > 0;
    if (isNew && this.#press.isOurs && (this.#wasBusy || !isTyping(this)))
      this.renderRoot.querySelector<HTMLElement>('.banner.failed')?.focus();
    this.#shownError = error;
    this.#wasBusy = this.model?.busy === true;
  }

  protected override get waits(): boolean {
    if (this.#bannerState.failure !== null) return false;
    const view = this.model?.view ?? null;
    return this.model?.busy === true || view === null || view.working !== null || !this.#outlet.shows(view);
  }

  get #bannerState(): BannerState {
    const { model } = this;
    return {
      failure: this.failure ?? this.#outlet.failure,
      problem: model?.problem ?? null,
      placesFields: this.#outlet.step?.element.placesFields === true,
      movedElsewhere: Boolean(model?.movedElsewhere),
      notice: model?.view?.notice ?? null,
    };
  }

  protected override open(session: Session, host: RemoteViewHost): Journey {
    const { look } = this;
    const opening = openingOf(this);
    this.look = null;
    const journey = new Journey(session, host, opening, journeyPage);
    const isAsked = look !== null && jsonText(look.asked) === jsonText(opening);
    void journey.start(isAsked ? look.view : null).then(() => journey.view !== null && forgetAgain());
    return journey;
  }

  protected override clear(): void {
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
    const { step } = view.shows;
    this.#propose();
    emitStep(this, view, this.#followed);
    this.#followed = step === 'sent' || step === 'blocked' ? null : view.journey_id;
  }

  #answer(event: StepEvents['dx-answer']): void {
    const { step } = this.#outlet;
    this.#loadAhead();
    if (step !== null) void this.model?.answer(step.name as AnswerableStep, event.detail);
  }

  #keepDraft({ detail }: StepEvents['dx-draft']): void {
    this.#loadAhead();
    this.model?.keepDraft(detail);
  }

  #revisit({ detail }: StepEvents['dx-revisit']): void {
    void this.model?.revisit(detail.step);
  }

  #loadAhead(): void {
    (this.#outlet.step?.name === 'times' ? detailsSteps : choiceSteps).loadAhead();
  }

  async #readPreviews({ detail }: StepEvents['dx-preview']): Promise<void> {
    const { readPreviews } = await choiceSteps.load();
    if (this.model?.view) readPreviews(this.model, detail);
  }

  async #saveFile({ detail }: StepEvents['dx-save']): Promise<void> {
    const { saveFile } = await detailsSteps.load();
    if (this.model !== null) await saveFile(this.model, detail);
  }

  protected override renderView() {
    const view = this.model?.view ?? null;
    const rail = view !== null && hasSummary(view) ? renderSummary(view) : nothing;
    return html`<div class="frame" part="frame">
      ${view === null ? (this.waits ? progressOutline() : nothing) : progress(view, this.#renderWayBack(view))}
      ${view !== null && withLanguageHelp.includes(view.shows.step) ? html`<slot name="language-help"></slot>` : nothing}
      <div class="columns ${rail !== nothing ? 'two' : view?.shows.step === 'place' ? 'one' : ''}">
        ${this.#renderMain()} ${rail}
      </div>
      ${hasOwnHelp(view?.shows.step) || (view === null && this.waits) ? nothing : this.renderHelp(view?.contact)}
      ${view === null ? nothing : this.#renderStartOver(view)}
    </div>`;
  }

  /** The announcement is first: Orca moves there silently when a step goes, then reads the heading with the focus. */
  #renderMain() {
    const words = this.#waitingWords;
    return html`<div class="main"
      @dx-answer=${this.#answer}
      @dx-draft=${this.#keepDraft}
      @dx-preview=${this.#readPreviews}
      @dx-upload=${({ detail }: StepEvents['dx-upload']) => void this.model?.upload(detail.file)}
      @dx-revisit=${this.#revisit}
      @dx-retry=${() => void this.model?.retry()}
      @dx-start-over=${() => void this.model?.startOver()}
      @dx-book-again=${() => void this.model?.bookAgain()}
      @dx-save=${this.#saveFile}
    >
      <div class="visually-hidden" aria-live="polite">${this.#announcement()}</div>
      ${banners(this.#bannerState, () => void this.model?.retry())} ${this.#renderPrevious()}
      ${this.#outlet.step?.element ?? (this.waits ? skeleton(booking('skeleton'), ['heading', 'line', 'card', 'card', 'control']) : nothing)}
      <div class="quiet waiting-words" aria-hidden="true">${words ?? nothing}</div>
    </div>`;
  }

  /** Its code loads with the first input: before, no step is behind. */
  #renderWayBack(view: JourneyView) {
    return html`<dx-way-back
      .view=${view}
      .busy=${this.waits}
      .noHistory=${this.noHistory}
      @dx-revisit=${this.#revisit}
    ></dx-way-back>`;
  }

  #renderPrevious() {
    const { previous = null } = this.model?.view ?? {};
    if (previous === null || this.waits) return nothing;
    const { journey_id, test_type: test } = previous;
    return html`<p class="quiet previous">
      ${test === null ? booking('previousUnknown') : booking('previous', { test: testName(test) })}
      <button class="tertiary" type="button" @click=${() => void this.model?.showJourney(journey_id)}>${booking('seePrevious')}</button>
    </p>`;
  }

  #renderStartOver(view: JourneyView) {
    const ended = ['sent', 'blocked'].includes(view.shows.step);
    if (!view.can_start_over || !hasBegun(view) || ended || this.waits) return nothing;
    return html`<dx-start-over @dx-start-over=${() => void this.model?.startOver()}></dx-start-over>`;
  }

  get #waitingWords(): string | null {
    const { step } = this.#outlet;
    return this.slow.words(step ? (step.element.waitingWords ?? slow('working')) : slow('loading'));
  }

  #announcement(): string {
    const words = this.#waitingWords;
    if (words !== null) return words;
    const position = this.#outlet.met > 1 && this.model?.view ? positionWords(this.model.view) : '';
    return [position, bannerWords(this.#bannerState)].filter((part) => part !== '').join('. ');
  }
}

/** Whether the focus is in a text field below the element. */
function isTyping(element: Element): boolean {
  let at: Element | null | undefined = element;
  while (at?.shadowRoot) at = at.shadowRoot.activeElement;
  return at?.matches('input:not([type=checkbox], [type=radio], [type=file])') === true;
}

/** A page that is never idle reads the user's booking after this time. */
const idleTimeoutMs = 1_000;

/** The page of `<dx-booking>`, for a `Journey`. */
const journeyPage: JourneyPage = {
  shows: (step) => phaseNumber(step) > 0,
  explain: refusedAttribute,
  async firstView(session, opening) {
    const early = session.newestCredentials;
    if (!(early instanceof EarlyCredentials)) return null;
    // Resolves after the exchange, when it is known whose view it is.
    await session.credentials('GET', session.server);
    return session.newestCredentials === early ? early.takeView(jsonText(opening)) : null;
  },
  // With the file of the next step, which a press needs.
  whenIdle(task) {
    const begin = () => {
      choiceSteps.loadAhead();
      return task();
    };
    if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: idleTimeoutMs });
    else setTimeout(begin, idleTimeoutMs);
  },
  // Only a customer who comes back from a payment needs it, and the review.
  paymentReturn: async () => (await detailsSteps.load()).paymentReturn(),
  // Only the last step needs it.
  followLive: async (...args) => (await import('../session/live.ts')).followLive(...args),
};

/** These steps list the choices themselves, or the choices do not take place. */
const withoutSummary: readonly StepName[] = ['review', 'sent', 'blocked'];

/** The last steps name the contact themselves, with the reference. */
const hasOwnHelp = (step: StepName | undefined): boolean => step === 'sent' || step === 'blocked';

/** At the consent, the health questions and the payment: the notice of free language help (45 CFR 92.11). */
const withLanguageHelp: readonly StepName[] = ['consent', 'prescreen', 'review', 'questionnaire'];

const hasSummary = ({ shows, summary }: JourneyView): boolean =>
  !withoutSummary.includes(shows.step) && Object.values(summary).some(Boolean);

/** The element comes with the first step that is loaded later: before the search, nothing is chosen. */
const renderSummary = ({ summary }: JourneyView) =>
  html`<dx-journey-summary
    class="summary"
    part="summary"
    .chosen=${summary}
  ></dx-journey-summary>`;

define('dx-booking', Booking);
declare global {
  interface HTMLElementTagNameMap {
    'dx-booking': Booking;
  }
}
