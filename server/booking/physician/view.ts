/** The view of an order for the physician's page, field by field (contract/physician-api.ts; PHY-07, PHY-15, T95). */

import type {
  OrderSubject,
  PhysicianShows,
  PhysicianView,
  ProviderForm,
} from '../../contract/physician-api.ts';
import { appointmentStatusOf } from '../../upstream/appointments/status-words.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { readPresentation } from '../../upstream/physician/presentation.ts';
import type { PhysicianOrderBundle } from '../../upstream/physician/responses.ts';
import type { ParkedWrite } from '../../upstream/writes/write.ts';
import type { OwnedAppointment } from '../appointments/appointment-records.ts';
import { locationOf } from '../appointments/view.ts';
import type { PhysicianOrder } from './order.ts';

/** Poll interval while the service works. */
const soonMs = 1_000;
/** Poll interval while the service's own physicians work. */
const laterMs = 30_000;

/**
 * The view of a structured order. Parts of a presentation that cannot be shown are reported as unmet
 * assumptions.
 * @param bundle needed if the order is open and has no session; else null
 */
export function structuredShows(
  { phase, session, given, write }: PhysicianOrder,
  bundle: PhysicianOrderBundle | null,
  assumptions: Assumptions,
): PhysicianShows {
  if (phase === 'done') return { step: 'done' };
  if (phase === 'rendering' || phase === 'refreshing' || write?.kind === 'finalize')
    return { step: 'finalizing' };
  if (phase === 'writing') return { step: 'provider', form: null };
  if (session) {
    const { id, presentation_hash, expires_at, presentation } = session;
    return {
      step: 'presentation',
      session_id: id,
      presentation_hash,
      expires_at,
      ...readPresentation(presentation, assumptions),
      given,
    };
  }
  if (!bundle) throw new Error('an order without a session starts from its bundle');
  const form = formOf(bundle, given);
  const isEmpty = form.allowed_approval_methods.length === 0 || form.allowed_workflow_types.length === 0;
  return isEmpty ? { step: 'blocked', code: 'nothing_allowed' } : { step: 'provider', form };
}

function formOf(
  { session_requirements, sla }: PhysicianOrderBundle,
  given: ProviderForm['given'],
): ProviderForm {
  const { allowed_approval_methods, allowed_workflow_types, order_date_required } = session_requirements;
  return {
    allowed_approval_methods,
    allowed_workflow_types,
    order_date_required: order_date_required ?? false,
    sla: sla?.enabled ? { due_at: sla.due_at, breached_at: sla.breached_at } : null,
    given,
  };
}

/**
 * The view of an order that the partner supplies as a PDF.
 * @param elsewhere whether the service checks a document that was not handed in here
 * @param asksPartner whether the partner has a hook for the document
 */
export function documentShows(
  { phase, evidence, documentReason, partnerAsked, uploaded }: PhysicianOrder,
  { elsewhere, asksPartner }: { elsewhere: boolean; asksPartner: boolean },
): PhysicianShows {
  if (phase === 'done' || phase === 'refreshing') return { step: 'done' };
  const checking = evidence !== null || elsewhere;
  return {
    step: 'document',
    state: checking ? 'checking' : documentReason === null ? 'needed' : 'refused',
    reason: documentReason,
    asks_partner: asksPartner && !partnerAsked && !checking,
    uploaded: uploaded && { document_id: uploaded.document_id, bytes: uploaded.bytes },
  };
}

/** What an order is about, for the clinician. */
export function subjectOf({
  appointmentId,
  testType,
  patient,
  requested,
  body,
}: OwnedAppointment): OrderSubject {
  const isConfirmed = body !== null && appointmentStatusOf(body.status) !== 'requested';
  return {
    appointment_id: appointmentId,
    test_type: testType,
    patient: patient && { name: patient.name, date_of_birth: patient.date_of_birth },
    place: locationOf(body),
    asked: isConfirmed ? null : requested,
    scheduled_for: isConfirmed ? body.scheduled_for : null,
    deadline_at: body?.physician_order_submission_deadline_at ?? null,
  };
}

/** The state of an order beside what it shows. */
interface OrderState extends Pick<PhysicianView, 'clinician' | 'contact'> {
  notice: PhysicianOrder['notice'];
  /** The parked write that the order waits for; null without one. */
  parked: ParkedWrite | null;
}

/** Makes the view of an appointment's order. */
export function viewOf(
  owned: OwnedAppointment,
  shows: PhysicianShows,
  { notice, parked, clinician, contact }: OrderState,
): PhysicianView {
  const { physicianMode, body } = owned;
  const shownNotice = parked
    ? { code: parked.as, requestId: parked.as === 'unreadable' ? parked.writeId : null }
    : notice;
  return {
    ...subjectOf(owned),
    mode: physicianMode,
    shows,
    clinician,
    contact,
    physician_order: {
      status: body?.physician_order_status ?? null,
      submission_status: body?.physician_order_submission_status ?? null,
      submitted_at: body?.physician_order_submitted_at ?? null,
    },
    form_available: body?.has_signed_form ?? false,
    notice: shownNotice && { code: shownNotice.code, upstream_request_id: shownNotice.requestId },
    working: parked ? null : working(shows, body?.has_signed_form ?? false),
  };
}

function working(shows: PhysicianShows, formAvailable: boolean): PhysicianView['working'] {
  switch (shows.step) {
    case 'finalizing':
      return { poll_after_ms: soonMs };
    case 'provider':
      return shows.form ? null : { poll_after_ms: soonMs };
    case 'document':
      return shows.state === 'checking' ? { poll_after_ms: soonMs } : null;
    case 'progress':
      return formAvailable ? null : { poll_after_ms: laterMs };
    default:
      return null;
  }
}
