/** GET /sandbox/documents: the PDFs and structured physician orders of all partners, newest first, with their possible outcomes and the route that sets them. */
import type { State } from '../state.ts';
import { statusAfter } from '../states/physician-session-states.ts';
import type { ControlRoute } from './control-route.ts';
import { outcomesOf } from './evidence.ts';

/** The route of the list of documents. */
export const documentRoutes: ControlRoute[] = [
  {
    method: 'GET',
    path: '/sandbox/documents',
    handler: (_request, state) => ({ documents: [...evidence(state), ...sessions(state)] }),
  },
];

/** A document or a physician order as the control plane lists it. */
export type ListedDocument = ReturnType<typeof evidence>[number] | ReturnType<typeof sessions>[number];

function evidence(state: State) {
  return [...state.evidence.values()].reverse().map((record) => ({
    id: record.id,
    kind: record.kind,
    status: record.status,
    test_type: record.canonical_test_type,
    signer_name: record.signer_name,
    safe_reason_code: record.safe_reason_code,
    appointment_id: record.appointment_id,
    api_key_prefix: record.owner,
    /** Values of `status` that a POST to `lever` accepts now. */
    outcomes: outcomesOf(record),
    lever: `/sandbox/evidence/${record.id}/outcome`,
  }));
}

function sessions(state: State) {
  return [...state.physicianSessions.values()].reverse().map((session) => ({
    id: session.id,
    kind: 'structured_physician_order',
    status: session.status,
    test_type: state.appointments.get(session.appointment_id)?.test_type ?? null,
    signer_name: session.physician.full_name,
    safe_reason_code: null,
    appointment_id: session.appointment_id,
    api_key_prefix: session.owner,
    outcomes: statusAfter('render', session.status) === null ? [] : ['available', 'failed'],
    lever: `/sandbox/physician-sessions/${session.id}/artifact`,
  }));
}
