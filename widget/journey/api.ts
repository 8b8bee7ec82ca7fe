/** The journey wire as the page calls it: one method per route, a view or a typed error back. */
import type {
  AnswerableStep,
  Answers,
  Draft,
  OpenJourney,
} from '../../server/contract/journey-api/answers.ts';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { Failure } from '../session/failure.ts';
import { errorOf, type Json, jsonOf } from '../session/reply.ts';
import type { Session } from '../session/session.ts';
import { stepModules } from './step-modules.ts';

const readTimeoutMs = 15_000;
/** An answer may wait for the service behind the partner's server. */
const answerTimeoutMs = 40_000;
/** 20 MiB on a slow line. */
const uploadTimeoutMs = 300_000;

/** As much of a view as the shell itself stands on; what a step shows, the step reads. */
const isView = (body: Json | null): body is Json & JourneyView =>
  typeof body?.journey_id === 'string' &&
  typeof body.revision === 'number' &&
  Array.isArray(body.steps) &&
  typeof body.shows === 'object' &&
  body.shows !== null &&
  'step' in body.shows &&
  String(body.shows.step) in stepModules;

export class JourneyApi {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  open(body: OpenJourney): Promise<JourneyView> {
    return this.#view('POST', '/journeys', body);
  }

  read(journeyId: string): Promise<JourneyView> {
    return this.#view('GET', `/journeys/${journeyId}`);
  }

  answer<S extends AnswerableStep>(view: JourneyView, step: S, answer: Answers[S]): Promise<JourneyView> {
    return this.#view('POST', `/journeys/${view.journey_id}/answers/${step}`, answer, view.revision);
  }

  revisit(view: JourneyView, step: StepName): Promise<JourneyView> {
    return this.#view('POST', `/journeys/${view.journey_id}/revisit`, { step }, view.revision);
  }

  retry(journeyId: string): Promise<JourneyView> {
    return this.#view('POST', `/journeys/${journeyId}/retry`);
  }

  /** Streams the file; what it is checked against is the server's. */
  async upload(view: JourneyView, file: Blob): Promise<void> {
    const response = await this.#session.call({
      method: 'PUT',
      url: `${this.#session.server}/journeys/${view.journey_id}/document`,
      headers: { 'content-type': 'application/pdf' },
      body: file,
      timeoutMs: uploadTimeoutMs,
    });
    if (!response.ok) throw await errorOf(response);
  }

  draftUrl(journeyId: string, step: StepName): string {
    return `${this.#session.server}/journeys/${journeyId}/drafts/${step}`;
  }

  async saveDraft(url: string, draft: Draft): Promise<void> {
    const response = await this.#call('PUT', url, draft);
    if (!response.ok) throw await errorOf(response);
  }

  async #view(method: string, path: string, body?: object, revision?: number): Promise<JourneyView> {
    const response = await this.#call(method, this.#session.server + path, body, revision);
    if (!response.ok) throw await errorOf(response);
    const view = await jsonOf(response);
    if (!isView(view)) throw new Failure('unavailable');
    return view;
  }

  #call(method: string, url: string, body?: object, revision?: number): Promise<Response> {
    return this.#session.call({
      method,
      url,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(revision !== undefined && { 'if-match': `"${revision}"` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      keepalive: method === 'PUT',
      timeoutMs: method === 'POST' ? answerTimeoutMs : readTimeoutMs,
    });
  }
}
