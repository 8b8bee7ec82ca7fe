/** The customer picks one primary and one to three alternate times from live availability (DISC-35..DISC-46; SCH-05). */
import {
  type AvailableDate,
  checkTimes,
  type ReadSchedule,
  readAvailability,
} from '../../appointments/availability.ts';
import { Problem } from '../../errors.ts';
import { type Journey, notice } from '../journey-state.ts';
import type { AnsweredStep, StepDeps } from '../step.ts';

const placeNeeded = () => new Problem('step_out_of_order', { title: 'Choose a place first.' });

/**
 * Creates the read of the chosen offering's schedule.
 * @throws Problem 409 if none is chosen
 */
export function scheduleOf({ chosen }: Journey, { reads }: StepDeps): ReadSchedule {
  if (!chosen) throw placeNeeded();
  return () => reads.schedule(chosen.catalog_id, chosen.offering_id);
}

/** The step `times`: the customer chooses times. */
export const times: AnsweredStep<'times', AvailableDate[] | null> = {
  name: 'times',
  done: (journey) => journey.times !== null,
  read: async (journey, deps) => readAvailability(scheduleOf(journey, deps)),
  present({ chosen, times }, dates) {
    if (!chosen) throw placeNeeded();
    return { step: 'times', place: chosen.place, dates, chosen: times };
  },
  async answer(journey, answer, deps) {
    if (await checkTimes(answer, scheduleOf(journey, deps)))
      return { journey: { ...journey, times: answer } };
    return { journey: { ...journey, times: null, notice: notice('slot_gone') }, at: 'times' };
  },
};
