/** The steps in the order the customer meets them, and where the journey goes next (Flow 1-9; ENV-11). */
import type { AnswerableStep } from '../contract/journey-api/answers.ts';
import type { StepName } from '../contract/journey-api/steps.ts';
import type { WriteKind } from '../upstream/write-kinds.ts';
import type { AnsweredStep, Settling, Step, Transition } from './step.ts';
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

export const answered: { [S in AnswerableStep]: AnsweredStep<S> } = {
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

export const steps: Record<StepName, Step> = { ...answered, order, schedule, sent, blocked };

const sequence: Step[] = [
  place,
  product,
  times,
  identity,
  document,
  consent,
  prescreen,
  review,
  order,
  questionnaire,
  schedule,
  sent,
];

/** What to do when a write of this kind settles. */
export const settling = (kind: WriteKind): Settling | undefined => {
  for (const step of Object.values(steps)) {
    const found = step.settles?.[kind];
    if (found) return found;
  }
  return undefined;
};

/** Unless the turn says where the customer stays, on to the first step that is not done, with the write it waits for. */
export function advance(turn: Transition, nowMs: number): Transition {
  if (turn.at !== undefined) return { ...turn, journey: { ...turn.journey, step: turn.at } };
  const next = sequence.find((step) => !step.done(turn.journey, nowMs)) ?? sent;
  const journey = { ...turn.journey, step: next.name };
  const write = turn.write ?? next.write?.(journey);
  return { journey, ...(write ? { write } : {}) };
}
