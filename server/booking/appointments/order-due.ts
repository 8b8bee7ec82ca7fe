/** Which appointments wait for an order of the partner's own clinicians, and until when. */
import type { AppointmentRow } from '../../core/store/tables.ts';
import type { Appointment } from '../../upstream/appointments/responses.ts';
import { appointmentStatusOf } from '../../upstream/appointments/status-words.ts';

/** The physician modes in which the partner's clinicians order. */
const ownModes: readonly (string | null)[] = ['structured_api', 'api_partner_pdf'];

/**
 * When the order of an appointment is due, in milliseconds since the epoch.
 * @param body the newest read
 * @returns null if the appointment waits for no order; a time after all others if the service sets none
 */
export function orderDueAt(
  { flow, physicianMode }: { flow: AppointmentRow['flow']; physicianMode: string | null },
  body: Appointment,
): number | null {
  const { physician_order_submitted_at, physician_order_submission_deadline_at, has_signed_form } = body;
  const status = appointmentStatusOf(body.status);
  const isAhead = status === 'requested' || status === 'confirmed';
  const isOurs = flow === 'full_api' && ownModes.includes(physicianMode);
  if (!isAhead || !isOurs || physician_order_submitted_at !== null || has_signed_form === true) return null;
  return Date.parse(physician_order_submission_deadline_at ?? '') || Number.MAX_SAFE_INTEGER;
}
