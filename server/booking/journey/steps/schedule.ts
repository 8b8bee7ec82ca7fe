/** Sends the scheduling request with the chosen strings unchanged; it is a request, not a booking (Flow 7; SCH-02..SCH-12). */

import { nullIf, Problem, UpstreamError } from '../../../core/errors.ts';
import { actionFor } from '../../../upstream/actions.ts';
import { scheduled } from '../../../upstream/appointments/responses.ts';
import { appointmentStatusOf, specifiedStatus } from '../../../upstream/appointments/status-words.ts';
import { notOffered, readAvailability } from '../../appointments/availability.ts';
import type { Journey } from '../journey-state.ts';
import { askSupport } from '../refusals.ts';
import type { OnCompleted, RefusedWrite, Step, StepDeps, Transition } from '../step.ts';
import { chooseAgain, scheduleOf } from './times.ts';

/** The journey that ends now, also if it had ended before a decline. */
const finished = (journey: Journey, schedule: NonNullable<Journey['schedule']>): Journey => ({
  ...journey,
  ...{ schedule, state: 'finished', finishedAt: null },
});

const requested: OnCompleted = {
  answered(journey, data, { assumptions }) {
    const read = scheduled.needed.parse(data);
    const status = read.status === null ? null : specifiedStatus(read.status, assumptions);
    return { journey: finished(journey, { ...read, status }) };
  },
  async refused(journey, refusal, deps) {
    const { times } = journey;
    const isTaken = actionFor(refusal) === 'choose_times';
    // After a decline, somebody else may have agreed on a time with the location.
    const requestedBefore = refusal.mayBeDone
      ? await readRequested(journey, refusal, deps)
      : !isTaken && (await readRequested(journey, refusal, deps).catch(nullIf(UpstreamError)));
    if (requestedBefore) return requestedBefore;
    if (!times || !isTaken) return askSupport(journey, refusal);
    // The refusal does not say which time was taken.
    const dates = await readAvailability(scheduleOf(journey, deps));
    const lost = dates === null ? [] : notOffered(times, dates);
    return chooseAgain(journey, times, lost, refusal.requestId);
  },
};

/**
 * Finds the request that an earlier attempt may have made, although its response was lost. Under a key that is bound to
 * another payload the service has other times: this journey asked for them before the database was restored. Nor are
 * they this journey's if no attempt of its own may have taken effect. No read shows requested times, so the customer
 * sees those once the clinic has confirmed one.
 * @returns null if the appointment was not requested, or nobody can tell the times
 */
async function readRequested(
  journey: Journey,
  refusal: RefusedWrite,
  { reads }: StepDeps,
): Promise<Transition | null> {
  const read = journey.order && (await reads.appointment(journey.order.appointment_id));
  if (!read) return null;
  const confirmed = read.scheduled_for === null ? null : { primary: read.scheduled_for, alternates: [] };
  const isWaiting = ['requested', 'confirmed'].includes(appointmentStatusOf(read.status));
  const isOwn = refusal.mayBeDone && refusal.code !== 'IDEMPOTENCY_CONFLICT';
  const times = !isOwn ? confirmed : isWaiting ? journey.times : null;
  if (!times) return null;
  const schedule = scheduled.needed.parse({
    ...read,
    selected_appointment_date: times.primary,
    alternate_availabilities: times.alternates,
    requested_timezone: read.location?.timezone ?? null,
  });
  return { journey: { ...finished(journey, schedule), times } };
}

/** The step `schedule`: the server sends the request for the chosen times, and the customer waits. */
export const schedule: Step = {
  name: 'schedule',
  // A journey that is open again asks for other times.
  done: ({ schedule, state }) => schedule !== null && state !== 'open',
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
