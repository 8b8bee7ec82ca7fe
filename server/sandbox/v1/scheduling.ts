/** POST /v1/appointments/{appointmentId}/schedule: records a request to the location, not a booking (Questionnaire and scheduling; SCH-01..SCH-12, GAP-62, GAP-63). */
import {
  type ScheduleRequest,
  type ScheduleResponse,
  scheduleRequest,
  scheduleResponse,
} from '../../contract/upstream-api/schedule.ts';
import { transitionAppointment } from '../appointment-changes.ts';
import { ApiError, codedError } from '../engine/api-error.ts';
import { defineRoute } from '../engine/route.ts';
import { freeDates } from '../offerings.ts';
import { releaseForm } from '../physician/session-changes.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { appointmentTransitions } from '../states/appointment-states.ts';
import { statusAfter } from '../states/transition-table.ts';
import { findAppointment, offeredOf } from './appointments.ts';
import { physicianFields } from './physician-fields.ts';

/** The route that requests a time. */
export const schedulingRoute = defineRoute({
  method: 'POST',
  path: '/v1/appointments/:appointmentId/schedule',
  summary: 'Request an appointment time',
  responses: { 200: scheduleResponse },
  flow: 'full_api',
  idempotencyKey: 'required',
  body: scheduleRequest,
  handler({ key, params, body, now }, state) {
    const appointment = findAppointment(state, key.prefix, params.appointmentId);
    checkReady(appointment);
    requestTimes(state, appointment, body, now);
    appointment.schedule_requests += 1;
    const { location } = offeredOf(state, appointment);
    const data: ScheduleResponse = {
      appointment_id: appointment.appointment_id,
      order_id: appointment.order_id,
      status: appointment.status,
      ...body,
      requested_at: now.toISOString(),
      requested_timezone: location.timezone,
      ...physicianFields(state, appointment),
      cancellation_reason_code: appointment.cancellation_reason_code,
    };
    return { status: 200, data };
  },
});

function checkReady(appointment: AppointmentRecord): void {
  if (statusAfter(appointmentTransitions, 'schedule', appointment.status) === null)
    throw codedError(409, 'SANDBOX_ALREADY_REQUESTED', `The appointment is ${appointment.status}.`);
  if (appointment.submission === null)
    throw codedError(409, 'SANDBOX_STEP_OUT_OF_ORDER', 'The questionnaire comes before scheduling.');
  if (appointment.submission.outcome.status === 'blocked')
    throw codedError(409, 'SANDBOX_QUESTIONNAIRE_BLOCKED', 'The questionnaire ended blocked.');
}

/**
 * Requests times of the location. An order that was signed before the location declined other times has its form again.
 * @throws ApiError as {@link checkTimes} does; 409 if the appointment was requested already
 */
export function requestTimes(
  state: State,
  appointment: AppointmentRecord,
  requested: ScheduleRequest,
  now: Date,
): void {
  const { selected_appointment_date, alternate_availabilities } = requested;
  checkTimes(state, appointment, [selected_appointment_date, ...alternate_availabilities], now);
  transitionAppointment(state, appointment, 'schedule', now, { requested, requested_at: now.toISOString() });
  releaseForm(state, appointment, now);
}

/**
 * Checks requested times.
 * @param read reads a time, to compare it with others. @default as its exact text
 * @throws ApiError 400 if times repeat; 409 if a time is not one that the schedule offers now; 503 if it has no calendar
 */
export function checkTimes(
  state: State,
  appointment: AppointmentRecord,
  times: string[],
  now: Date,
  read = (time: string) => time,
): void {
  const wanted = new Set(times.map(read));
  if (wanted.size < times.length) throw new ApiError(400, 'The chosen times must differ from each other.');
  const offered = freeDates(state, offeredOf(state, appointment), now);
  const free = new Set(
    offered.flatMap((day) => day.available_times.map(({ available_time }) => read(available_time))),
  );
  if (![...wanted].every((time) => free.has(time)))
    throw codedError(409, 'SLOT_UNAVAILABLE', 'A chosen time is no longer available.');
}
