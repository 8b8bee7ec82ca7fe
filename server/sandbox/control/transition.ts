/** POST /sandbox/appointments/{id}/transition: acts as the location or the service (APT-31, APT-32, GAP-54, GAP-64). */
import { z } from 'zod';
import { confirmAppointment, instantOf, transitionAppointment } from '../appointment-changes.ts';
import { ApiError } from '../engine/api-error.ts';
import { nowOf } from '../engine/clock.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { type AppointmentTransition, appointmentTransitions } from '../states/appointment-states.ts';
import { statusAfter } from '../states/transition-table.ts';
import { present } from '../v1/appointments.ts';
import { controlRoute } from './control-route.ts';

/** Only partners request these two. */
const { schedule: _schedule, reschedule: _reschedule, ...transitions } = appointmentTransitions;
type ControlTransition = Exclude<AppointmentTransition, 'schedule' | 'reschedule'>;
/** The values of `to`. */
export const controlTransitions = Object.keys(transitions) as ControlTransition[];

/** Each transition as the label of a button, in the order of an appointment's life. */
const labels: Record<ControlTransition, string> = {
  confirmed: 'Confirm',
  rescheduled: 'Move',
  pending_scheduling: 'Decline',
  results_in_progress: 'Start results',
  results_ready: 'Results ready',
  completed: 'Complete',
  form_available: 'Form available',
  no_show: 'No show',
  canceled: 'Cancel',
  refunded: 'Refund',
};

const transitionRequest = z.strictObject({
  to: z.string().min(1).meta({ labels }),
  scheduled_for: z.iso.datetime({ offset: true }).optional(),
  cancellation_reason_code: z.string().min(1).optional(),
});
type TransitionRequest = Omit<z.infer<typeof transitionRequest>, 'to'> & { to: ControlTransition };

/** The route that changes an appointment's status. */
export const transitionRoute = controlRoute({
  method: 'POST',
  path: '/sandbox/appointments/:id/transition',
  label: 'Change an appointment',
  body: transitionRequest,
  handler({ params, body }, state) {
    const appointment = state.appointments.get(params.id ?? '');
    if (appointment === undefined) throw new ApiError(404, 'id: no such appointment');
    const { to, ...rest } = body();
    const move = controlTransitions.find((known) => known === to);
    if (move === undefined || statusAfter(appointmentTransitions, move, appointment.status) === null)
      throw new ApiError(409, `to: an appointment that is ${appointment.status} has no move ${to}`);
    apply(state, appointment, { to: move, ...rest }, nowOf(state.clock));
    return present(state, appointment);
  },
});

function apply(state: State, appointment: AppointmentRecord, request: TransitionRequest, now: Date): void {
  if (request.to === 'confirmed')
    confirmAppointment(state, appointment, confirmedTime(appointment, request), now);
  else transitionAppointment(state, appointment, request.to, now, changesOf(request));
}

function changesOf({
  to,
  scheduled_for,
  cancellation_reason_code,
}: TransitionRequest): Partial<AppointmentRecord> {
  switch (to) {
    case 'rescheduled':
      if (scheduled_for === undefined) throw new ApiError(400, 'scheduled_for: is needed to reschedule');
      return { scheduled_for: instantOf(scheduled_for) };
    case 'pending_scheduling':
      return { requested: null, requested_at: null, form_available: false };
    case 'canceled':
      return { cancellation_reason_code: cancellation_reason_code ?? null };
    case 'results_in_progress':
      return { results_status: 'in_progress' };
    case 'results_ready':
      return { results_status: 'finalized' };
    case 'form_available':
      return { form_available: true };
    default:
      return {};
  }
}

function confirmedTime({ requested }: AppointmentRecord, { scheduled_for }: TransitionRequest): string {
  const times = [
    requested?.selected_appointment_date ?? '',
    ...(requested?.alternate_availabilities ?? []),
  ].map(instantOf);
  const time =
    scheduled_for === undefined ? times[0] : times.find((each) => each === instantOf(scheduled_for));
  if (time === undefined) throw new ApiError(400, 'scheduled_for: is none of the requested times');
  return time;
}
