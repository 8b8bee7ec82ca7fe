/** Sends the scheduling request with the chosen strings unchanged; it is a request, not a booking (Flow 7; SCH-02..SCH-12). */
import { notOffered, readAvailability } from '../../appointments/availability.ts';
import { scheduleResponse } from '../../contract/upstream-api/schedule.ts';
import { Problem } from '../../errors.ts';
import { actionFor } from '../../upstream/actions.ts';
import { askSupport } from '../refusals.ts';
import type { OnCompleted, Step } from '../step.ts';
import { chooseAgain, scheduleOf } from './times.ts';

const requested: OnCompleted = {
  answered: (journey, data) => ({
    journey: { ...journey, schedule: scheduleResponse.parse(data), state: 'finished' },
  }),
  async refused(journey, refusal, deps) {
    const { times } = journey;
    if (!times || actionFor(refusal) !== 'choose_times') return askSupport(journey, refusal);
    // The refusal does not say which time was taken.
    const dates = await readAvailability(scheduleOf(journey, deps));
    const lost = dates === null ? [] : notOffered(times, dates);
    return chooseAgain(journey, times, lost, refusal.requestId);
  },
};

/** The step `schedule`: the server sends the request for the chosen times, and the customer waits. */
export const schedule: Step = {
  name: 'schedule',
  done: (journey) => journey.schedule !== null,
  present: () => ({ step: 'schedule' }),
  write(journey) {
    if (!journey.times || !journey.order)
      throw new Problem('step_out_of_order', { title: 'There is nothing to request yet.' });
    return {
      kind: 'appointment.schedule',
      params: { appointmentId: journey.order.appointment_id },
      body: {
        selected_appointment_date: journey.times.primary,
        alternate_availabilities: journey.times.alternates,
      },
    };
  },
  onCompleted: { 'appointment.schedule': requested },
};
