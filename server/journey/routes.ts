/** The journey's routes, as server/contract/journey-api/ lists them. */
import Router from '@koa/router';
import type { Middleware } from 'koa';
import { z } from 'zod';
import type { FirstView } from '../contract/first-view-api.ts';
import {
  type AnswerableStep,
  answerableSteps,
  answers,
  type Draft,
  draft,
  keptDraft,
  openJourney,
  previewedOfferings,
  previewsRequest,
  revisit,
} from '../contract/journey-api/answers.ts';
import type { JourneyView, OfferingPreviews, UploadedDocument } from '../contract/journey-api/views.ts';
import { Problem } from '../errors.ts';
import { takePdf } from '../evidence/take-pdf.ts';
import { parseJson, readJson } from '../http/body.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { exactPaths } from '../http/exact-paths.ts';
import { parseInput } from '../http/parse-input.ts';
import { foundRecord } from '../http/request-record.ts';
import { takesDocument } from '../http/server-timeouts.ts';
import type { ExchangedState } from '../tokens/exchange-in-form.ts';
import type { Journeys } from './journeys.ts';
import type { OpenCustomerJourney } from './open-journey.ts';
import type { ReadPreviews } from './previews.ts';
import {
  type Ctx,
  createJourneyRequests,
  type JourneyRequests,
  journeyMoved,
  noDrafts,
  seenRevision,
} from './requests.ts';
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
  /** Exchange of the user token in the form of a request, and role, before the first view. */
  exchanged: Middleware<ExchangedState>[];
  clientAddress: ClientAddress;
}

/** Creates POST /first-view and the routes under /journeys. Errors become Problems in http/problems.ts. */
export function journeyRouter(deps: JourneyRoutesDeps): Router {
  const { transitions, stepDeps, open } = deps;
  const router = new Router(exactPaths);
  const requests = createJourneyRequests(deps);
  const { own, unchanged, apply, show } = requests;

  // Before the sign-in of the routes below it: this one has an exchange in its place.
  router.post('/first-view', ...deps.exchanged, async (ctx: Ctx & { state: ExchangedState }) => {
    const { response, asked = '{}' } = ctx.state.exchanged;
    const { journey, isNew } = await open(ctx.state.session, parseInput(openJourney, parseJson(asked)));
    foundRecord(ctx, { id: journey.id });
    if (isNew) ctx.state.drafts = noDrafts;
    await show(ctx, journey);
    ctx.body = { ...response, journey: ctx.body as JourneyView } satisfies FirstView;
  });

  router.use(...deps.guard);

  router.post('/journeys', async (ctx: Ctx) => {
    const { journey, isNew } = await open(ctx.state.session, parseInput(openJourney, await readJson(ctx)));
    foundRecord(ctx, { id: journey.id });
    if (isNew) ctx.state.drafts = noDrafts;
    await show(ctx, journey, { status: isNew ? 201 : 200 });
  });

  router.get('/journeys/:id', async (ctx: Ctx) => show(ctx, await own(ctx)));
  routeAnswers(router, deps, requests);
  routePreviews(router, deps, requests);

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

  return router;
}

/** The step in the body of an answer; `answer` is parsed by the schema of that step. */
const answeredStep = z.strictObject({ step: z.enum(answerableSteps), answer: z.unknown() });

/** Answers and drafts: at one address, and at the addresses by step that pages of the version before use. */
function routeAnswers(
  router: Router,
  { journeys, stepDeps, clientAddress }: JourneyRoutesDeps,
  { own, unchanged, apply, show }: JourneyRequests,
): void {
  async function answer(ctx: Ctx, step: AnswerableStep, body: unknown): Promise<void> {
    const parsed = parseAnswer(ctx, step, body, clientAddress);
    const journey = await unchanged(ctx);
    if (journey.step !== step || journey.state !== 'open') throw journeyMoved();
    const transition = await answerStep(step, { ...journey, notice: null }, parsed, stepDeps);
    await show(ctx, await apply(transition, journey), { read: transition.read });
  }

  async function keepDraft(ctx: Ctx, step: AnswerableStep, kept: Draft): Promise<void> {
    const journey = await own(ctx);
    const seen = seenRevision(ctx);
    const isKept =
      journey.state === 'open' && (await journeys.keepDraft(journey, step, kept, seen ?? journey.revision));
    if (isKept) ctx.status = 204;
    // A draft that is overtaken by its own answer is no error, and browsers write each 409 to the console.
    else if (seen !== null) ctx.body = { kept: false };
    else throw journeyMoved();
  }

  router.post('/journeys/:id', async (ctx: Ctx) => {
    const { step, answer: body } = parseInput(answeredStep, await readJson(ctx));
    await answer(ctx, step, body);
  });
  router.put('/journeys/:id', async (ctx: Ctx) => {
    const kept = parseInput(keptDraft, await readJson(ctx));
    await keepDraft(ctx, kept.step, kept.draft);
  });
  router.post('/journeys/:id/answers/:step', async (ctx: Ctx) =>
    answer(ctx, stepIn(ctx), await readJson(ctx)),
  );
  router.put('/journeys/:id/drafts/:step', async (ctx: Ctx) =>
    keepDraft(ctx, stepIn(ctx), parseInput(draft, await readJson(ctx))),
  );
}

/** Previews: with the offerings in the body, and in the path for pages of the version before. */
function routePreviews(router: Router, deps: JourneyRoutesDeps, { own }: JourneyRequests): void {
  async function preview(ctx: Ctx, offerings: readonly string[]): Promise<void> {
    const ids = new Set(offerings);
    const { search } = await own(ctx);
    const found = (search?.offered ?? [])
      .flatMap(({ tests }) => tests)
      .filter((test) => ids.has(test.offering_id));
    const body: OfferingPreviews = { previews: await deps.readPreviews(found) };
    ctx.set('Cache-Control', 'no-store');
    ctx.body = body;
  }

  router.post('/journeys/:id/previews', async (ctx: Ctx) =>
    preview(ctx, parseInput(previewsRequest, await readJson(ctx)).offerings),
  );
  router.get('/journeys/:id/previews/:offerings', async (ctx: Ctx) =>
    preview(ctx, parseInput(previewedOfferings, (ctx.params.offerings ?? '').split(','))),
  );
}

/** @throws Problem 404 `step_not_found` */
function stepIn({ params: { step = '' } }: Ctx): AnswerableStep {
  if (!Object.hasOwn(answers, step)) throw new Problem('step_not_found');
  return step as AnswerableStep;
}

/** The answer to a step; the consent's with the request that signs it. @throws Problem 422 */
function parseAnswer(
  ctx: Ctx,
  step: AnswerableStep,
  body: unknown,
  clientAddress: ClientAddress,
): StepAnswers[AnswerableStep] {
  if (step !== 'consent') return parseInput<UnsignedAnswer>(answers[step], body);
  const signedFrom = { ip: clientAddress(ctx.req), userAgent: ctx.get('User-Agent') || 'unknown' };
  return { ...parseInput(answers.consent, body), signedFrom };
}

type UnsignedAnswer = StepAnswers[Exclude<AnswerableStep, 'consent'>];
