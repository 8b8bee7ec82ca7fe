/** POST cancel and POST reschedule (Appointments 2, 3, 6; APT-25, APT-27, APT-33..APT-47, GAP-65..GAP-71). */
import { z } from 'zod';
import {
  type CancelResponse,
  cancelRequest,
  cancelResponse,
  type RescheduleResponse,
  rescheduleRequest,
  rescheduleResponse,
} from '../../contract/upstream-api/appointment-changes.ts';
import { instantOf, transitionAppointment } from '../appointment-changes.ts';
import { ApiError, codedError } from '../engine/api-error.ts';
import { nextNumber } from '../engine/ids.ts';
import { defineRoute } from '../engine/route.ts';
import { checkValues } from '../engine/strict-values.ts';
import { invalidRequest } from '../engine/validation.ts';
import type { Settings } from '../settings.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { type AppointmentTransition, appointmentTransitions } from '../states/appointment-states.ts';
import { statusAfter } from '../states/transition-table.ts';
import { findAppointment } from './appointments.ts';
import { checkTimes } from './scheduling.ts';

const aliases: Record<string, string> = {
  confirmWithin24HourPenalty: 'confirm_within_24_hour_penalty',
  newRequestedDate: 'new_requested_date',
  alternateAvailabilities: 'alternate_availabilities',
};

/**
 * Makes the schema of the body with both names of each field, also the deprecated camelCase one (Appointments 2;
 * Versioning; APT-45, VER-08, GAP-113, GAP-114). No field is required, since the other name may be present.
 */
function withAliases(schema: z.ZodObject): z.ZodType<Record<string, unknown>> {
  const { shape } = schema.partial();
  const deprecated = Object.entries(aliases).flatMap(([alias, canonical]) => {
    const field = shape[canonical];
    return field === undefined ? [] : [[alias, field.meta({ deprecated: true })] as const];
  });
  return z.strictObject({ ...shape, ...Object.fromEntries(deprecated) });
}

/**
 * Converts a body to the canonical names and parses it.
 * @throws ApiError 400 if a field has both names, or a deprecated name while the setting rejects them, or is invalid
 */
function canonicalForm<T>(
  schema: z.ZodType<T>,
  body: Record<string, unknown>,
  { aliases_accepted }: Settings,
): T {
  const sent = Object.entries(aliases).filter(([alias]) => alias in body);
  const both = sent.find(([, canonical]) => canonical in body);
  if (both !== undefined)
    throw codedError(400, 'SANDBOX_ALIAS_CONFLICT', `${both.join(' and ')} were sent together.`);
  if (!aliases_accepted && sent.length > 0)
    throw new ApiError(
      400,
      'Deprecated names are taken no more.',
      sent.map(([alias, canonical]) => `${alias}: is now ${canonical}`),
    );
  const request = schema.safeParse(
    Object.fromEntries(Object.entries(body).map(([name, value]) => [aliases[name] ?? name, value])),
  );
  if (!request.success) throw invalidRequest(request.error);
  return request.data;
}

/** Within it, a change costs the member and needs an agreement (Appointments 2). */
const penaltyWindowMs = 24 * 3600 * 1000;

/** The routes that cancel and reschedule. */
export const appointmentChangeRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/appointments/:appointmentId/cancel',
    summary: 'Cancel an appointment',
    scope: 'write:appointments',
    idempotencyKey: 'required',
    body: withAliases(cancelRequest),
    responses: { 200: cancelResponse },
    handler({ key, params, body, now }, state) {
      const request = canonicalForm(cancelRequest, body, state.settings);
      const appointment = findAppointment(state, key.prefix, params.appointmentId);
      checkTransition(appointment, 'canceled');
      const within = isWithinPenaltyWindow(appointment, now);
      checkPenaltyAgreed(within, request.confirm_within_24_hour_penalty);
      transitionAppointment(state, appointment, 'canceled', now, {
        cancellation_reason_code: 'partner_requested',
      });
      nextNumber(state.counters, 'cancel');
      const data: CancelResponse = {
        appointment_id: appointment.appointment_id,
        status: appointment.status,
        cancelled_within_24_hour_window: within,
      };
      return { status: 200, data };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/appointments/:appointmentId/reschedule',
    summary: 'Ask for another time',
    scope: 'write:appointments',
    idempotencyKey: 'required',
    body: withAliases(rescheduleRequest),
    responses: { 200: rescheduleResponse },
    handler({ key, params, body, now }, state) {
      const request = canonicalForm(rescheduleRequest, body, state.settings);
      const appointment = findAppointment(state, key.prefix, params.appointmentId);
      checkTransition(appointment, 'reschedule');
      checkCalendar(state);
      const within = isWithinPenaltyWindow(appointment, now);
      checkPenaltyAgreed(within, request.confirm_within_24_hour_penalty);
      const isConfirmedTime =
        appointment.scheduled_for !== null &&
        instantOf(appointment.scheduled_for) === instantOf(request.new_requested_date);
      checkValues(state, { new_requested_date: isConfirmedTime ? 'is the confirmed time' : null });
      const { new_requested_date, alternate_availabilities = [] } = request;
      // Any offset of an offered instant is accepted.
      checkTimes(state, appointment, [new_requested_date, ...alternate_availabilities], now, instantOf);
      transitionAppointment(state, appointment, 'reschedule', now, {
        requested: {
          selected_appointment_date: new_requested_date,
          alternate_availabilities,
        },
        requested_at: now.toISOString(),
        scheduled_for: null,
        confirmed_at: null,
      });
      nextNumber(state.counters, 'reschedule');
      const data: RescheduleResponse = {
        appointment_id: appointment.appointment_id,
        new_requested_date,
        rescheduled_within_24_hour_window: within,
        status: appointment.status,
      };
      return { status: 200, data };
    },
  }),
];

function checkTransition(appointment: AppointmentRecord, transition: AppointmentTransition): void {
  if (statusAfter(appointmentTransitions, transition, appointment.status) === null)
    throw codedError(409, 'SANDBOX_INVALID_STATE', `The appointment is ${appointment.status}.`);
}

/** Compares instants: a day that a daylight-saving change makes shorter or longer counts 24 hours too (APT-42, GAP-66). */
function isWithinPenaltyWindow({ scheduled_for }: AppointmentRecord, now: Date): boolean {
  return scheduled_for !== null && Date.parse(scheduled_for) - now.getTime() < penaltyWindowMs;
}

function checkPenaltyAgreed(within: boolean, agreed: boolean | undefined): void {
  if (within && agreed !== true)
    throw codedError(409, 'WITHIN_24_HOUR_WINDOW', 'The appointment is less than 24 hours away.', {
      requiresConfirmation: true,
    });
}

function checkCalendar(state: State): void {
  if (!state.settings.reschedule_calendar_available)
    throw codedError(503, 'PHYSICIAN_ORDER_CALENDAR_UNAVAILABLE', 'The calendar cannot be read at present.', {
      retryable: true,
    });
}
