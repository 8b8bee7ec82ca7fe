/** Send the scheduling request with the chosen strings as they came; a request, never a booking (Flow 7; SCH-02..SCH-12). */
import { scheduleResponse } from '../../contract/upstream-api/schedule.ts';
import { Problem } from '../../errors.ts';
import { notice } from '../journey.ts';
import { askSupport } from '../refused.ts';
import type { Settling, Step } from '../step.ts';

const requested: Settling = {
  answered: (journey, data) => ({
    journey: { ...journey, schedule: scheduleResponse.parse(data), state: 'finished' },
  }),
  refused(journey, refusal) {
    if (refusal.action !== 'choose_times') return askSupport(journey, refusal);
    return {
      journey: { ...journey, times: null, notice: notice('slot_gone', [], refusal.requestId) },
      at: 'times',
    };
  },
};

export const schedule: Step = {
  name: 'schedule',
  done: (journey) => journey.schedule !== null,
  shows: async () => ({ step: 'schedule' }),
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
  settles: { 'appointment.schedule': requested },
};
