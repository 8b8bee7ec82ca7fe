/** Structured physician-order sessions (Structured physician order; PHY-08..PHY-41, GAP-77, GAP-79..GAP-85). */
import { z } from 'zod';
import {
  orderingPhysician,
  type PhysicianFinalizeRequest,
  type PhysicianSessionRequest,
  physicianAbandonRequest,
  physicianFinalizeRequest,
  physicianSession,
  physicianSessionRequest,
} from '../../contract/upstream-api/physician-order.ts';
import { contentHash } from '../catalog/stable-values.ts';
import { ApiError, codedError } from '../engine/api-error.ts';
import { secondsAfter } from '../engine/clock.ts';
import { nextId } from '../engine/ids.ts';
import { defineRoute } from '../engine/route.ts';
import { checkValues, ifFuture } from '../engine/strict-values.ts';
import { physicianAttestation } from '../forms/physician-template.ts';
import { contextHash, orderContext, physicianRequestId } from '../physician/physician-branch.ts';
import { presentationOf } from '../physician/presentation.ts';
import { licenseState, npi } from '../physician/provider-formats.ts';
import {
  currentSession,
  finalizeSession,
  presentSession,
  transitionSession,
} from '../physician/session-changes.ts';
import type { PhysicianSessionRecord } from '../physician/session-record.ts';
import type { State } from '../state.ts';
import { findAppointment } from './appointments.ts';
import {
  approvalMethods,
  currentTemplate,
  requireStructuredOrders,
  templateReference,
  workflowTypes,
} from './physician-bundles.ts';
import { requireBranch } from './require-branch.ts';

const sessionSeconds = 24 * 60 * 60;
const base = '/v1/api-first/physician-order-sessions';

const createRequest = physicianSessionRequest.extend({
  physician: orderingPhysician.extend({ npi, license_state: licenseState }),
  approval_method: z.enum(approvalMethods),
  workflow_type: z.enum(workflowTypes),
});

/** The routes of structured orders. */
export const physicianSessionRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/api-first/appointments/:appointmentId/physician-order-sessions',
    summary: 'Freeze a structured order for the physician to read and sign',
    scope: 'write:physician_order_evidence',
    idempotencyKey: 'required',
    body: createRequest,
    responses: { 201: physicianSession },
    handler({ key, params, body, now, origin }, state) {
      checkValues(state, { order_date: ifFuture(body.order_date, now) });
      const context = orderContext(state, findAppointment(state, key.prefix, params.appointmentId));
      const { appointment } = context;
      requireStructuredOrders(state);
      const template = currentTemplate(state, appointment.test_type);
      requireEqual({
        template_version_id: [body.template_version_id, template.id],
        content_hash: [body.content_hash, template.content_hash],
        context_hash: [body.context_hash, contextHash(context)],
      });
      const replaced = sessionToReplace(state, appointment.appointment_id, body);

      const presentation = presentationOf(template, context, body);
      const session: PhysicianSessionRecord = {
        id: nextId(state.counters, 'physician session'),
        owner: key.prefix,
        appointment_id: appointment.appointment_id,
        request_id: physicianRequestId(appointment),
        status: 'open',
        approval_method: body.approval_method,
        workflow_type: body.workflow_type,
        order_date: body.order_date,
        expires_at: secondsAfter(now, sessionSeconds).toISOString(),
        context_hash: body.context_hash,
        presentation_hash: contentHash(presentation),
        partner_attestation: physicianAttestation,
        physician: body.physician,
        template: templateReference(template),
        presentation,
        expired: false,
        finalized_at: null,
        artifact_status: 'pending',
      };
      if (replaced !== undefined) transitionSession(replaced, 'replace');
      state.physicianSessions.set(session.id, session);
      return { status: 201, data: presentSession(state, session, now, origin) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${base}/:sessionId`,
    summary: 'Read a structured order session and its artifact',
    scope: 'read:physician_order_evidence',
    responses: { 200: physicianSession },
    handler({ key, params, now, origin }, state) {
      const session = findSession(state, key, params.sessionId);
      return { status: 200, data: presentSession(state, session, now, origin) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${base}/:sessionId/abandon`,
    summary: 'Give up an open structured order session',
    scope: 'write:physician_order_evidence',
    idempotencyKey: 'required',
    body: physicianAbandonRequest,
    responses: { 200: physicianSession },
    handler({ key, params, now, origin }, state) {
      const session = findSession(state, key, params.sessionId);
      transitionSession(session, 'abandon');
      return { status: 200, data: presentSession(state, session, now, origin) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${base}/:sessionId/finalize`,
    summary: "Hand in the physician's approval of a structured order",
    scope: 'write:physician_order_evidence',
    idempotencyKey: 'required',
    body: physicianFinalizeRequest,
    responses: { 202: physicianSession },
    handler({ key, params, body, now, origin }, state) {
      const session = findSession(state, key, params.sessionId);
      requireUnchanged(session, body);
      checkValues(state, { 'approval.approved_at': ifFuture(body.approval.approved_at, now) });
      finalizeSession(state, session, now);
      return {
        status: 202,
        data: presentSession(state, session, now, origin),
        headers: { Location: `${base}/${session.id}`, 'Retry-After': retryAfter(state) },
      };
    },
  }),
];

/** Only an open session can be replaced, and only by name (GAP-85). */
function sessionToReplace(
  state: State,
  appointmentId: string,
  { replaces_session_id }: PhysicianSessionRequest,
): PhysicianSessionRecord | undefined {
  const current = currentSession(state, appointmentId);
  if (replaces_session_id === undefined) {
    if (current !== undefined)
      throw codedError(
        409,
        'SANDBOX_SESSION_OPEN',
        'A physician-order session stands for this appointment.',
        {
          session_id: current.id,
        },
      );
    return undefined;
  }
  const named = state.physicianSessions.get(replaces_session_id);
  if (named?.appointment_id !== appointmentId)
    throw new ApiError(404, 'No such physician-order session of this appointment.');
  if (named.status !== 'open')
    throw codedError(409, 'SANDBOX_SESSION_CLOSED', `The session to replace is ${named.status}.`);
  return named;
}

/** @throws ApiError 409 if a hash differs from the frozen one, or the session has expired (PHY-34, PHY-36, GAP-83) */
function requireUnchanged(session: PhysicianSessionRecord, body: PhysicianFinalizeRequest): void {
  if (session.expired)
    throw codedError(409, 'SANDBOX_HASH_MISMATCH', 'The session expired, its hashes with it.');
  requireEqual({
    template_version_id: [body.template_version_id, session.template.id],
    content_hash: [body.content_hash, session.template.content_hash],
    context_hash: [body.context_hash, session.context_hash],
    presentation_hash: [body.presentation_hash, session.presentation_hash],
    'partner_attestation.version': [body.partner_attestation.version, session.partner_attestation.version],
    'partner_attestation.text_hash': [
      body.partner_attestation.text_hash,
      session.partner_attestation.text_hash,
    ],
  });
}

function requireEqual(pairs: Record<string, [given: string, frozen: string]>): void {
  const fields = Object.keys(pairs).filter((field) => pairs[field]?.[0] !== pairs[field]?.[1]);
  if (fields.length > 0)
    throw codedError(409, 'SANDBOX_HASH_MISMATCH', `Not what is current here: ${fields.join(', ')}.`, {
      fields,
    });
}

function findSession(
  state: State,
  key: { prefix: string; physician_order_mode: string },
  id: string,
): PhysicianSessionRecord {
  const session = state.physicianSessions.get(id);
  if (session?.owner === key.prefix) return session;
  requireBranch(key.physician_order_mode === 'structured_api');
  throw new ApiError(404, 'No such physician-order session.');
}

/** Whole seconds, at least 1. */
function retryAfter({ settings }: State): string {
  return String(Math.max(1, Math.ceil(settings.physician_artifact_seconds ?? 5)));
}
