/** The booking of a client: the model of `<dx-booking>`, with promises that reject. */
import type {
  AnswerableStep,
  Answers,
  Draft,
  OpenJourney,
} from '../../server/contract/journey-api/answers.ts';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import type { RemoteViewHost } from '../core/remote-view.ts';
import { Journey } from '../journey/journey.ts';
import type { Session } from '../session/session.ts';
import type { Actions } from './actions.ts';
import { errorOf } from './booking-error.ts';
import type { JourneyClient } from './public-types.ts';

/** `JourneyClient` documents its methods. */
export class HeadlessJourney implements JourneyClient {
  readonly #session: Session;
  readonly #host: RemoteViewHost;
  readonly #actions: Actions;
  /** Called after each change, until they return true. */
  readonly #waiting = new Set<() => boolean>();
  #journey: Journey | null = null;

  constructor(session: Session, host: RemoteViewHost, actions: Actions) {
    this.#session = session;
    this.#actions = actions;
    this.#host = {
      ...host,
      changed: () => {
        for (const isOver of this.#waiting) if (isOver()) this.#waiting.delete(isOver);
        host.changed();
      },
    };
    session.signal.addEventListener('abort', () => this.#host.changed());
  }

  get view(): JourneyView | null {
    return this.#journey?.view ?? null;
  }

  load(opening: OpenJourney = {}): Promise<JourneyView> {
    const known = this.#journey;
    if (known?.view) return this.#act((journey) => journey.reopen(opening));
    this.#journey = new Journey(this.#session, this.#host, opening, { shows: () => true });
    return this.#act((journey) => journey.start());
  }

  answer<S extends AnswerableStep>(step: S, answer: Answers[S]): Promise<JourneyView> {
    return this.#act((journey) => {
      const current = journey.view?.shows.step;
      if (current !== step) throw new RangeError(`The booking is at the step ${current}, not ${step}.`);
      return journey.answer(step, answer);
    });
  }

  upload(file: Blob): Promise<JourneyView> {
    return this.#act((journey) => journey.upload(file));
  }

  revisit(step: StepName): Promise<JourneyView> {
    return this.#act((journey) => journey.revisit(step));
  }

  retry(): Promise<JourneyView> {
    return this.#act((journey) => journey.retry());
  }

  startOver(): Promise<JourneyView> {
    return this.#act((journey) => journey.startOver());
  }

  keepDraft(draft: Draft): void {
    this.#journey?.keepDraft(draft);
  }

  untilReady(): Promise<JourneyView> {
    return new Promise((resolve, reject) => {
      const isOver = () => {
        try {
          this.#actions.check();
        } catch (error) {
          reject(error);
          return true;
        }
        const { view = null, failure = null, busy = false } = this.#journey ?? {};
        if (failure !== null) reject(errorOf(failure.error));
        // The server goes on by itself with what is stalled.
        else if (view !== null && view.working === null && view.notice?.code !== 'stalled' && !busy)
          resolve(view);
        else return false;
        return true;
      };
      if (!isOver()) this.#waiting.add(isOver);
    });
  }

  #act(action: (journey: Journey) => Promise<void>): Promise<JourneyView> {
    const journey = this.#journey;
    if (journey === null) return Promise.reject(new RangeError('Call load() first.'));
    return this.#actions.run(journey, async () => {
      await action(journey);
      // The view is the newer one. Nothing of the action was accepted.
      if (journey.movedElsewhere) throw errorOf(journey.movedElsewhere);
      return journey.view as JourneyView;
    });
  }
}
