/** The end of the booking: the location has the request, and the appointment's status is read (SCH-09, APT-09). */
import { Problem, UpstreamError } from '../../errors.ts';
import type { Journey } from '../journey-state.ts';
import type { Step, StepDeps } from '../step.ts';

/** Reads the appointment's status. While the service does not answer, the response to the request gives it. */
async function readStatus(journey: Journey, deps: StepDeps): Promise<string> {
  if (!journey.order) throw nothingSent();
  try {
    return (await deps.reads.appointment(journey.order.appointment_id)).status;
  } catch (error) {
    if (error instanceof UpstreamError && journey.schedule) return journey.schedule.status;
    throw error;
  }
}

const nothingSent = () => new Problem('step_out_of_order', { title: 'Nothing was sent yet.' });

/** The step `sent`: the booking is complete, and the customer sees the appointment's status. */
export const sent: Step<string> = {
  name: 'sent',
  done: () => false,
  read: readStatus,
  present({ order, schedule, questionnaire }, status) {
    if (!order || !schedule) throw nothingSent();
    return {
      step: 'sent',
      appointment_id: order.appointment_id,
      order_ref: order.order_ref,
      status,
      requested: {
        primary: schedule.selected_appointment_date,
        alternates: schedule.alternate_availabilities,
      },
      timezone: schedule.requested_timezone || null,
      physician_review: questionnaire?.outcome.status === 'physician_review_required',
    };
  },
};
