/** The state table of an appointment (States: Appointment; APT-14, APT-22..APT-30, SCH-08, GAP-53, GAP-54, GAP-64). */
import type { Transition } from './transition-table.ts';

/** The statuses of an appointment. */
export type AppointmentStatus =
  | 'pending_scheduling'
  | 'pending_confirmation'
  | 'confirmed'
  | 'canceled'
  | 'refunded'
  | 'no_show'
  | 'results_in_progress'
  | 'results_ready'
  | 'completed';

const scheduled = [
  'pending_confirmation',
  'confirmed',
  'canceled',
  'refunded',
  'no_show',
  'results_in_progress',
  'results_ready',
  'completed',
] as const;

/**
 * The appointment of a new order is `pending_scheduling`. The partner requests `schedule` and `reschedule`; the location and
 * the service cause all other transitions.
 */
export const appointmentTransitions = {
  schedule: { from: ['pending_scheduling'], to: 'pending_confirmation' },
  reschedule: { from: ['confirmed'], to: 'pending_confirmation' },
  confirmed: { from: ['pending_confirmation'], to: 'confirmed' },
  rescheduled: { from: ['confirmed'], to: 'confirmed' },
  pending_scheduling: { from: ['pending_confirmation'], to: 'pending_scheduling' },
  canceled: { from: ['pending_confirmation', 'confirmed'], to: 'canceled' },
  no_show: { from: ['confirmed'], to: 'no_show' },
  results_in_progress: { from: ['confirmed'], to: 'results_in_progress' },
  results_ready: { from: ['results_in_progress'], to: 'results_ready' },
  completed: { from: ['results_ready'], to: 'completed' },
  refunded: { from: ['pending_confirmation', 'confirmed', 'canceled', 'no_show'], to: 'refunded' },
  form_available: { from: scheduled, to: null },
} as const satisfies Record<string, Transition<AppointmentStatus>>;
/** A transition of an appointment. */
export type AppointmentTransition = keyof typeof appointmentTransitions;
