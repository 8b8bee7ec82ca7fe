/** The steps of every request for a journey: find the customer's own, refuse an outdated page, commit, show. */
import { hash } from 'node:crypto';
import { setRequestRecord } from '../../api/http/request-record.ts';
import type { RouteContext } from '../../api/http/route.ts';
import type { SessionState } from '../../api/http/session-state.ts';
import type { Opening } from '../../contract/journey-api/answers.ts';
import type { JourneyView } from '../../contract/journey-api/views.ts';
import { nullIf, Problem } from '../../core/errors.ts';
import { Conflict, conflictAs } from '../../core/store/conflict.ts';
import type { Configuration } from '../../upstream/configuration.ts';
import { asksConsent, leaveBranch } from './branch.ts';
import { firstRevision, type Journey } from './journey-state.ts';
import type { Drafts, Journeys } from './journeys.ts';
import type { NewJourney } from './new-journey.ts';
import type { Openings } from './open-journey.ts';
import type { StepDeps, Transition } from './step.ts';
import { steps } from './steps.ts';
import type { Transitions } from './transitions.ts';
import { viewOf } from './view.ts';

/** Koa's state of a request for a journey. */
export interface JourneyState extends SessionState {
  /** By step, as they were read with the journey. */
  drafts?: Drafts;
}

/** The context of a request for one journey. */
export type Ctx = RouteContext<'id', JourneyState>;

/** The drafts of a new journey. */
export const noDrafts: Drafts = new Map();

/** Creates the problem 409 `journey_moved`: the page acted on a journey that has changed since. */
export const journeyMoved = () => new Problem('journey_moved');

/**
 * The revision that the page has seen, as `If-Match` names it in quotation marks.
 * @throws Problem 428 `revision_required` if it names none
 */
export function seenRevision(ctx: Ctx): number {
  const seen = /^"(\d+)"$/.exec(ctx.get('If-Match'))?.[1];
  if (seen === undefined) throw new Problem('revision_required');
  return Number(seen);
}

/** What a request has from a page whose view is not stored. */
interface Beginning {
  opening?: Opening | undefined;
  answer?: object;
}

/** What the page asked for if it does not say so: nothing, for it has seen the look that nothing was asked of. */
const openingOf = (ctx: Ctx): Opening | undefined => (seenRevision(ctx) === firstRevision ? {} : undefined);

/** The functions that the routes of a journey share. */
export interface JourneyRequests {
  /**
   * The customer's own journey; another customer's is not found (AUTH-14).
   * @param beginning stores a journey that the customer has only looked at. @default only a stored one
   * @throws Problem 404 `journey_not_found`; as `Openings.begin`
   */
  own(ctx: Ctx, beginning?: Beginning): Promise<Journey>;
  /** As `own`, and stores nothing: a journey that the customer has only looked at is made again. */
  ownOrNew(ctx: Ctx, opening: Opening | undefined): Promise<Journey>;
  /**
   * Acts on a request once, if the page has seen the current revision and no write is under way (IDEM-12). Pages and
   * proxies repeat a request whose response was lost: a repeated one gets the view as it is now.
   * @param body the parsed body
   * @param act commits the request to the journey that it receives
   * @throws Problem 404 `journey_not_found`; 409 `journey_moved`, `write_under_way`; 428 `revision_required`
   */
  once(
    ctx: Ctx,
    body: Beginning & object,
    act: (journey: Journey) => Promise<JourneyView>,
  ): Promise<JourneyView>;
  /** As `Transitions.apply`. @throws Problem 409 `journey_moved`, `step_out_of_order` */
  apply(transition: Transition, journey: Journey): Promise<Journey>;
  /**
   * Reads the configuration now if the journey's step asks for consent. A journey on a branch that the key is no longer
   * provisioned for leaves it.
   * @returns the journey with the configuration; and the journey as committed if it has left its branch, else null
   * @throws Problem as `Provisioning.read`; 409 `journey_moved`
   */
  followConfiguration(journey: Journey): Promise<{ current: Journey; moved: Journey | null }>;
  /**
   * Reads what the journey's step shows, and makes its view.
   * @param request its state has the drafts, where they were read already
   * @param read what the step shows, where it was read already. @default it is read
   * @throws Problem, UpstreamError: as the step's `read` and `present`
   */
  show(request: { state: JourneyState }, journey: Journey, read?: unknown): Promise<JourneyView>;
}

/** Makes the view of a journey that is not stored. @throws Problem, UpstreamError: as `JourneyRequests.show` */
export async function showNew(stepDeps: StepDeps, { journey, read }: NewJourney): Promise<JourneyView> {
  const step = read ?? (await steps[journey.step].read?.(journey, stepDeps));
  const { contact } = stepDeps.words.terms;
  return viewOf(journey, { step, draft: null, parked: null, contact, isStored: false }, stepDeps.now());
}

function createOnce({ own, show }: Pick<JourneyRequests, 'own' | 'show'>): JourneyRequests['once'] {
  return async (ctx, body, act) => {
    const seen = seenRevision(ctx);
    const lastRequest = hash('sha256', JSON.stringify([ctx.path, seen, body]), 'base64url');
    const journey = await own(ctx, body);
    if (journey.lastRequest === lastRequest) return show(ctx, journey);
    if (seen !== journey.revision) throw journeyMoved();
    if (journey.pending) throw new Problem('write_under_way');
    try {
      return await act({ ...journey, lastRequest });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'journey_moved') throw error;
      // The same request may have been first.
      const now = await own(ctx, body);
      if (now.lastRequest !== lastRequest) throw error;
      return show(ctx, now);
    }
  };
}

/** So many changes while one view is made are not a coincidence. */
const conflictLimit = 5;

interface RequestDeps {
  journeys: Journeys;
  transitions: Transitions;
  stepDeps: StepDeps;
  openings: Openings;
}

/** Finds the journey of a request. */
function createOwn({ journeys, openings }: RequestDeps): Pick<JourneyRequests, 'own' | 'ownOrNew'> {
  async function own(ctx: Ctx, beginning?: Beginning): Promise<Journey> {
    const { id } = ctx.params;
    const found = await journeys.loadWithDrafts(id);
    const opening = beginning && (beginning.opening ?? openingOf(ctx));
    if (!found && opening && openings.canBegin(ctx.state.session, id)) {
      const { answer = {} } = beginning;
      const begun = await openings.begin(ctx.state.session, id, opening, 'search' in answer);
      setRequestRecord(ctx, { id: begun.id });
      return begun;
    }
    const journey = found?.journey;
    // A finished booking stays readable after the customer has begun another.
    const isGone = journey?.state === 'left' && journey.finishedAt === null;
    if (journey?.customerId !== ctx.state.session.subject || isGone) {
      throw new Problem('journey_not_found');
    }
    ctx.state.drafts = found?.drafts ?? noDrafts;
    return journey;
  }

  async function ownOrNew(ctx: Ctx, opening: Opening | undefined): Promise<Journey> {
    const { id } = ctx.params;
    const isNew =
      opening !== undefined && openings.canBegin(ctx.state.session, id) && (await journeys.load(id)) === null;
    return isNew ? openings.remake(ctx.state.session, id, opening) : own(ctx);
  }

  return { own, ownOrNew };
}

/** Creates the functions that the routes of journeys share. */
export function createJourneyRequests(deps: RequestDeps): JourneyRequests {
  const { journeys, transitions, stepDeps } = deps;

  const { own, ownOrNew } = createOwn(deps);

  async function draftOf({ drafts }: JourneyState, journey: Journey) {
    const { step, notice } = journey;
    // A notice may have dropped a draft since the drafts were read.
    return drafts && notice === null ? (drafts.get(step) ?? null) : journeys.draft(journey, step);
  }

  /** Stores what the view shows for the first time: the places that can be chosen. @throws Conflict */
  async function saveShown(journey: Journey, read: unknown): Promise<Journey> {
    const shown = steps[journey.step].remember?.(journey, read) ?? journey;
    return shown === journey ? journey : transitions.amend(shown, journey);
  }

  const { provisioning } = stepDeps;

  /** @returns the journey as committed if it leaves the branch, else null. @throws Conflict */
  async function leave(journey: Journey, found: Configuration): Promise<Journey | null> {
    const transition = leaveBranch(journey, found, stepDeps);
    return transition && transitions.apply(transition, journey);
  }

  /** Reads what the step shows. The configuration decides about the branch, never the error of a read (CFG-12). */
  async function readStep(journey: Journey): Promise<{ journey: Journey; read: unknown }> {
    const readAt = async (at: Journey) => ({ journey: at, read: await steps[at.step].read?.(at, stepDeps) });
    if (!asksConsent(journey)) return readAt(journey);
    const reading = readAt(journey);
    // Its error counts only if the journey stays at this step.
    void reading.catch(() => {});
    // The page shows the step as it was while the configuration cannot be read; only an answer needs it.
    const found = await provisioning.recent(journey.configuration).catch(nullIf(Problem));
    const left = found && (await leave(journey, found));
    try {
      return await (left ? readAt(left) : reading);
    } catch (error) {
      const now = await provisioning.read(journey.configuration).catch(nullIf(Problem));
      const moved = now && (await leave(left ?? journey, now));
      if (!moved) throw error;
      return readAt(moved);
    }
  }

  async function view(state: JourneyState, journey: Journey, known: unknown): Promise<JourneyView> {
    const { journey: current, read: step } =
      known === undefined ? await readStep(journey) : { journey, read: known };
    const shown = await saveShown(current, step);
    const draft = await draftOf(state, shown);
    const parked = await transitions.parkedWrite(shown);
    const { contact } = stepDeps.words.terms;
    return viewOf(shown, { step, draft, parked, contact, isStored: true }, stepDeps.now());
  }

  const show: JourneyRequests['show'] = async ({ state }, journey, read) => {
    let [current, known] = [journey, read];
    for (let conflicts = 0; ; conflicts++)
      try {
        return await view(state, current, known);
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        if (conflicts === conflictLimit) throw journeyMoved();
        delete state.drafts;
        [current, known] = [(await journeys.load(journey.id)) ?? current, undefined];
      }
  };

  return {
    own,
    ownOrNew,
    show,
    once: createOnce({ own, show }),
    apply: (transition, journey) => transitions.apply(transition, journey).catch(conflictAs(journeyMoved)),
    async followConfiguration(journey) {
      if (!asksConsent(journey)) return { current: journey, moved: null };
      const configuration = await provisioning.read(journey.configuration);
      const moved = await leave(journey, configuration).catch(conflictAs(journeyMoved));
      return { current: { ...journey, configuration }, moved };
    },
  };
}
