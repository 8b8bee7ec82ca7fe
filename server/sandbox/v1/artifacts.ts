/** Documents of an appointment: check-in link, signed form, and the blank VO2 assessment (Appointments 4, 5; APT-48..APT-64, GAP-72..GAP-74). */
import { type CheckInLink, checkInLink } from '../../contract/upstream-api/check-in-link.ts';
import { type SignedForm, signedForm } from '../../contract/upstream-api/signed-form.ts';
import { vo2AssessmentPdf } from '../documents/pdf.ts';
import { codedError } from '../engine/api-error.ts';
import { secondsAfter } from '../engine/clock.ts';
import { defineRoute } from '../engine/route.ts';
import type { AppointmentRecord } from '../state.ts';
import { issueLink, issueSignedFormUrl, signedFormSeconds } from '../temporary-links/temporary-links.ts';
import { findAppointment } from './appointments.ts';
import { formFields } from './physician-fields.ts';

const checkInSecondsAfterStart = 6 * 3600;
const formRetrySeconds = 60;

/** The routes of an appointment's documents. */
export const artifactRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/appointments/:appointmentId/check-in-link',
    summary: 'Get a check-in link',
    scope: 'read:appointments',
    responses: { 200: checkInLink },
    handler({ key, params, now, origin }, state) {
      const appointment = findAppointment(state, key.prefix, params.appointmentId);
      const { appointment_id, status, scheduled_for } = appointment;
      const expires = scheduled_for && secondsAfter(new Date(scheduled_for), checkInSecondsAfterStart);
      if (status !== 'confirmed' || !expires || expires <= now)
        throw codedError(409, 'SANDBOX_NOT_CONFIRMED', 'There is no confirmed appointment to check in to.');
      const expires_at = expires.toISOString();
      const data: CheckInLink = {
        url: origin + issueLink(state, { leads_to: 'check_in', appointment_id, expires_at }),
        expires_at_iso: expires_at,
        expires_at_unix: Math.floor(expires.getTime() / 1000),
      };
      return { status: 200, data };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/appointments/:appointmentId/signed-form',
    summary: 'Get the signed form',
    scope: 'read:appointments',
    responses: { 200: signedForm },
    handler({ key, params, now, origin }, state) {
      const appointment = findAppointment(state, key.prefix, params.appointmentId);
      if (!appointment.form_available) throw formUnavailable(appointment);
      const data: SignedForm = {
        appointment_id: appointment.appointment_id,
        form_type: formFields(appointment).form_type,
        signed_form_url: issueSignedFormUrl(state, appointment, origin, now),
        expires_in_seconds: signedFormSeconds,
      };
      return { status: 200, data };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/documents/vo2-physician-assessment',
    summary: 'Get the blank VO2 physician assessment',
    responses: { 200: 'application/pdf' },
    handler: () => ({ status: 200, data: null, pdf: vo2AssessmentPdf() }),
  }),
];

/** 409 while a physician may still sign, otherwise 404. */
function formUnavailable({ status }: AppointmentRecord) {
  const isUnderWay = !['pending_scheduling', 'canceled', 'refunded', 'no_show'].includes(status);
  if (!isUnderWay)
    return codedError(404, 'ARTIFACT_NOT_AVAILABLE', 'There is no signed form for this appointment.');
  return codedError(
    409,
    'PHYSICIAN_ORDER_PENDING',
    'The physician has not signed yet.',
    { retry_after_seconds: formRetrySeconds },
    { 'Retry-After': String(formRetrySeconds) },
  );
}
