/** The end of the booking: the location has the request, and the appointment's status is read (SCH-09, APT-09). */

import { Problem, UpstreamError } from '../../../core/errors.ts';
import type { Appointment } from '../../../upstream/appointments/responses.ts';
import { appointmentStatusOf } from '../../appointments/appointment-status.ts';
import type { Journey } from '../journey-state.ts';
import type { Step, StepDeps } from '../step.ts';

interface SentRead extends Pick<StepDeps, 'terms' | 'appointmentsUrl'> {
  /** Null if it cannot be read now: the response to the request has the status. */
  appointment: Appointment | null;
}

async function readSent(journey: Journey, deps: StepDeps): Promise<SentRead> {
  if (!journey.order) throw nothingSent();
  const { terms, appointmentsUrl } = deps;
  const appointment = await deps
    .readAppointment(journey.customerId, journey.order.appointment_id)
    .catch((error) => {
      const isMissing = error instanceof Problem && error.code === 'appointment_not_found';
      if (journey.schedule && (isMissing || error instanceof UpstreamError)) return null;
      throw error;
    });
  return { appointment, terms, appointmentsUrl };
}

const nothingSent = () => new Problem('step_out_of_order', { title: 'Nothing was sent yet.' });

/** The read status; null if the read began before the request arrived at the service, as one for an earlier event may. */
const statusOf = (appointment: Appointment | null): string | null =>
  appointment && appointmentStatusOf(appointment.status) !== 'unscheduled' ? appointment.status : null;

/** The step `sent`: the booking is complete, and the customer sees the appointment's status. */
export const sent: Step<SentRead> = {
  name: 'sent',
  done: () => false,
  read: readSent,
  present(
    { order, schedule, questionnaire, product, profile, times },
    { appointment, terms, appointmentsUrl },
  ) {
    if (!order || !schedule || !product || !profile) throw nothingSent();
    return {
      step: 'sent',
      appointment_id: order.appointment_id,
      order_ref: order.order_ref,
      // The location has the request: this is its status until a read says more (SCH-09).
      status: statusOf(appointment) ?? schedule.status ?? 'pending_confirmation',
      requested: {
        primary: schedule.selected_appointment_date ?? times?.primary ?? '',
        alternates: schedule.alternate_availabilities ?? times?.alternates ?? [],
      },
      timezone: appointment?.location?.timezone || schedule.requested_timezone || null,
      scheduled_for: appointment?.scheduled_for ?? null,
      physician_review: questionnaire?.outcome.status === 'physician_review_required',
      physician_deadline_at: (appointment ?? schedule).physician_order_submission_deadline_at,
      paid: product.price,
      email: profile.email,
      additional_note: product.additional_note || null,
      terms,
      appointments_url: appointmentsUrl,
    };
  },
};
