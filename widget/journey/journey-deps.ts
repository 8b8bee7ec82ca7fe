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
  /** Explains a refusal of what the page asks for; null if the error is about something else. @default the refusal as it is */
  explain?: (error: unknown) => Failure | null;
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
 * Explains a refusal of what the attributes ask for.
 * @param error of the request that opens the journey
 * @returns a Failure `attribute_refused` whose detail has the name of each attribute and what the server says of it; null if the
 *   error is about something else
 */
export function refusedAttribute(error: unknown): Failure | null {
  const fields = error instanceof Refusal && error.problem.fields;
  if (!fields) return null;
  const detail = fields.map(({ path, message }) => `${path.replace('_', '-')}: ${message}`).join('; ');
  return new Failure('attribute_refused', { detail });
}
