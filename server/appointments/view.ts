/**
 * The appointment as its customer sees it. Each outgoing field is named here; fields that the service adds pass in
 * `more` (VER-09).
 */
import type { AppointmentView, ChangeView } from '../contract/appointments-api.ts';
import { appointment } from '../contract/upstream-api/appointments.ts';
import type { OwnedAppointment } from './appointment-records.ts';
import { appointmentStatusOf } from './appointment-status.ts';
import { isRescheduledElsewhere, offeredActions } from './offered-actions.ts';

/** Poll interval, in milliseconds, while a change is under way. */
const pollAfterMs = 1000;

const shown = new Set(Object.keys(appointment.shape));

function changeView({ change }: OwnedAppointment, parked: boolean): ChangeView | null {
  if (!change) return null;
  const { kind, state, requested, within24Hours, requestId } = change;
  return {
    kind,
    state: state === 'sending' && parked ? 'stalled' : state,
    asked: requested,
    within_24_hours: within24Hours,
    upstream_request_id: requestId,
  };
}

/**
 * Makes the view of an appointment.
 * @param read.parked whether the pending change has used up its retries
 * @param read.stale whether the service could not be read just now
 */
export function viewOf(owned: OwnedAppointment, read: { parked: boolean; stale: boolean }): AppointmentView {
  const { body, change } = owned;
  const standing = body ? appointmentStatusOf(body.status) : 'unread';
  return {
    appointment_id: owned.appointmentId,
    order_id: owned.orderId,
    test_type: body?.test_type ?? owned.testType,
    standing,
    status: body?.status ?? null,
    results_status: body?.results_status ?? null,
    scheduled_for: body?.scheduled_for ?? null,
    original_scheduled_for: body?.original_scheduled_for ?? null,
    requested_at: body?.requested_at ?? null,
    confirmed_at: body?.confirmed_at ?? null,
    asked: standing === 'requested' ? owned.requested : null,
    location: body?.location ?? null,
    physician_order: {
      status: body?.physician_order_status ?? null,
      submission_status: body?.physician_order_submission_status ?? null,
      deadline_at: body?.physician_order_submission_deadline_at ?? null,
      submitted_at: body?.physician_order_submitted_at ?? null,
    },
    form: {
      type: body?.form_type ?? null,
      artifact_status: body?.artifact_status ?? null,
      available: body?.has_signed_form ?? false,
    },
    cancellation_reason_code: body?.cancellation_reason_code ?? null,
    more: Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !shown.has(name))),
    actions: offeredActions(owned),
    reschedule_elsewhere: isRescheduledElsewhere(owned),
    change: changeView(owned, read.parked),
    working: change?.state === 'sending' && !read.parked ? { poll_after_ms: pollAfterMs } : null,
    read_at: owned.readAt > 0 ? new Date(owned.readAt).toISOString() : null,
    stale: read.stale,
  };
}
