/** What the view of an appointment says about its cancellation, its confirmation and the visit. */
import type { CustomerWords } from '../../config/customer-words.ts';
import type { Cancellation, Confirmation, Visit } from '../../contract/visit.ts';
import { appointmentStatusOf } from '../../upstream/appointments/status-words.ts';
import type { AssumptionValues } from '../../upstream/assumptions/schema.ts';
import type { OwnedAppointment } from './appointment-records.ts';

/** What the views of appointments need besides the appointment. */
export interface ViewDeps {
  words: CustomerWords;
  /** How the service's reasons for a cancellation begin. */
  reasons: AssumptionValues['appointment']['cancellationReasons'];
  /** Milliseconds since the epoch. */
  now: () => number;
}

const hourMs = 60 * 60_000;

/** Within it, the service asks before it cancels or changes a confirmed time (Appointments 2). */
const lateMs = 24 * hourMs;

/** Whether a confirmed time is less than 24 hours away. */
export function isLate({ body }: OwnedAppointment, { now }: ViewDeps): boolean {
  if (body?.scheduled_for == null || appointmentStatusOf(body.status) !== 'confirmed') return false;
  return Date.parse(body.scheduled_for) - now() < lateMs;
}

/** Says who canceled, and what follows for the payment; null unless the appointment is canceled. */
export function cancellationOf(owned: OwnedAppointment, { words, reasons }: ViewDeps): Cancellation | null {
  const { body, change } = owned;
  if (!body || appointmentStatusOf(body.status) !== 'canceled') return null;
  const reason = body.cancellation_reason_code?.toLowerCase() ?? '';
  const begins = (words: readonly string[]) => words.some((word) => reason.startsWith(word.toLowerCase()));
  const isOwn = change?.kind === 'cancel' && change.state === 'done';
  // The service's reason comes first: after a cancellation here, the appointment may have been taken up again.
  const by = begins(reasons.clinic) ? 'clinic' : isOwn || begins(reasons.customer) ? 'customer' : null;
  const of = body.scheduled_for !== null || body.confirmed_at !== null ? 'appointment' : 'request';
  // Nothing changes a canceled appointment, so the last change that was read is the cancellation.
  return { by, of, at: body.updated_at, refund: refundOf(by, of, words.terms) };
}

/** The partner's text for what happened; null if none of its texts is about it. */
function refundOf(by: Cancellation['by'], of: Cancellation['of'], terms: CustomerWords['terms']) {
  if (by === 'customer') return terms.cancellation;
  if (of === 'request') return terms.refund_if_unconfirmed;
  return by === 'clinic' ? terms.refund_if_clinic_cancels : null;
}

/** Says how long the clinic usually takes to confirm; null unless it has to. */
export function confirmationOf({ body }: OwnedAppointment, { words, now }: ViewDeps): Confirmation | null {
  if (!body || appointmentStatusOf(body.status) !== 'requested') return null;
  const hours = words.confirmationHours;
  const requestedAt = Date.parse(body.requested_at ?? '');
  return { usual_hours: hours, is_late: hours !== null && now() > requestedAt + hours * hourMs };
}

/** What the customer takes along for the visit. */
export function visitOf({ body, testType, visit }: OwnedAppointment, { words }: ViewDeps): Visit {
  const isEnded = ['canceled', 'refunded'].includes(body ? appointmentStatusOf(body.status) : '');
  const hasForm = (body?.test_type ?? testType) === 'VO2' && !isEnded;
  return {
    note: visit?.note ?? null,
    arrival: words.arrivalNote,
    preparation: visit?.preparation ?? [],
    doctor_form: hasForm ? { note: words.doctorFormNote } : null,
  };
}
