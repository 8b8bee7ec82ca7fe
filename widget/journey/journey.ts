/** The journey as this page sees it: the newest view, the one action under way, and what went wrong; the only caller of the API. */
import type {
  AnswerableStep,
  Answers,
  Draft,
  OpenJourney,
} from '../../server/contract/journey-api/answers.ts';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { asFailure, Failure, mayPass, Refusal } from '../session/failure.ts';
import { Polling } from '../session/polling.ts';
import type { Session } from '../session/session.ts';
import { testWords } from '../ui/test-names.ts';
import { JourneyApi } from './api.ts';
import { Drafts } from './drafts.ts';

export interface JourneyHost {
  changed(): void;
  failed(failure: Failure): void;
}

type Action = () => Promise<JourneyView>;

export class Journey {
  view: JourneyView | null = null;
  /** An answer, or another action of the customer, is under way. */
  busy = false;
  problem: ProblemBody | null = null;
  /** `again` repeats the very same action; null where only the page itself can help. */
  failure: { error: Failure; again: (() => void) | null } | null = null;
  /** The journey went on elsewhere while the customer was answering here. */
  movedElsewhere = false;

  readonly #host: JourneyHost;
  /** Aborts when the user is gone. */
  readonly #signal: AbortSignal;
  readonly #api: JourneyApi;
  readonly #drafts: Drafts;
  readonly #polling: Polling;
  #open: OpenJourney = {};
  #acting = false;

  constructor(session: Session, host: JourneyHost) {
    this.#host = host;
    this.#signal = session.signal;
    this.#api = new JourneyApi(session);
    this.#drafts = new Drafts(this.#api, session);
    this.#polling = new Polling(() => this.#poll(), this.#signal);
  }

  /** Opens the customer's journey; one that comes back from the partner's payment asks at once whether it arrived. */
  async start(open: OpenJourney): Promise<void> {
    this.#open = open;
    await this.#act(async () => {
      const view = await this.#api.open(open);
      const { shows } = view;
      if (shows.step !== 'review' || shows.payment.state !== 'begun' || view.working !== null) return view;
      const return_url = location.href.replace(/#.*$/, '');
      return this.#api.answer(view, 'review', { return_url });
    });
  }

  async answer<S extends AnswerableStep>(step: S, answer: Answers[S]): Promise<void> {
    const { view } = this;
    if (view === null || view.shows.step !== step) return;
    await this.#act(async () => {
      const next = await this.#api.answer(view, step, answer);
      if (next.shows.step !== step) this.#drafts.forget();
      return next;
    });
  }

  /** Hands a file to the server; the view read after it says what was kept. */
  async upload(file: Blob): Promise<void> {
    const { view } = this;
    if (view === null) return;
    await this.#act(async () => {
      await this.#api.upload(view, file);
      return this.#api.read(view.journey_id);
    });
  }

  async revisit(step: StepName): Promise<void> {
    const { view } = this;
    if (view === null) return;
    this.#drafts.flush();
    await this.#act(() => this.#api.revisit(view, step));
  }

  /** Asks the server to send a stalled write again. */
  async retry(): Promise<void> {
    const { view } = this;
    if (view !== null) await this.#act(() => this.#api.retry(view.journey_id));
  }

  async startOver(): Promise<void> {
    await this.#act(async () => {
      const view = await this.#api.open({ ...this.#open, start_over: true });
      this.#drafts.forget();
      return view;
    });
  }

  /** Reads the view again, quietly: a page that comes back from the browser's cache may be old. */
  async reread(): Promise<void> {
    const { view } = this;
    if (view === null || this.#acting) return;
    await this.#act(() => this.#api.read(view.journey_id));
  }

  keepDraft(draft: Draft): void {
    if (this.view !== null) this.#drafts.keep(this.view.journey_id, this.view.shows.step, draft);
  }

  flushDraft(): void {
    this.#drafts.flush();
  }

  /** One action at a time: a second press while the first is under way is the same press. */
  async #act(action: Action): Promise<void> {
    if (this.#acting || this.#signal.aborted) return;
    this.#acting = true;
    this.busy = true;
    this.failure = null;
    this.problem = null;
    this.movedElsewhere = false;
    this.#polling.stop();
    this.#host.changed();
    try {
      await this.#drafts.hold();
      this.#adopt(await this.#mended(action));
    } catch (error) {
      this.#fail(error, () => void this.#act(action));
    }
    this.#acting = false;
    this.busy = false;
    if (this.#signal.aborted) return;
    this.#drafts.release();
    this.#host.changed();
  }

  /** A refusal that says our picture is old is answered with a new picture, once. */
  async #mended(action: Action): Promise<JourneyView> {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Refusal) || this.view === null) throw error;
      if (error.problem.status === 404) return this.#api.open(this.#open);
      if (error.problem.code !== 'journey_moved') throw error;
      const view = await this.#api.read(this.view.journey_id);
      this.movedElsewhere = true;
      return view;
    }
  }

  #adopt(view: JourneyView): void {
    const { view: old } = this;
    if (this.#signal.aborted) return;
    if (old?.journey_id === view.journey_id && view.revision < old.revision) return;
    this.view = view;
    if (view.working !== null) this.#polling.next(view.working.poll_after_ms);
  }

  async #poll(): Promise<void> {
    const { view } = this;
    if (view === null || this.#acting) return;
    try {
      const fresh = await this.#api.read(view.journey_id);
      if (!this.#acting) this.#adopt(fresh);
    } catch (error) {
      if (this.#acting) return;
      if (error instanceof Failure && mayPass(error) && this.#polling.patient()) throw error;
      this.#fail(error, () => void this.reread());
    }
    this.#host.changed();
  }

  /** Shows a refusal at the step that it belongs to; where there is no step yet, nothing can go on. */
  #fail(error: unknown, again: () => void): void {
    if (this.#signal.aborted) return;
    if (error instanceof Refusal && this.view !== null) {
      this.problem = error.problem;
      return;
    }
    const failure = unknownTest(error, this.#open) ?? asFailure(error);
    this.failure = { error: failure, again: mayPass(failure) ? again : null };
    this.#host.failed(failure);
  }
}

/** The failure for a refused `test-types`, naming the words that are none; null where the refusal is about something else. */
function unknownTest(error: unknown, { test_types = [] }: OpenJourney): Failure | null {
  const isAbout =
    error instanceof Refusal && error.problem.fields?.some(({ path }) => /^test_types\b/.test(path));
  if (!isAbout) return null;
  const unknown = test_types.filter((type) => !Object.hasOwn(testWords, type));
  const detail = `unknown: ${unknown.join(', ')}; known: ${Object.keys(testWords).join(', ')}`;
  return new Failure('unknown_test_type', { detail });
}
