/** The events of an appointment's transitions (States: Appointment; WHK-10..WHK-21, WHK-48, GAP-57, GAP-64, GAP-71, GAP-92). */
import type { AppointmentEventType, FormObject, LifecycleObject } from '../../contract/upstream-webhooks.ts';
import type { AppointmentRecord, State } from '../state.ts';
import type { AppointmentTransition } from '../states/appointment-states.ts';
import { shownStatus } from '../v1/appointments.ts';
import { emit } from './emit.ts';

/** The event type of each transition; null if only reads show the transition. */
const eventOfTransition: Record<AppointmentTransition, AppointmentEventType | null> = {
  schedule: 'appointment.requested',
  reschedule: 'appointment.requested',
  confirmed: 'appointment.confirmed',
  rescheduled: 'appointment.rescheduled',
  pending_scheduling: null,
  canceled: 'appointment.canceled',
  no_show: 'appointment.no_show',
  results_in_progress: 'appointment.results_in_progress',
  results_ready: 'appointment.results_ready',
  completed: null,
  refunded: null,
  form_available: 'appointment.form_available',
};

/** Emits `appointment.created`. */
export function emitCreated(state: State, appointment: AppointmentRecord, at: Date): void {
  emit(state, {
    type: 'appointment.created',
    owner: appointment.owner,
    object: lifecycleObject(state, appointment, null),
    at,
  });
}

/**
 * Emits the event of a transition, if it has one.
 * @param before a copy of the appointment before the transition
 */
export function emitTransition(
  state: State,
  appointment: AppointmentRecord,
  transition: AppointmentTransition,
  before: AppointmentRecord,
  at: Date,
): void {
  const type = eventOfTransition[transition];
  if (type === null) return;
  const object =
    transition === 'form_available' ? formObject(appointment) : lifecycleObject(state, appointment, before);
  emit(state, { type, owner: appointment.owner, object, at });
}

function lifecycleObject(
  state: State,
  appointment: AppointmentRecord,
  before: AppointmentRecord | null,
): LifecycleObject {
  return {
    appointment_id: appointment.appointment_id,
    order_id: appointment.order_id,
    test_type: appointment.test_type,
    status: shownStatus(state, appointment),
    results_status: appointment.results_status,
    scheduled_for: appointment.scheduled_for,
    previous_status: before && shownStatus(state, before),
    previous_results_status: before?.results_status ?? null,
    previous_scheduled_for: before?.scheduled_for ?? null,
    original_scheduled_for: appointment.original_scheduled_for,
  };
}

function formObject({ appointment_id, order_id, test_type }: AppointmentRecord): FormObject {
  return {
    appointment_id,
    order_id,
    test_type,
    form_type: 'DOCTORORDER',
    artifact_type: 'combined',
    retrieval_status: 'available',
  };
}
