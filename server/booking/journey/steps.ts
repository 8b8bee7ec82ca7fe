/** The steps in the order the customer meets them, and which one comes next (Flow 1-9; ENV-11). */
import type { AnswerableStep } from '../../contract/journey-api/answers.ts';
import { type StepName, stepNames } from '../../contract/journey-api/steps.ts';
import type { WriteKind } from '../../upstream/write-kinds.ts';
import type { Journey } from './journey-state.ts';
import type { AnsweredStep, OnCompleted, Step, StepAnswers, StepDeps, Transition } from './step.ts';
import { blocked } from './steps/blocked.ts';
import { consent } from './steps/consent.ts';
import { document } from './steps/document.ts';
import { identity } from './steps/identity.ts';
import { order } from './steps/order.ts';
import { place } from './steps/place.ts';
import { prescreen } from './steps/prescreen.ts';
import { product } from './steps/product.ts';
import { questionnaire } from './steps/questionnaire.ts';
import { review } from './steps/review.ts';
import { schedule } from './steps/schedule.ts';
import { sent } from './steps/sent.ts';
import { times } from './steps/times.ts';

type AnsweredSteps = { [S in AnswerableStep]: AnsweredStep<S> };

const answered: AnsweredSteps = {
  place,
  product,
  times,
  identity,
  document,
  consent,
  prescreen,
  review,
  questionnaire,
};

/** Every step by its name. */
export const steps: Record<StepName, Step> = { ...answered, order, schedule, sent, blocked };

const sequence: Step[] = stepNames.map((name) => steps[name]);

/** Lets a step take its answer. @throws Problem, UpstreamError: as the step's `answer` */
export function answerStep<S extends AnswerableStep>(
  name: S,
  journey: Journey,
  answer: StepAnswers[S],
  deps: StepDeps,
): Promise<Transition> {
  const step: AnsweredStep<S> = answered[name];
  return step.answer(journey, answer, deps);
}

/** Finds the reaction to a completed write of this kind; undefined if no step makes such writes. */
export const onCompletedOf = (kind: WriteKind): OnCompleted | undefined =>
  Object.values(steps).find((step) => step.onCompleted?.[kind])?.onCompleted?.[kind];

/**
 * Moves to the step that the transition names, or else to the first step that is not done, and adds the write of that
 * step.
 * @param nowMs milliseconds since the epoch
 * @throws Problem 409 `step_out_of_order` if the journey lacks what that write needs
 */
export function advance(transition: Transition, nowMs: number): Transition {
  if (transition.at !== undefined)
    return { ...transition, journey: { ...transition.journey, step: transition.at } };
  const next = sequence.find((step) => !step.done(transition.journey, nowMs)) ?? sent;
  const journey = { ...transition.journey, step: next.name };
  const write = transition.write ?? next.write?.(journey);
  return { journey, ...(write ? { write } : {}) };
}
