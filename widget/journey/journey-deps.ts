/** The dependencies of a booking's model on the page that shows it; a client without a page has less. */
import type { Answers, OpenJourney } from '../../server/contract/journey-api/answers.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { Failure, Refusal } from '../session/failure.ts';
import type { LiveListener } from '../session/live.ts';
import type { Json } from '../session/reply.ts';
import type { Session } from '../session/session.ts';

/** The page that shows a journey, as its model uses it. */
export interface JourneyPage {
  /** Whether the page can show a step. */
  shows(step: string): boolean;
  /** The tests that the page knows. @default not checked */
  tests?: readonly string[];
  /** The first view if it was asked for before, else null. Throws as a request does. @default the model asks for it */
  firstView?: (session: Session, opening: OpenJourney) => Promise<Json | null>;
  /** Runs a task when the page has nothing else to do. @default the task waits for the first press */
  whenIdle?: (task: () => Promise<unknown>) => void;
  /** Reads the return from the payment. @default nothing: the payment is not checked at the start */
  paymentReturn?: () => Promise<Answers['review']>;
  /** Follows the live stream. @default nothing: a sent request stays as it was read */
  followLive?: (session: Session, listener: LiveListener) => Promise<void>;
}

/**
 * Creates the check of a response: whether it has the members that the shell relies on, and a step that the page can
 * show. Each step reads the rest.
 */
export const isViewOf =
  (page: JourneyPage) =>
  (body: Json | null): body is Json & JourneyView =>
    typeof body?.journey_id === 'string' &&
    typeof body.revision === 'number' &&
    Array.isArray(body.steps) &&
    typeof body.shows === 'object' &&
    body.shows !== null &&
    'step' in body.shows &&
    page.shows(String(body.shows.step));

/**
 * Explains a refusal of `test-types`.
 * @param error of the request that opens the journey
 * @param tests the tests that the page knows
 * @returns a Failure `unknown_test_type` whose detail names the unknown tests; null if the error is about something
 *   else, or `tests` is missing
 */
export function unknownTest(
  error: unknown,
  { test_types = [] }: OpenJourney,
  tests?: readonly string[],
): Failure | null {
  const isAbout =
    error instanceof Refusal && error.problem.fields?.some(({ path }) => /^test_types\b/.test(path));
  if (!isAbout || tests === undefined) return null;
  const unknown = test_types.filter((type) => !tests.includes(type));
  const detail = `unknown: ${unknown.join(', ')}; known: ${tests.join(', ')}`;
  return new Failure('unknown_test_type', { detail });
}
