/** The journey's routes, as contract/server-api lists them. */
import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { parseBody, parseJson } from '../../api/http/body.ts';
import type { ClientAddress } from '../../api/http/client-address.ts';
import { setRequestRecord } from '../../api/http/request-record.ts';
import { type Handlers, type RouteContext, routes } from '../../api/http/route.ts';
import type { ExchangedState } from '../../api/tokens/exchange-in-form.ts';
import { type Draft, type OpenJourney, openJourney } from '../../contract/journey-api/answers.ts';
import { journeyOperations } from '../../contract/server-api/journey-operations.ts';
import { Problem } from '../../core/errors.ts';
import { takePdf } from '../evidence/take-pdf.ts';
import type { Journey } from './journey-state.ts';
import type { Journeys } from './journeys.ts';
import type { Openings } from './open-journey.ts';
import type { ReadPreviews } from './previews.ts';
import {
  createJourneyRequests,
  type JourneyRequests,
  type JourneyState,
  journeyMoved,
  noDrafts,
  seenRevision,
  showNew,
} from './requests.ts';
import type { StepDeps, Transition } from './step.ts';
import { chooseAfterDecline, keepDeclined } from './steps/sent.ts';
import { answerStep, steps } from './steps.ts';
import type { Transitions } from './transitions.ts';
import { canRevisit } from './view.ts';

interface JourneyRoutesDeps {
  journeys: Journeys;
  transitions: Transitions;
  stepDeps: StepDeps;
  openings: Openings;
  readPreviews: ReadPreviews;
  /** Customer sign-in and role, before any of these routes. */
  guard: Middleware[];
  /** Exchange of the user token in the form of a request, and role, before the first view. */
  exchanged: Middleware<ExchangedState>[];
  clientAddress: ClientAddress;
}

type JourneyHandlers = Handlers<typeof journeyOperations>;

/** Creates POST /first-view and the routes under /journeys. Errors become Problems in api/http/problems.ts. */
export function journeyRouter(deps: JourneyRoutesDeps): Router {
  const requests = createJourneyRequests(deps);
  return routes(
    journeyOperations,
    { customer: deps.guard, anyone: deps.exchanged },
    {
      ...openHandlers(deps, requests),
      ...answerHandlers(deps, requests),
      ...moveHandlers(deps, requests),
      ...documentHandlers(deps, requests),
      'POST /journeys/{id}/previews': async (ctx, { offerings, opening }) => {
        const ids = new Set(offerings);
        const { search } = await requests.ownOrNew(ctx, opening);
        const found = (search?.offered ?? [])
          .flatMap(({ tests }) => tests)
          .filter((test) => ids.has(test.offering_id));
        return { previews: await deps.readPreviews(found) };
      },
    },
  );
}

/** Opens and reads a journey. */
function openHandlers({ openings, stepDeps }: JourneyRoutesDeps, { own, show }: JourneyRequests) {
  async function opened(ctx: { state: JourneyState }, asked: OpenJourney) {
    const made = await openings.open(ctx.state.session, asked);
    const { journey, stored, read } = made;
    if (stored === 'not') return { isNew: false, view: await showNew(stepDeps, made) };
    setRequestRecord(ctx, { id: journey.id });
    const isNew = stored === 'now';
    if (isNew) ctx.state.drafts = noDrafts;
    return { isNew, view: await show(ctx, journey, read) };
  }

  return {
    'POST /first-view': async (ctx: RouteContext<never, ExchangedState>) => {
      const { response, asked = '{}' } = ctx.state.exchanged;
      const { view } = await opened(ctx, parseBody(openJourney, parseJson(asked)));
      return { ...response, journey: view };
    },
    'POST /journeys': async (ctx, asked) => {
      const { isNew, view } = await opened(ctx, asked);
      return { status: isNew ? 201 : 200, body: view };
    },
    'GET /journeys/{id}': async (ctx) => show(ctx, await own(ctx)),
    'GET /journeys/{id}/consents': async (ctx) => stepDeps.consents.ofJourney((await own(ctx)).id),
  } satisfies Partial<JourneyHandlers>;
}

/** Answers and drafts. Both name their step in the body. */
function answerHandlers(
  { journeys, stepDeps, clientAddress }: JourneyRoutesDeps,
  { own, once, followConfiguration, apply, show }: JourneyRequests,
) {
  /** The transition that also stores what was typed for its answer. */
  function keepWith(state: JourneyState, transition: Transition, journey: Journey, draft: Draft): Transition {
    const { step } = journey;
    state.drafts = new Map(state.drafts).set(step, draft);
    return {
      ...transition,
      async also(trx) {
        await transition.also?.(trx);
        await journeys.putDraft(trx, journey, step, draft);
      },
    };
  }

  return {
    'POST /journeys/{id}': async (ctx, asked) =>
      once(ctx, asked, async (journey) => {
        const { step, answer, draft } = asked;
        if (journey.step !== step || journey.state !== 'open') throw journeyMoved();
        const { current, moved } = await followConfiguration(journey);
        if (moved) return show(ctx, moved);
        const signedFrom = { ip: clientAddress(ctx.req), userAgent: ctx.get('User-Agent') || 'unknown' };
        const { origin: askedFrom } = ctx.state.session;
        const given =
          step === 'consent'
            ? { ...answer, signedFrom }
            : step === 'review'
              ? { ...answer, askedFrom }
              : answer;
        const transition = await answerStep(step, { ...current, notice: null }, given, stepDeps);
        const kept = draft ? keepWith(ctx.state, transition, journey, draft) : transition;
        return show(ctx, await apply(kept, journey), transition.read);
      }),
    'PUT /journeys/{id}': async (ctx, asked) => {
      const { step, draft } = asked;
      const seen = seenRevision(ctx);
      const journey = await own(ctx, asked);
      const isKept = journey.state === 'open' && (await journeys.keepDraft(journey, step, draft, seen));
      // A draft that is overtaken by its own answer is no error, and browsers write each 409 to the console.
      return isKept ? { status: 204 } : { status: 200, body: { kept: false } };
    },
  } satisfies Partial<JourneyHandlers>;
}

/** Moves without an answer. */
function moveHandlers(
  { transitions, stepDeps }: JourneyRoutesDeps,
  { own, once, apply, show }: JourneyRequests,
) {
  return {
    'POST /journeys/{id}/revisit': async (ctx, asked) =>
      once(ctx, asked, async (journey) => {
        const { step } = asked;
        const again = step === 'times' ? await chooseAfterDecline(journey, stepDeps) : null;
        if (again) return show(ctx, await apply(again, journey));
        if (!canRevisit(journey, step, stepDeps.now())) throw new Problem('step_closed');
        const next = step === 'sent' ? keepDeclined(journey) : { journey, at: step };
        return show(ctx, await apply({ ...next, journey: { ...next.journey, notice: null } }, journey));
      }),
    'POST /journeys/{id}/retry': async (ctx) => {
      const journey = await own(ctx);
      if (journey.pending || journey.evidence?.status === 'checking')
        return show(ctx, await transitions.retryWrites(journey));
      const write = steps[journey.step].write?.(journey);
      if (!write || journey.notice?.code !== 'support_needed') return show(ctx, journey);
      return show(
        ctx,
        await apply({ journey: { ...journey, notice: null }, write, at: journey.step }, journey),
      );
    },
  } satisfies Partial<JourneyHandlers>;
}

function documentHandlers({ stepDeps: { evidence } }: JourneyRoutesDeps, { own, apply }: JourneyRequests) {
  return {
    'PUT /journeys/{id}/document': async (ctx) => {
      const journey = await own(ctx);
      if (journey.step !== 'document' || journey.evidence?.status === 'checking') throw journeyMoved();
      const owner = { ownerId: journey.id, customerId: journey.customerId };
      return takePdf(ctx, evidence, owner, async (uploaded) => {
        await apply({ journey: { ...journey, uploaded }, at: 'document' }, journey);
        if (journey.uploaded) await evidence.documents.discard(journey.uploaded.id);
        return { document_id: uploaded.id, bytes: uploaded.content_length };
      });
    },
  } satisfies Partial<JourneyHandlers>;
}
