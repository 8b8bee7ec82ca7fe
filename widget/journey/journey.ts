/** The model of `<dx-booking>`: the newest view of the customer's journey, its drafts, and one request per action. */
import type {
  AnswerableStep,
  Answers,
  Draft,
  Opening,
  OpenJourney,
} from '../../server/contract/journey-api/answers.ts';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import type { LiveChange } from '../../server/contract/live-api.ts';
import { RemoteView, type RemoteViewHost } from '../core/remote-view.ts';
import { Refusal } from '../session/failure.ts';
import { isHidden } from '../session/platform.ts';
import { requestJson } from '../session/request.ts';
import { sendFile } from '../session/send-file.ts';
import type { Session } from '../session/session.ts';
import { Drafts } from './drafts.ts';
import { isViewOf, type JourneyPage } from './journey-deps.ts';

const readTimeoutMs = 15_000;
/** The partner's server may wait for the upstream service before it responds. */
const answerTimeoutMs = 40_000;
/** How often a request that awaits the location is read although the live stream reports nothing. */
const rereadMs = 20_000;
/** The steps at which the customer signs or pays. */
const bindingSteps: readonly AnswerableStep[] = ['consent', 'document', 'review'];

/** Every action resolves when it is over and never rejects: `problem` and `failure` say what went wrong. */
export class Journey extends RemoteView<JourneyView> {
  /** Why the server did not take an answer: the journey went on in another tab or on another device. Null otherwise. */
  movedElsewhere: Refusal | null = null;
  /** The id under which the step on show was entered. What was typed in it belongs to the view on show. */
  enteredAs = '';

  readonly #drafts: Drafts;
  readonly #page: JourneyPage;
  #isFollowing = false;
  #opening: OpenJourney;
  /** The view on show is a look for nobody: the page's markup had it, and the user's own booking is not read yet. */
  #isForNobody = false;
  /** Settles when the user's own booking is read. */
  #reading: Promise<void> | null = null;
  /** What was typed before. */
  #typed: Draft | null = null;

  /** @param opening the journey that the page asks for */
  constructor(session: Session, host: RemoteViewHost, opening: OpenJourney, page: JourneyPage) {
    super(session, host);
    this.#page = page;
    this.#drafts = new Drafts(session, () => this.view?.revision);
    this.#opening = opening;
  }

  /**
   * Opens the customer's journey. After a return from the partner's payment it asks at once whether the payment
   * arrived.
   *
   * With a look for nobody (contract/journey-api/look.ts) it shows that at once, and sends nothing: it opens the journey
   * when the page is idle, or with the first press or typed character. A journey that is open then takes the place of
   * the look. What was typed and pressed meanwhile goes to it if it is at the same step.
   * @param look of what this model opens. @default none
   */
  async start(look: JourneyView | null = null): Promise<void> {
    if (look === null) return this.act(() => this.first());
    super.adopt(look);
    this.#isForNobody = true;
    this.#page.whenIdle?.(() => this.own().catch(() => {}));
  }

  protected override async first(): Promise<JourneyView> {
    const { paymentReturn, firstView } = this.#page;
    const early = (await firstView?.(this.session, this.#opening)) ?? null;
    const view = isViewOf(this.#page)(early) ? early : await this.#open();
    // It is booked again once.
    delete this.#opening.again;
    const { shows } = view;
    if (shows.step !== 'review' || shows.payment.state !== 'begun' || view.working !== null) return view;
    return paymentReturn ? this.#answer(view, 'review', await paymentReturn()) : view;
  }

  /** The view of the user's own booking: the one on show, unless that is a look for nobody. @throws as a request */
  async own(): Promise<JourneyView> {
    if (this.#isForNobody) {
      this.#reading ??= this.first()
        .then((view) => {
          if (this.#isForNobody) this.#replaceLook(view);
        })
        .finally(() => {
          this.#reading = null;
        });
      await this.#reading;
    }
    return this.view as JourneyView;
  }

  #replaceLook(view: JourneyView): void {
    const [old, typed] = [this.view, this.#typed];
    const isSame = view.shows.step === old?.shows.step;
    this.adopt(view, isSame && typed !== null);
    if (isSame && typed !== null) this.keepDraft(typed);
  }

  /** Opens the journey again for another intent of the page, once no request is under way. */
  async reopen(opening: OpenJourney): Promise<void> {
    this.#opening = opening;
    while (this.busy) await this.running;
    // The page may have changed it again meanwhile.
    if (this.#opening === opening) await this.act(() => this.#open());
  }

  /** What each request about a look says too: the first answer or draft begins the booking. */
  get beginning(): { opening?: Opening } {
    return this.view?.is_stored === false ? { opening: this.#opening } : {};
  }

  /** Shows another booking of this customer. */
  async showJourney(journeyId: string): Promise<void> {
    await this.act(() => this.#get(journeyId));
  }

  /** Sends an answer to the current step; an answer to any other step is dropped. */
  async answer<S extends AnswerableStep>(step: S, answer: Answers[S]): Promise<void> {
    if (this.view?.shows.step !== step) return;
    await this.act(async () => {
      const view = await this.own();
      if (view.shows.step !== step) return view;
      if (bindingSteps.includes(step)) await this.confirmUser();
      const next = await this.#answer(view, step, answer);
      if (next.shows.step !== step) this.#drafts.forget();
      return next;
    });
  }

  /** Uploads a PDF to the server, which checks it. */
  async upload(file: Blob): Promise<void> {
    const { view } = this;
    if (view === null) return;
    const path = `/journeys/${view.journey_id}/document`;
    await this.act(() => sendFile(this.session, { path, file, read: () => this.read() }));
  }

  /** Goes back to an earlier step. */
  async revisit(step: StepName): Promise<void> {
    if (this.view === null) return;
    await this.act(async () => {
      const view = await this.own();
      // Before the request, after which the server drops a draft of this view.
      await this.#drafts.settle();
      return this.#post(`/${view.journey_id}/revisit`, { step, ...this.beginning }, view);
    });
  }

  /** Asks the server to send a parked write again. */
  async retry(): Promise<void> {
    const { view } = this;
    if (view !== null) await this.act(() => this.#post(`/${view.journey_id}/retry`));
  }

  /** Books the test of a request that was sent again, at the same clinic. Does nothing at another step than `sent`. */
  async bookAgain(): Promise<void> {
    const shows = this.view?.shows;
    if (shows?.step === 'sent') await this.startOver({ again: shows.appointment_id });
  }

  /** Gives this journey up for a new one. @param asked what the new one is. @default as the page asks */
  async startOver(asked: Pick<OpenJourney, 'again'> = {}): Promise<void> {
    await this.act(async () => {
      const view = await this.#open({ start_over: true, ...asked });
      this.#drafts.forget();
      return view;
    });
  }

  /** Keeps on the server what the customer has typed so far. */
  keepDraft(draft: Draft): void {
    const { view, beginning } = this;
    if (this.#isForNobody) {
      this.#typed = draft;
      void this.own().catch(() => {});
    } else if (view !== null)
      this.#drafts.keep(view.journey_id, { step: view.shows.step, draft, ...beginning });
  }

  /** Sends what is not saved yet, because the page may be about to close. */
  flushDraft(): void {
    this.#drafts.flush();
  }

  /** After a renewed sign-in, the view is read again: the customer's own action is not repeated. */
  override repeat(code: 'offline' | 'sign_in_ended'): void {
    if (this.view === null || code === 'offline') super.repeat(code);
    else if (this.failure?.error.code === code) void this.reload();
  }

  protected override read(): Promise<JourneyView> {
    return this.view?.is_stored === false ? this.#open() : this.#get(this.view?.journey_id ?? '');
  }

  #get(journeyId: string): Promise<JourneyView> {
    const path = `/journeys/${journeyId}`;
    return requestJson(this.session, isViewOf(this.#page), { method: 'GET', path, timeoutMs: readTimeoutMs });
  }

  protected override pollAfterMs({ working, notice, shows }: JourneyView): number | null {
    const isAwaited = this.#page.followLive && shows.step === 'sent' && shows.status === 'requested';
    // The server goes on by itself with what is stalled.
    return working?.poll_after_ms ?? (isAwaited || notice?.code === 'stalled' ? rereadMs : null);
  }

  /** A hidden page does not wait for the location. */
  protected override async refresh(): Promise<void> {
    if (!this.#isSent || !isHidden()) await super.refresh();
  }

  /** A sent request that cannot be read just now stays on show. */
  protected override get showsPollFailures(): boolean {
    return !this.#isSent;
  }

  get #isSent(): boolean {
    return this.view?.shows.step === 'sent';
  }

  /** Reads a sent request again when the live stream reports its appointment. */
  #follow(followLive: NonNullable<JourneyPage['followLive']>): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const reread = () => void (this.#isSent && this.refresh().catch(() => {}));
    const changed = ({ ref }: LiveChange) => {
      const shows = this.view?.shows;
      if (shows?.step === 'sent' && shows.appointment_id === ref) reread();
    };
    const ended = () => {
      this.#isFollowing = false;
    };
    followLive(this.session, { changed, reread }).then(ended, ended);
  }

  /** No save of a draft begins during an action. */
  override async run<R>(request: () => Promise<R>, again?: () => void): Promise<R | null> {
    if (this.busy) return null;
    this.movedElsewhere = null;
    this.#drafts.hold();
    const result = await super.run(request, again);
    this.#drafts.release();
    return result;
  }

  /** A view that is older than the one on show is dropped. A look after a look keeps its step, with what was typed. */
  protected override adopt(view: JourneyView, keepsStep = false): void {
    const { view: old } = this;
    const isLook = old?.is_stored === false && !view.is_stored;
    this.#isForNobody = false;
    const isNewer = old?.journey_id !== view.journey_id || !old.is_stored || view.revision >= old.revision;
    if (!keepsStep && !isLook && old?.journey_id !== view.journey_id) this.enteredAs = view.journey_id;
    if (isNewer) super.adopt(view);
    const { followLive } = this.#page;
    if (this.#isSent && followLive) this.#follow(followLive);
  }

  protected override async recover(error: unknown): Promise<JourneyView> {
    if (!(error instanceof Refusal) || this.view === null) throw error;
    const isGone = error.problem.status === 404;
    if (!isGone && !error.is('journey_moved') && !error.is('write_under_way')) throw error;
    const view = await (isGone ? this.#open() : this.read());
    this.movedElsewhere = error;
    return view;
  }

  protected override fail(error: unknown, again: (() => void) | null, isPoll?: boolean): void {
    super.fail((this.view === null && this.#page.explain?.(error)) || error, again, isPoll);
  }

  #open(more: OpenJourney = {}): Promise<JourneyView> {
    return this.#post('', { ...this.#opening, ...more });
  }

  #answer<S extends AnswerableStep>(view: JourneyView, step: S, answer: Answers[S]): Promise<JourneyView> {
    // Saved with the answer: an older draft would replace the answer when the customer comes back to the step.
    const draft = this.#drafts.unsaved(step);
    return this.#post(`/${view.journey_id}`, { step, answer, draft, ...this.beginning }, view);
  }

  /** @param view the view that the request is about; the server refuses it when it has a newer one */
  #post(path: string, body?: object, view?: JourneyView): Promise<JourneyView> {
    return requestJson(this.session, isViewOf(this.#page), {
      method: 'POST',
      path: `/journeys${path}`,
      body,
      headers: view ? { 'if-match': `"${view.revision}"` } : {},
      timeoutMs: answerTimeoutMs,
    });
  }
}
