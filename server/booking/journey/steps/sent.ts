/** The end of the booking: the location has the request, and the appointment's status is read (SCH-09, APT-09). */

import type { CustomerWords } from '../../../config/customer-words.ts';
import type { AppointmentView, AskedTimes } from '../../../contract/appointments-api.ts';
import { Problem } from '../../../core/errors.ts';
import { appointmentStatusOf } from '../../../upstream/appointments/status-words.ts';
import { type Journey, referenceOf } from '../journey-state.ts';
import type { Step, StepDeps, Transition } from '../step.ts';

interface SentRead {
  /** Null if the database does not have it: the response to the request has the status. */
  appointment: AppointmentView | null;
  words: CustomerWords;
}

async function readSent(journey: Journey, { words, readAppointment }: StepDeps): Promise<SentRead> {
  if (!journey.order) throw nothingSent();
  const appointment = await readAppointment(journey.customerId, journey.order.appointment_id).catch(
    (error) => {
      const isMissing = error instanceof Problem && error.code === 'appointment_not_found';
      if (journey.schedule && isMissing) return null;
      throw error;
    },
  );
  return { appointment, words };
}

const nothingSent = () => new Problem('step_out_of_order', { title: 'Nothing was sent yet.' });

/** The status as it was read last. Before a read, the location has the request (SCH-09). */
function statusOf(
  appointment: AppointmentView | null,
  schedule: NonNullable<Journey['schedule']>,
): AppointmentView['status'] {
  if (appointment && appointment.status !== 'unread') return appointment.status;
  return schedule.status === null ? 'requested' : appointmentStatusOf(schedule.status);
}

/** Whether the location has declined the requested times: the booking is paid, and has no appointment (GAP-64). */
const isDeclined = ({ state, schedule }: Journey, { appointment }: SentRead): boolean =>
  state === 'finished' && schedule !== null && statusOf(appointment, schedule) === 'unscheduled';

/**
 * Opens the times again after the location has declined those that were requested. Until other times are requested, the
 * customer can go back.
 * @returns null if it has not
 */
export async function chooseAfterDecline(journey: Journey, deps: StepDeps): Promise<Transition | null> {
  if (journey.step !== 'sent' || !isDeclined(journey, await readSent(journey, deps))) return null;
  const { primary, alternates } = requestedOf(journey);
  const taken = { lost: [primary, ...alternates], kept: [] };
  return { journey: { ...journey, state: 'open', times: null, taken }, at: 'times' };
}

/** Whether the customer chooses other times after a decline, and can go back. */
export const choosesAfterDecline = ({ state, step, schedule }: Journey): boolean =>
  state === 'open' && step === 'times' && schedule !== null;

/** Goes back from the choice of other times to the declined request. */
export const keepDeclined = (journey: Journey): Transition => ({
  journey: { ...journey, state: 'finished', times: requestedOf(journey), taken: null },
  at: 'sent',
});

/** The requested times. */
const requestedOf = ({ schedule, times }: Journey): AskedTimes => ({
  primary: schedule?.selected_appointment_date ?? times?.primary ?? '',
  alternates: schedule?.alternate_availabilities ?? times?.alternates ?? [],
});

/** The step `sent`: the booking is complete, and the customer sees the appointment's status. */
export const sent: Step<SentRead> = {
  name: 'sent',
  done: () => false,
  read: readSent,
  present(journey, read) {
    const { order, schedule, questionnaire, product, profile, preparation } = journey;
    const { appointment, words } = read;
    if (!order || !schedule || !product || !profile) throw nothingSent();
    const note = product.additional_note || null;
    return {
      step: 'sent',
      appointment_id: order.appointment_id,
      reference: referenceOf(order),
      status: statusOf(appointment, schedule),
      can_choose_times: isDeclined(journey, read),
      requested: requestedOf(journey),
      timezone: appointment?.location?.timezone || schedule.requested_timezone || null,
      scheduled_for: appointment?.scheduled_for ?? null,
      physician_review: questionnaire?.outcome.status === 'physician_review_required',
      physician_deadline_at:
        appointment?.physician_order.deadline_at ?? schedule.physician_order_submission_deadline_at,
      canceled: appointment?.canceled ?? null,
      confirmation: appointment?.confirmation ?? null,
      visit: appointment?.visit ?? { note, arrival: words.arrivalNote, preparation, doctor_form: null },
      actions: appointment?.actions ?? [],
      paid: product.price,
      email: profile.email,
      phone: profile.phone,
      messages: words.messages,
      terms: words.terms,
      appointments_url: words.appointmentsUrl,
    };
  },
};
