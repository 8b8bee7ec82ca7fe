/** Physician-order evidence: listed and created under an appointment, otherwise addressed by its own id (Physician-order evidence; PEV-01..PEV-18, GAP-04, GAP-77). */
import { evidence, evidenceList, physicianEvidenceRequest } from '../../contract/upstream-api/evidence.ts';
import { defineRoute } from '../engine/route.ts';
import { checkValues, ifFuture } from '../engine/strict-values.ts';
import { createEvidence } from '../evidence/evidence-changes.ts';
import { presentEvidence } from '../evidence/present-evidence.ts';
import { physicianRequestId, physicianWork } from '../physician/physician-branch.ts';
import { licenseState, npi } from '../physician/provider-formats.ts';
import { findAppointment } from './appointments.ts';
import { evidenceListQuery, type KindOfEvidence, listEvidence, recordRoutes } from './evidence.ts';

const physicianEvidence: KindOfEvidence = {
  kind: 'physician_order',
  base: '/v1/api-first/physician-order-evidence',
  read: 'read:physician_order_evidence',
  write: 'write:physician_order_evidence',
  provisioned: ({ physician_order_mode }) => physician_order_mode === 'api_partner_pdf',
};

/** The routes of physician-order evidence. */
export const physicianEvidenceRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/api-first/appointments/:appointmentId/physician-order-evidence',
    summary: "List the physician's orders handed in for an appointment",
    scope: physicianEvidence.read,
    query: evidenceListQuery,
    responses: { 200: evidenceList },
    handler({ key, params, query, origin }, state) {
      const appointment = findAppointment(state, key.prefix, params.appointmentId);
      physicianWork(state, appointment, 'api_partner_pdf');
      const data = listEvidence(
        state,
        query,
        origin,
        ({ appointment_id }) => appointment_id === appointment.appointment_id,
      );
      return { status: 200, data };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/api-first/appointments/:appointmentId/physician-order-evidence',
    summary: "Declare a physician's order document and open its upload session",
    scope: physicianEvidence.write,
    idempotencyKey: 'required',
    body: physicianEvidenceRequest.extend({ npi, license_state: licenseState }),
    responses: { 201: evidence },
    handler({ key, params, body, now, origin }, state) {
      checkValues(state, { order_date: ifFuture(body.order_date, now) });
      const appointment = findAppointment(state, key.prefix, params.appointmentId);
      const { booking } = physicianWork(state, appointment, 'api_partner_pdf');
      const record = createEvidence(
        state,
        {
          kind: physicianEvidence.kind,
          owner: key.prefix,
          external_reference_id: body.external_reference_id,
          document: body.document,
          customer_identity_id: booking.customer_identity_id,
          canonical_test_type: appointment.test_type,
          signer_name: body.physician_full_name,
          collected_at: null,
          signed_at: null,
          appointment_id: appointment.appointment_id,
          physician_order_request_id: physicianRequestId(appointment),
        },
        now,
      );
      return { status: 201, data: presentEvidence(state, record, origin) };
    },
  }),
  ...recordRoutes(physicianEvidence),
];
