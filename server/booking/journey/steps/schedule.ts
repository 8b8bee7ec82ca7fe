/** Sends the scheduling request with the chosen strings unchanged; it is a request, not a booking (Flow 7; SCH-02..SCH-12). */

import { Problem } from '../../../core/errors.ts';
import { actionFor } from '../../../upstream/actions.ts';
import { scheduled } from '../../../upstream/appointments/responses.ts';
import { notOffered, readAvailability } from '../../appointments/availability.ts';
import type { Journey } from '../journey-state.ts';
import { askSupport } from '../refusals.ts';
import type { OnCompleted, RefusedWrite, Step, StepDeps, Transition } from '../step.ts';
import { chooseAgain, scheduleOf } from './times.ts';

const requested: OnCompleted = {
  answered: (journey, data) => ({
    journey: { ...journey, schedule: scheduled.needed.parse(data), state: 'finished' },
  }),
  async refused(journey, refusal, deps) {
    if (refusal.code === 'IDEMPOTENCY_CONFLICT') return alreadyRequested(journey, refusal, deps);
    const { times } = journey;
    if (!times || actionFor(refusal) !== 'choose_times') return askSupport(journey, refusal);
    // The refusal does not say which time was taken.
    const dates = await readAvailability(scheduleOf(journey, deps));
    const lost = dates === null ? [] : notOffered(times, dates);
    return chooseAgain(journey, times, lost, refusal.requestId);
  },
};

/**
 * The service has a request for other times, which this journey made before the database was restored. No read shows
 * requested times, so the customer sees them once the clinic has confirmed one.
 */
async function alreadyRequested(
  journey: Journey,
  refusal: RefusedWrite,
  { reads }: StepDeps,
): Promise<Transition> {
  const read = journey.order && (await reads.appointment(journey.order.appointment_id));
  if (!read?.scheduled_for) return askSupport(journey, refusal);
  const schedule = scheduled.needed.parse({
    ...read,
    selected_appointment_date: read.scheduled_for,
    alternate_availabilities: [],
    requested_at: read.requested_at ?? read.scheduled_for,
    requested_timezone: read.location?.timezone ?? null,
  });
  const times = { primary: read.scheduled_for, alternates: [] };
  return { journey: { ...journey, schedule, times, state: 'finished' } };
}

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
