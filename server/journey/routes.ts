/** The journey's routes, as server/contract/journey-api/ lists them; each reads as a sentence. */
import Router, { type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import type { ZodType } from 'zod';
import {
  type AnswerableStep,
  type Answers,
  answers,
  draft,
  openJourney,
  revisit,
} from '../contract/journey-api/answers.ts';
import type { Session } from '../contract/token-api.ts';
import { Problem } from '../errors.ts';
import { readJson } from '../http/body.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { exactPaths } from '../http/exact-paths.ts';
import { takesDocument } from '../http/server-timeouts.ts';
import { Conflict } from '../store/conflict.ts';
import { answerUploaded, keepDocument } from './document-route.ts';
import type { Journey } from './journey.ts';
import type { Drafts, Journeys } from './journeys.ts';
import type { createOpenJourney } from './open-journey.ts';
import type { CustomerRequest, Needs, Transition } from './step.ts';
import { answered, steps } from './steps.ts';
import type { Transitions } from './transitions.ts';
import { canRevisit, viewOf } from './view.ts';

export interface JourneyRoom {
  journeys: Journeys;
  turns: Transitions;
  needs: Needs;
  open: ReturnType<typeof createOpenJourney>;
  /** Customer sign-in and role, before any of these routes. */
  guard: Middleware[];
  clientAddress: ClientAddress;
}

type Ctx = RouterContext<{
  session: Session;
  /** By step, as they were read with the journey. */
  drafts?: Drafts;
}>;

/** Bad input is refused field by field, saying what to mend. */
function parseInput<T>(schema: ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const fields = result.error.issues
    .slice(0, 50)
    .map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw new Problem('invalid_fields', { fields });
}

const noDrafts: Drafts = new Map();

const moved = () => new Problem('journey_moved');

const isAnswerable = (step: string): step is AnswerableStep => Object.hasOwn(answers, step);

export function journeyRouter(room: JourneyRoom): Router {
  const { journeys, turns, needs, open, guard, clientAddress } = room;
  const router = new Router(exactPaths);
  router.use(...guard);

  const sessionOf = (ctx: Ctx) => ctx.state.session;

  /** Somebody else's journey is as unknown as none (AUTH-14). */
  async function own(ctx: Ctx): Promise<Journey> {
    const found = await journeys.loadWithDrafts(ctx.params.id ?? '');
    const journey = found?.journey;
    if (journey?.customerId !== sessionOf(ctx).subject || journey.state === 'left') {
      throw new Problem('journey_not_found');
    }
    ctx.state.drafts = found?.drafts ?? noDrafts;
    return journey;
  }

  /** The journey as the page last saw it, or a refusal that makes the page read it again (IDEM-12). */
  async function unmoved(ctx: Ctx): Promise<Journey> {
    const journey = await own(ctx);
    const match = /^"(\d+)"$/.exec(ctx.get('If-Match'))?.[1];
    if (!match) throw new Problem('revision_required');
    if (Number(match) !== journey.revision || journey.pending) throw moved();
    return journey;
  }

  async function show(ctx: Ctx, journey: Journey, status = 200): Promise<void> {
    ctx.status = status;
    ctx.set('Cache-Control', 'no-store');
    const { drafts } = ctx.state;
    // A notice may have dropped a draft since it was read.
    const isRead = drafts && journey.notice === null;
    const draft = isRead
      ? (drafts.get(journey.step) ?? null)
      : await journeys.draft(journey.id, journey.step);
    ctx.body = await viewOf(journey, needs, { draft, parked: await turns.isParked(journey) });
  }

  const take = (turn: Transition, journey: Journey) =>
    turns.take(turn, journey).catch((error: unknown) => {
      throw error instanceof Conflict ? moved() : error;
    });

  const customerRequest = (ctx: Ctx): CustomerRequest => ({
    ip: clientAddress(ctx.req),
    userAgent: ctx.get('User-Agent') || 'unknown',
  });

  router.post('/journeys', async (ctx: Ctx) => {
    const { journey, isNew } = await open(sessionOf(ctx), parseInput(openJourney, await readJson(ctx)));
    if (isNew) ctx.state.drafts = noDrafts;
    await show(ctx, journey, isNew ? 201 : 200);
  });

  router.get('/journeys/:id', async (ctx: Ctx) => show(ctx, await own(ctx)));

  router.post('/journeys/:id/answers/:step', async (ctx: Ctx) => {
    const step = ctx.params.step ?? '';
    if (!isAnswerable(step)) throw new Problem('step_not_found');
    const answer = parseInput(answers[step] as ZodType<Answers[typeof step]>, await readJson(ctx));
    const journey = await unmoved(ctx);
    if (journey.step !== step || journey.state !== 'open') throw moved();
    const from = customerRequest(ctx);
    const turn = await answerWith(step, { ...journey, notice: null }, answer, needs, from);
    await show(ctx, await take(turn, journey));
  });

  router.post('/journeys/:id/revisit', async (ctx: Ctx) => {
    const { step } = parseInput(revisit, await readJson(ctx));
    const journey = await unmoved(ctx);
    if (!canRevisit(journey, step, needs.now())) {
      throw new Problem('step_closed');
    }
    await show(ctx, await take({ journey: { ...journey, notice: null }, at: step }, journey));
  });

  router.post('/journeys/:id/retry', async (ctx: Ctx) => {
    const journey = await own(ctx);
    if (journey.pending) return show(ctx, await turns.retryWrites(journey));
    const write = steps[journey.step].write?.(journey);
    if (!write || journey.notice?.code !== 'support_needed') return show(ctx, journey);
    await show(ctx, await take({ journey: { ...journey, notice: null }, write, at: journey.step }, journey));
  });

  router.put('/journeys/:id/document', takesDocument, async (ctx: Ctx) => {
    const journey = await own(ctx);
    if (journey.step !== 'document' || journey.evidence?.status === 'checking') throw moved();
    const commit = (kept: Journey) => take({ journey: kept, at: 'document' }, journey);
    answerUploaded(ctx, await keepDocument(ctx, journey, needs.evidence, commit));
  });

  router.put('/journeys/:id/drafts/:step', async (ctx: Ctx) => {
    const step = ctx.params.step ?? '';
    if (!isAnswerable(step)) throw new Problem('step_not_found');
    const kept = parseInput(draft, await readJson(ctx));
    const journey = await own(ctx);
    if (journey.state !== 'open') throw moved();
    await journeys.keepDraft(journey.id, step, kept);
    ctx.status = 204;
  });

  return router;
}

/** The step's own answer, under the type that its name gives it. */
function answerWith<S extends AnswerableStep>(
  step: S,
  journey: Journey,
  answer: Answers[S],
  needs: Needs,
  from: CustomerRequest,
): Promise<Transition> {
  const found = answered[step] as unknown as {
    answer(journey: Journey, answer: Answers[S], needs: Needs, from: CustomerRequest): Promise<Transition>;
  };
  return found.answer(journey, answer, needs, from);
}
