/** The journey's routes, as server/contract/journey-api/ lists them. */
import Router from '@koa/router';
import type { Middleware } from 'koa';
import {
  type AnswerableStep,
  answers,
  draft,
  openJourney,
  previewedOfferings,
  revisit,
} from '../contract/journey-api/answers.ts';
import type { OfferingPreviews, UploadedDocument } from '../contract/journey-api/views.ts';
import { Problem } from '../errors.ts';
import { takePdf } from '../evidence/take-pdf.ts';
import { readJson } from '../http/body.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { exactPaths } from '../http/exact-paths.ts';
import { parseInput } from '../http/parse-input.ts';
import { foundRecord } from '../http/request-record.ts';
import { takesDocument } from '../http/server-timeouts.ts';
import type { Journeys } from './journeys.ts';
import type { OpenCustomerJourney } from './open-journey.ts';
import type { ReadPreviews } from './previews.ts';
import { type Ctx, createJourneyRequests, journeyMoved, noDrafts } from './requests.ts';
import type { StepAnswers, StepDeps } from './step.ts';
import { answerStep, steps } from './steps.ts';
import type { Transitions } from './transitions.ts';
import { canRevisit } from './view.ts';

interface JourneyRoutesDeps {
  journeys: Journeys;
  transitions: Transitions;
  stepDeps: StepDeps;
  open: OpenCustomerJourney;
  readPreviews: ReadPreviews;
  /** Customer sign-in and role, before any of these routes. */
  guard: Middleware[];
  clientAddress: ClientAddress;
}

/** Creates the routes under /journeys. Errors become Problems in http/problems.ts. */
export function journeyRouter(deps: JourneyRoutesDeps): Router {
  const { journeys, transitions, stepDeps, open, guard } = deps;
  const router = new Router(exactPaths);
  router.use(...guard);
  const { own, unchanged, apply, show } = createJourneyRequests(deps);

  router.post('/journeys', async (ctx: Ctx) => {
    const { journey, isNew } = await open(ctx.state.session, parseInput(openJourney, await readJson(ctx)));
    foundRecord(ctx, { id: journey.id });
    if (isNew) ctx.state.drafts = noDrafts;
    await show(ctx, journey, { status: isNew ? 201 : 200 });
  });

  router.get('/journeys/:id', async (ctx: Ctx) => show(ctx, await own(ctx)));

  router.get('/journeys/:id/previews/:offerings', async (ctx: Ctx) => {
    const ids = new Set(parseInput(previewedOfferings, (ctx.params.offerings ?? '').split(',')));
    const { search } = await own(ctx);
    const found = (search?.offered ?? [])
      .flatMap(({ tests }) => tests)
      .filter((test) => ids.has(test.offering_id));
    const body: OfferingPreviews = { previews: await deps.readPreviews(found) };
    ctx.set('Cache-Control', 'no-store');
    ctx.body = body;
  });

  router.post('/journeys/:id/answers/:step', async (ctx: Ctx) => {
    const step = stepIn(ctx);
    const answer = await readAnswer(ctx, step, deps.clientAddress);
    const journey = await unchanged(ctx);
    if (journey.step !== step || journey.state !== 'open') throw journeyMoved();
    const transition = await answerStep(step, { ...journey, notice: null }, answer, stepDeps);
    await show(ctx, await apply(transition, journey), { read: transition.read });
  });

  router.post('/journeys/:id/revisit', async (ctx: Ctx) => {
    const { step } = parseInput(revisit, await readJson(ctx));
    const journey = await unchanged(ctx);
    if (!canRevisit(journey, step, stepDeps.now())) {
      throw new Problem('step_closed');
    }
    await show(ctx, await apply({ journey: { ...journey, notice: null }, at: step }, journey));
  });

  router.post('/journeys/:id/retry', async (ctx: Ctx) => {
    const journey = await own(ctx);
    if (journey.pending) return show(ctx, await transitions.retryWrites(journey));
    const write = steps[journey.step].write?.(journey);
    if (!write || journey.notice?.code !== 'support_needed') return show(ctx, journey);
    await show(ctx, await apply({ journey: { ...journey, notice: null }, write, at: journey.step }, journey));
  });

  router.put('/journeys/:id/document', takesDocument, async (ctx: Ctx) => {
    const journey = await own(ctx);
    if (journey.step !== 'document' || journey.evidence?.status === 'checking') throw journeyMoved();
    const { id, content_length } = await takePdf(
      ctx,
      stepDeps.evidence,
      { ownerId: journey.id, customerId: journey.customerId },
      async (uploaded) => {
        await apply({ journey: { ...journey, uploaded }, at: 'document' }, journey);
        if (journey.uploaded) await stepDeps.evidence.documents.discard(journey.uploaded.id);
        return uploaded;
      },
    );
    const body: UploadedDocument = { document_id: id, bytes: content_length };
    ctx.status = 201;
    ctx.body = body;
  });

  router.put('/journeys/:id/drafts/:step', async (ctx: Ctx) => {
    const step = stepIn(ctx);
    const kept = parseInput(draft, await readJson(ctx));
    const journey = await own(ctx);
    if (journey.state !== 'open') throw journeyMoved();
    await journeys.keepDraft(journey, step, kept);
    ctx.status = 204;
  });

  return router;
}

/** @throws Problem 404 `step_not_found` */
function stepIn({ params: { step = '' } }: Ctx): AnswerableStep {
  if (!Object.hasOwn(answers, step)) throw new Problem('step_not_found');
  return step as AnswerableStep;
}

/** The answer to a step; the consent's with the request that signs it. @throws Problem 422 */
async function readAnswer(
  ctx: Ctx,
  step: AnswerableStep,
  clientAddress: ClientAddress,
): Promise<StepAnswers[AnswerableStep]> {
  const body = await readJson(ctx);
  if (step !== 'consent') return parseInput<UnsignedAnswer>(answers[step], body);
  const signedFrom = { ip: clientAddress(ctx.req), userAgent: ctx.get('User-Agent') || 'unknown' };
  return { ...parseInput(answers.consent, body), signedFrom };
}

type UnsignedAnswer = StepAnswers[Exclude<AnswerableStep, 'consent'>];
