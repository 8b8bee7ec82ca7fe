/**
 * The appointment as its customer sees it. Each outgoing field is named here; fields that the service adds pass in
 * `more` (VER-09).
 */
import type { AppointmentAction, AppointmentView, ChangeView } from '../../contract/appointments-api.ts';
import { bookingReference } from '../../contract/booking-reference.ts';
import { neededAppointment } from '../../upstream/appointments/responses.ts';
import { appointmentStatusOf, hasResults } from '../../upstream/appointments/status-words.ts';
import type { OwnedAppointment } from './appointment-records.ts';
import { isOfThisTime } from './changes.ts';
import { cancellationOf, confirmationOf, isLate, type ViewDeps, visitOf } from './visit.ts';

/** Poll interval, in milliseconds, while a change is under way. */
const pollAfterMs = 1000;

const shown = new Set(Object.keys(neededAppointment.shape));

function changeView(owned: OwnedAppointment, parked: boolean): ChangeView | null {
  const { change, body } = owned;
  if (!change) return null;
  const { kind, state, requested, within24Hours, requestId } = change;
  // Its response may be lost: what a read shows is done.
  const isDone = kind === 'cancel' && appointmentStatusOf(body?.status ?? '') === 'canceled';
  // A warning or a refusal is about the appointment as it was.
  const hasNoEffect = state !== 'sending' && state !== 'done' && !isDone;
  if (hasNoEffect && !(isOfThisTime(owned) && offeredActions(owned).includes(kind))) return null;
  return {
    kind,
    state: isDone ? 'done' : state === 'sending' && parked ? 'stalled' : state,
    asked: requested,
    within_24_hours: within24Hours,
    upstream_request_id: requestId,
  };
}

/** The place, with empty text for what the service did not send; null without an address. */
export function locationOf(body: OwnedAppointment['body']): AppointmentView['location'] {
  const { location } = body ?? {};
  if (!location) return null;
  const { address_line_1, address_line_2, city, state, postal_code, timezone } = location;
  if ([address_line_1, city, postal_code, timezone].every((part) => part === null)) return null;
  return {
    ...location,
    address_line_1: address_line_1 ?? '',
    address_line_2,
    city: city ?? '',
    state: state ?? '',
    postal_code: postal_code ?? '',
    timezone: timezone ?? '',
  };
}

/**
 * Makes the view of an appointment.
 * @param read.parked whether the pending change has used up its retries
 * @param read.stale whether the service could not be read just now
 */
export function viewOf(
  owned: OwnedAppointment,
  read: { parked: boolean; stale: boolean },
  deps: ViewDeps,
): AppointmentView {
  const { body, change } = owned;
  const status = body ? appointmentStatusOf(body.status) : 'unread';
  return {
    appointment_id: owned.appointmentId,
    order_id: owned.orderId,
    reference: bookingReference(owned),
    test_type: body?.test_type ?? owned.testType,
    status,
    upstream_status: body?.status ?? null,
    upstream_results_status: body?.results_status ?? null,
    scheduled_for: body?.scheduled_for ?? null,
    original_scheduled_for: body?.original_scheduled_for ?? null,
    requested_at: body?.requested_at ?? null,
    confirmed_at: body?.confirmed_at ?? null,
    asked: status === 'requested' || status === 'unscheduled' ? owned.requested : null,
    location: locationOf(body),
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
    canceled: cancellationOf(owned, deps),
    confirmation: confirmationOf(owned, deps),
    visit: visitOf(owned, deps),
    within_24_hours: isLate(owned, deps),
    more: Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !shown.has(name))),
    actions: offeredActions(owned),
    reschedule_elsewhere: isRescheduledElsewhere(owned),
    change: changeView(owned, read.parked),
    working: change?.state === 'sending' && !read.parked ? { poll_after_ms: pollAfterMs } : null,
    read_at: owned.readAt > 0 ? new Date(owned.readAt).toISOString() : null,
    stale: read.stale,
  };
}

/**
 * Lists the actions that the last read of an appointment allows (GAP-65, GAP-74; APT-49, APT-59, RES-02), and the reading of
 * a consent that is kept here. Each route that needs the service reads again before it acts.
 */
export function offeredActions(owned: OwnedAppointment): AppointmentAction[] {
  const { body, change } = owned;
  if (!body) return [];
  const status = appointmentStatusOf(body.status);
  const idle = change?.state !== 'sending';
  const offered: Record<AppointmentAction, boolean> = {
    check_in: status === 'confirmed',
    results: hasResults(body.status, body.results_status ?? ''),
    signed_form: body.has_signed_form === true,
    vo2_form: body.test_type === 'VO2' && status !== 'canceled' && status !== 'refunded',
    reschedule: idle && status === 'confirmed' && isPlaceKnown(owned),
    cancel: idle && (status === 'requested' || status === 'confirmed'),
    consents: owned.consentJourneyId !== null,
  };
  return (Object.keys(offered) as AppointmentAction[]).filter((action) => offered[action]);
}

const isPlaceKnown = ({ catalogId, offeringId }: OwnedAppointment) =>
  catalogId !== null && offeringId !== null;

/** Whether the customer must reschedule elsewhere because the place is not known, although the status allows it. */
const isRescheduledElsewhere = (owned: OwnedAppointment): boolean =>
  owned.body !== null && appointmentStatusOf(owned.body.status) === 'confirmed' && !isPlaceKnown(owned);
