/** The end of the booking: the request is with the location, and the appointment is read for where it stands (SCH-09, APT-09). */
import { Problem, UpstreamError } from '../../errors.ts';
import type { Journey } from '../journey.ts';
import type { Needs, Step } from '../step.ts';

/** The read is the truth; while it does not answer, what the request itself was told stands. */
async function statusNow(journey: Journey, appointmentId: string, needs: Needs): Promise<string> {
  try {
    return (await needs.reads.appointment(appointmentId)).status;
  } catch (error) {
    if (error instanceof UpstreamError && journey.schedule) return journey.schedule.status;
    throw error;
  }
}

export const sent: Step = {
  name: 'sent',
  done: () => false,
  async shows(journey, needs) {
    const { order, schedule, questionnaire } = journey;
    if (!order || !schedule) throw new Problem('step_out_of_order', { title: 'Nothing was sent yet.' });
    return {
      step: 'sent',
      appointment_id: order.appointment_id,
      order_ref: order.order_ref,
      status: await statusNow(journey, order.appointment_id, needs),
      requested: {
        primary: schedule.selected_appointment_date,
        alternates: schedule.alternate_availabilities,
      },
      timezone: schedule.requested_timezone || null,
      physician_review: questionnaire?.outcome.status === 'physician_review_required',
    };
  },
};
