/** The customer picks one primary and one to three alternate times from live availability (DISC-35..DISC-46; SCH-05). */
import {
  type AvailableDate,
  findTakenTimes,
  type ReadSchedule,
  readAvailability,
} from '../../appointments/availability.ts';
import { Problem } from '../../errors.ts';
import { type Journey, notice, type Times } from '../journey-state.ts';
import { placeTimezone } from '../place-timezone.ts';
import type { AnsweredStep, StepDeps, Transition } from '../step.ts';

const placeNeeded = () => new Problem('step_out_of_order', { title: 'Choose a clinic first.' });

/**
 * Creates the read of the chosen offering's schedule.
 * @throws Problem 409 if none is chosen
 */
export function scheduleOf({ chosen }: Journey, { reads }: StepDeps): ReadSchedule {
  if (!chosen) throw placeNeeded();
  return () => reads.schedule(chosen.catalog_id, chosen.offering_id);
}

/**
 * Returns the customer to fresh times after a chosen one was taken. The others stay chosen.
 * @param chosen what the customer chose
 * @param lost the times that were taken; empty if it is not known which
 * @param requestId the upstream's request id, for support. @default null
 */
export function chooseAgain(
  journey: Journey,
  { primary, alternates }: Times,
  lost: string[],
  requestId: string | null = null,
): Transition {
  const kept = [primary, ...alternates].filter((time) => !lost.includes(time));
  return {
    journey: { ...journey, times: null, taken: { lost, kept }, notice: notice('slot_gone', [], requestId) },
    at: 'times',
  };
}

/** The step `times`: the customer chooses times. */
export const times: AnsweredStep<'times', AvailableDate[] | null> = {
  name: 'times',
  done: (journey) => journey.times !== null,
  read: async (journey, deps) => readAvailability(scheduleOf(journey, deps)),
  present({ chosen, times, taken, order, questionnaire }, dates) {
    if (!chosen) throw placeNeeded();
    return {
      step: 'times',
      place: chosen.place,
      dates,
      timezone: placeTimezone(chosen.place, dates?.[0]?.times[0] ?? null),
      chosen: times,
      taken: times === null ? taken : null,
      sends_request: order !== null && questionnaire !== null,
    };
  },
  async answer(journey, answer, deps) {
    const lost = await findTakenTimes(answer, scheduleOf(journey, deps));
    if (lost.length > 0) return chooseAgain(journey, answer, lost);
    return { journey: { ...journey, times: answer, taken: null } };
  },
};
