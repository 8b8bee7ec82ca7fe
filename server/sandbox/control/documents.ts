/** GET /sandbox/documents: the PDFs and structured physician orders of all partners, newest first, with their possible outcomes and the route that sets them. */
import { z } from 'zod';
import { testNameOf } from '../catalog/test-facts.ts';
import { ApiError } from '../engine/api-error.ts';
import { nowOf } from '../engine/clock.ts';
import { presentSession, renderArtifact } from '../physician/session-changes.ts';
import type { State } from '../state.ts';
import { physicianSessionTransitions } from '../states/physician-session-states.ts';
import { statusAfter } from '../states/transition-table.ts';
import { type ControlRoute, controlRoute } from './control-route.ts';
import { outcomesOf } from './evidence.ts';

/** The route of the list of documents. */
export const documentRoute: ControlRoute = {
  method: 'GET',
  path: '/sandbox/documents',
  label: 'List the documents',
  handler: (_request, state) => ({ documents: [...evidence(state), ...sessions(state)] }),
};

/** A document or a physician order as the control plane lists it. */
export type ListedDocument = ReturnType<typeof evidence>[number] | ReturnType<typeof sessions>[number];

function evidence(state: State) {
  return [...state.evidence.values()].reverse().map((record) => ({
    id: record.id,
    kind: record.kind,
    status: record.status,
    test_type: record.canonical_test_type,
    test_name: testNameOf(record.canonical_test_type),
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
  return [...state.physicianSessions.values()].reverse().map((session) => {
    const test_type = state.appointments.get(session.appointment_id)?.test_type ?? null;
    return {
      id: session.id,
      kind: 'structured_physician_order',
      status: session.status,
      test_type,
      test_name: test_type && testNameOf(test_type),
      signer_name: session.physician.full_name,
      safe_reason_code: null,
      appointment_id: session.appointment_id,
      api_key_prefix: session.owner,
      outcomes:
        statusAfter(physicianSessionTransitions, 'render', session.status) === null
          ? []
          : ['available', 'failed'],
      lever: `/sandbox/physician-sessions/${session.id}/artifact`,
    };
  });
}

const artifactRequest = z.strictObject({
  status: z
    .enum(['available', 'failed'])
    .meta({ labels: { available: 'Artifact available', failed: 'Fail' } }),
});

/**
 * POST /sandbox/physician-sessions/{id}/artifact: ends the rendering of a signed order, available or failed (PHY-20, GAP-81).
 */
export const physicianSessionControlRoute = controlRoute({
  method: 'POST',
  path: '/sandbox/physician-sessions/:id/artifact',
  label: 'End the rendering of a signed order',
  body: artifactRequest,
  handler({ params, body, origin }, state) {
    const session = state.physicianSessions.get(params.id ?? '');
    if (session === undefined) throw new ApiError(404, 'id: no such physician-order session');
    const { status } = body();
    if (statusAfter(physicianSessionTransitions, 'render', session.status) === null)
      throw new ApiError(409, `status: a session that is ${session.status} renders no artifact`);
    const now = nowOf(state.clock);
    renderArtifact(state, session, status, now);
    return presentSession(state, session, now, origin);
  },
});
