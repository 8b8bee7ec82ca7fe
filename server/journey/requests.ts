/** What every request for a journey does: find the customer's own, refuse an outdated page, commit, show. */
import type { RouterContext } from '@koa/router';
import type { Session } from '../contract/token-api.ts';
import { Problem } from '../errors.ts';
import { Conflict } from '../store/conflict.ts';
import type { Journey } from './journey-state.ts';
import type { Drafts, Journeys } from './journeys.ts';
import { fixPrice } from './price.ts';
import type { StepDeps, Transition } from './step.ts';
import { steps } from './steps.ts';
import type { Transitions } from './transitions.ts';
import { viewOf } from './view.ts';

/** The context of a request for a journey. */
export type Ctx = RouterContext<{
  session: Session;
  /** By step, as they were read with the journey. */
  drafts?: Drafts;
}>;

/** The drafts of a new journey. */
export const noDrafts: Drafts = new Map();

/** Creates the problem 409 `journey_moved`: the page acted on a journey that has changed since. */
export const journeyMoved = () => new Problem('journey_moved');

/** The revision that the page has seen, as `If-Match` names it in quotation marks; null if it names none. */
export function seenRevision(ctx: Ctx): number | null {
  const seen = /^"(\d+)"$/.exec(ctx.get('If-Match'))?.[1];
  return seen === undefined ? null : Number(seen);
}

/** What the routes of a journey share. */
export interface JourneyRequests {
  /** The customer's own journey; another customer's is not found (AUTH-14). @throws Problem 404 `journey_not_found` */
  own(ctx: Ctx): Promise<Journey>;
  /**
   * The same, if the page has seen its current revision and no write is under way (IDEM-12).
   * @throws Problem 404 `journey_not_found`; 409 `journey_moved`; 428 `revision_required`
   */
  unchanged(ctx: Ctx): Promise<Journey>;
  /** As `Transitions.apply`. @throws Problem 409 `journey_moved`, `step_out_of_order` */
  apply(transition: Transition, journey: Journey): Promise<Journey>;
  /**
   * Reads what the journey's step shows and responds with the view.
   * @param options.status of the response. @default 200
   * @param options.read what the step shows, where it was read already. @default it is read
   * @throws Problem, UpstreamError: as the step's `read` and `present`
   */
  show(ctx: Ctx, journey: Journey, options?: { status?: number; read?: unknown }): Promise<void>;
}

/** Creates the functions that the routes of journeys share. */
export function createJourneyRequests(deps: {
  journeys: Journeys;
  transitions: Transitions;
  stepDeps: StepDeps;
}): JourneyRequests {
  const { journeys, transitions, stepDeps } = deps;

  async function own(ctx: Ctx): Promise<Journey> {
    const found = await journeys.loadWithDrafts(ctx.params.id ?? '');
    const journey = found?.journey;
    // A finished booking stays readable after the customer has begun another.
    const isGone = journey?.state === 'left' && journey.finishedAt === null;
    if (journey?.customerId !== ctx.state.session.subject || isGone) {
      throw new Problem('journey_not_found');
    }
    ctx.state.drafts = found?.drafts ?? noDrafts;
    return journey;
  }

  async function draftOf({ state: { drafts } }: Ctx, journey: Journey) {
    const { step, notice } = journey;
    // A notice may have dropped a draft since the drafts were read.
    return drafts && notice === null ? (drafts.get(step) ?? null) : journeys.draft(journey, step);
  }

  /** Keeps what the view shows for the first time: its price, and the places that can be chosen. @throws Conflict */
  async function keepShown(journey: Journey, read: unknown): Promise<Journey> {
    const remembered = steps[journey.step].remember?.(journey, read) ?? journey;
    const shown = fixPrice(remembered, stepDeps.assumptions);
    return shown === journey ? journey : transitions.amend(shown, journey);
  }

  const show: JourneyRequests['show'] = async (ctx, journey, { status = 200, read } = {}) => {
    const step = read === undefined ? await steps[journey.step].read?.(journey, stepDeps) : read;
    try {
      const shown = await keepShown(journey, step);
      const draft = await draftOf(ctx, shown);
      const parked = await transitions.isParked(shown);
      ctx.status = status;
      ctx.set('Cache-Control', 'no-store');
      ctx.body = viewOf(shown, { step, draft, parked }, stepDeps.now());
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      delete ctx.state.drafts;
      await show(ctx, (await journeys.load(journey.id)) ?? journey, { status });
    }
  };

  return {
    own,
    show,
    async unchanged(ctx) {
      const journey = await own(ctx);
      const seen = seenRevision(ctx);
      if (seen === null) throw new Problem('revision_required');
      if (seen !== journey.revision || journey.pending) throw journeyMoved();
      return journey;
    },
    apply: (transition, journey) =>
      transitions.apply(transition, journey).catch((error: unknown) => {
        throw error instanceof Conflict ? journeyMoved() : error;
      }),
  };
}
