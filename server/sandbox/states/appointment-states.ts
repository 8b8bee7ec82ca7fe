/**
 * The appointment's states as a table: from which status a trigger leads to which (States: Appointment; APT-14, APT-22..APT-30,
 * SCH-08, GAP-53, GAP-54, GAP-64). No clock, no I/O.
 */
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

interface Move {
  from: readonly AppointmentStatus[];
  /** null: the status stays as it is. */
  to: AppointmentStatus | null;
}

/** A new order's appointment reads `pending_scheduling`. `schedule` and `reschedule` are the partner's requests, all else is the location's or the service's doing. */
export const appointmentMoves = {
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
} as const satisfies Record<string, Move>;
export type AppointmentMove = keyof typeof appointmentMoves;

/** The status after `move`, or null where the table does not have it. */
export function statusAfter(move: AppointmentMove, from: AppointmentStatus): AppointmentStatus | null {
  const row: Move = appointmentMoves[move];
  return row.from.includes(from) ? (row.to ?? from) : null;
}
