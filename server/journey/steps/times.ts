/** Pick one primary and one to three alternate times from live availability (DISC-35..DISC-46; SCH-05). */
import { Problem, UpstreamError } from '../../errors.ts';
import { type AvailableDate, goneFrom, readAvailability } from '../availability.ts';
import { type Journey, notice } from '../journey.ts';
import type { AnsweredStep, Needs } from '../step.ts';

/** A calendar that does not answer is shown as such; a missing offering is a defect of the service (DISC-44). */
async function datesOrNull(journey: Journey, needs: Needs): Promise<AvailableDate[] | null> {
  try {
    return await readAvailability(journey, needs);
  } catch (error) {
    if (error instanceof UpstreamError && error.status !== 404) return null;
    throw error;
  }
}

export const times: AnsweredStep<'times'> = {
  name: 'times',
  done: (journey) => journey.times !== null,
  async shows(journey, needs) {
    if (!journey.chosen) throw new Problem('step_out_of_order', { title: 'Choose a place first.' });
    const dates = await datesOrNull(journey, needs);
    return { step: 'times', place: journey.chosen.place, dates, chosen: journey.times };
  },
  async answer(journey, answer, needs) {
    const all = [answer.primary, ...answer.alternates];
    if (new Set(all).size !== all.length) {
      throw new Problem('invalid_fields', {
        title: 'Choose different times.',
        fields: [{ path: 'alternates', message: 'Each time can be chosen once.' }],
      });
    }
    const gone = goneFrom(await readAvailability(journey, needs), answer);
    if (gone.length > 0)
      return { journey: { ...journey, times: null, notice: notice('slot_gone') }, at: 'times' };
    return { journey: { ...journey, times: answer } };
  },
};
