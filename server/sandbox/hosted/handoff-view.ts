/** The view of a handoff that the hosted page renders (HND-18, HND-19). */
import { ageYears } from '../age-years.ts';
import { questionnaireOutcome } from '../forms/questionnaire-outcome.ts';
import { freeDates } from '../offerings.ts';
import type { AppointmentRecord, HandoffRecord, State } from '../state.ts';
import { offeredOf } from '../v1/appointments.ts';

/** The view as the hosted page receives it; `expired` replaces the status of an expired handoff. */
export type HostedView = Omit<ReturnType<typeof handoffView>, 'status' | 'error_status'> & {
  status: ReturnType<typeof statusOf> | 'expired';
  error_status: 'blocked_by_test_offering_policy' | 'handoff_expired' | null;
};

/**
 * Makes the view of a handoff, as if it had not expired.
 * @throws Error if its order has no appointment: a defect of the sandbox
 */
export function handoffView(state: State, handoff: HandoffRecord, now: Date) {
  const appointment = appointmentOf(state, handoff);
  const offered = offeredOf(state, appointment);
  const { customer_data, return_url, member_profile_url, presentation_mode, ui_controls } = handoff.request;
  const times = appointment.requested ?? handoff.request;
  const status = statusOf(state, handoff, appointment, now);
  const available_dates = status === 'choose' ? freeDates(state, offered, now) : [];
  const offeredTimes = available_dates.flatMap((day) =>
    day.available_times.map(({ available_time }) => available_time),
  );
  const { address_line_1, address_line_2, city, state: region, postal_code, timezone } = offered.location;
  return {
    status,
    error_status: status === 'blocked' ? 'blocked_by_test_offering_policy' : null,
    test_name: offered.offering.product.name,
    member_name: `${customer_data.first_name} ${customer_data.last_name}`,
    location: { address_line_1, address_line_2, city, state: region, postal_code, timezone },
    times: [times.selected_appointment_date, ...times.alternate_availabilities],
    scheduled_for: appointment.scheduled_for,
    offered_times: offeredTimes,
    presentation_mode: presentation_mode ?? 'hosted_page',
    ui_controls: isForFrame(handoff) ? (ui_controls ?? {}) : {},
    return_url: return_url ?? null,
    member_profile_url: member_profile_url ?? null,
    /** Empty: any loopback origin. */
    parent_origins: state.keys.get(handoff.owner)?.embed_origins ?? [],
  };
}

/**
 * Finds the appointment of the handed-off order.
 * @throws Error if there is none: a defect of the sandbox
 */
export function appointmentOf(state: State, { order_id }: HandoffRecord): AppointmentRecord {
  const appointment = [...state.appointments.values()].find((each) => each.order_id === order_id);
  if (appointment === undefined) throw new Error(`The handed-off order ${order_id} has no appointment.`);
  return appointment;
}

/** Whether the handoff asked for the presentation in a frame. */
export function isForFrame({ request }: HandoffRecord): boolean {
  return request.presentation_mode === 'iframe';
}

function statusOf(state: State, handoff: HandoffRecord, appointment: AppointmentRecord, now: Date) {
  switch (appointment.status) {
    case 'pending_scheduling':
      return isSchedulable(state, handoff, appointment, now) ? 'choose' : 'blocked';
    case 'pending_confirmation':
      return 'sent';
    case 'confirmed':
      return 'confirmed';
    default:
      return 'closed';
  }
}

/**
 * Whether the member can schedule the test on the hosted page; `blocked_by_test_offering_policy` if not (EMB-07). The policy
 * of the test blocks offerings without times (`empty_schedule`) or without a calendar (`calendar_unavailable`), ages
 * outside the test's range (CALST under 40 or over 75, by `customer_data.date_of_birth`), and blocked questionnaires.
 */
function isSchedulable(
  state: State,
  { request }: HandoffRecord,
  appointment: AppointmentRecord,
  now: Date,
): boolean {
  const offered = offeredOf(state, appointment);
  const age = ageYears(request.customer_data.date_of_birth, now);
  return (
    !offered.offering.traits.includes('calendar_unavailable') &&
    questionnaireOutcome(appointment.test_type, {}, age).status !== 'blocked' &&
    appointment.submission?.outcome.status !== 'blocked' &&
    freeDates(state, offered, now).length > 0
  );
}
