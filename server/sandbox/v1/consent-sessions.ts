/** Consent sessions (Consent session; CONS-16..CONS-46, ERR-15, GAP-21..GAP-29). */
import {
  type ConsentFinalized,
  type ConsentSession,
  consentFinalized,
  consentFinalizeRequest,
  consentSession,
  consentSessionRequest,
  decisionIds,
} from '../../contract/upstream-api/consent.ts';
import { testType } from '../../contract/upstream-api/test-types.ts';
import { contentHash } from '../catalog/stable-values.ts';
import { ApiError, codedError } from '../engine/api-error.ts';
import { secondsAfter } from '../engine/clock.ts';
import { nextId } from '../engine/ids.ts';
import { defineRoute } from '../engine/route.ts';
import { consentTemplate } from '../forms/consent-template.ts';
import { type ConsentSessionRecord, type State, templateVersion } from '../state.ts';
import { consentSessionTransitions } from '../states/consent-session-states.ts';
import { statusAfter } from '../states/transition-table.ts';
import { requireServiceConsent } from './consent-bundles.ts';
import { findIdentity } from './identities.ts';

const createRequest = consentSessionRequest.extend({ canonical_test_type: testType });

/** `decisions` must hold exactly the four decisions, each true (GAP-21). */
const finalizeRequest = consentFinalizeRequest.refine(
  ({ decisions }) =>
    decisionIds.every((id) => decisions[id] === true) && Object.keys(decisions).length === decisionIds.length,
  { path: ['decisions'], message: `must hold exactly ${decisionIds.join(', ')}, each true` },
);

/** The routes of consent sessions. */
export const consentSessionRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/api-first/consent-sessions',
    summary: 'Create or reuse a consent session',
    responses: { 200: consentSession, 201: consentSession },
    idempotencyKey: 'required',
    body: createRequest,
    handler({ key, body, now }, state) {
      requireServiceConsent(key);
      if (findIdentity(state, key.prefix, body) === undefined) throw new ApiError(404, 'No such identity.');
      const open = openSession(state, key.prefix, body);
      if (open !== undefined) return { status: 200, data: reuse(open, body) };
      const current = consentTemplate(
        body.canonical_test_type,
        templateVersion(state, 'consent', body.canonical_test_type),
      );
      if (body.consent_template_version_id !== current.id || body.content_hash !== current.content_hash)
        throw codedError(409, 'SANDBOX_TEMPLATE_STALE', 'The consent template is not the current one.');
      const session: ConsentSessionRecord = {
        id: nextId(state.counters, 'consent session'),
        owner: key.prefix,
        pinned: body,
        status: 'open',
        expires_at: secondsAfter(now, state.settings.consent_session_seconds).toISOString(),
        finalized_at: null,
        abandoned_at: null,
        grant_id: null,
      };
      state.consentSessions.set(session.id, session);
      return { status: 201, data: present(session) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/api-first/consent-sessions/:sessionId',
    summary: 'Read a consent session',
    responses: { 200: consentSession },
    handler: ({ key, params }, state) => ({
      status: 200,
      data: present(findSession(state, key.prefix, params.sessionId)),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/api-first/consent-sessions/:sessionId/abandon',
    summary: 'Abandon a consent session',
    responses: { 200: consentSession },
    idempotencyKey: 'optional',
    handler({ key, params, now }, state) {
      const session = findSession(state, key.prefix, params.sessionId);
      // Without an idempotency key, a repeated request must succeed too.
      if (session.status !== 'abandoned') {
        apply(session, 'abandon');
        session.abandoned_at = now.toISOString();
      }
      return { status: 200, data: present(session) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/api-first/consent-sessions/:sessionId/finalize',
    summary: 'Finalize a consent session',
    responses: { 201: consentFinalized },
    idempotencyKey: 'required',
    body: finalizeRequest,
    handler({ key, params, now }, state) {
      const session = findSession(state, key.prefix, params.sessionId);
      apply(session, 'finalize');
      const grant = {
        id: nextId(state.counters, 'consent grant'),
        owner: key.prefix,
        customer_identity_id: session.pinned.customer_identity_id,
        test_type: session.pinned.canonical_test_type,
        expires_at: secondsAfter(now, state.settings.consent_grant_seconds).toISOString(),
      };
      state.grants.set(grant.id, grant);
      session.finalized_at = now.toISOString();
      session.grant_id = grant.id;
      const data: ConsentFinalized = {
        grant: { id: grant.id, expires_at: grant.expires_at },
        session: present(session),
        artifact: {
          id: nextId(state.counters, 'consent artifact'),
          content_hash: contentHash({ ...session.pinned, grant_id: grant.id }),
          created_at: now.toISOString(),
        },
      };
      return { status: 201, data };
    },
  }),
];

type Pinned = ConsentSessionRecord['pinned'];

function openSession(state: State, owner: string, wanted: Pinned): ConsentSessionRecord | undefined {
  return [...state.consentSessions.values()].find(
    (session) =>
      session.owner === owner &&
      session.status === 'open' &&
      session.pinned.customer_identity_id === wanted.customer_identity_id &&
      session.pinned.canonical_test_type === wanted.canonical_test_type,
  );
}

/** Reuses the open session for the same four fields; another template is a conflict (GAP-25, GAP-26). */
function reuse(open: ConsentSessionRecord, wanted: Pinned): ConsentSession {
  if (contentHash(open.pinned) !== contentHash(wanted))
    throw codedError(
      409,
      'CONSENT_SESSION_OPEN',
      'Another consent session is open for this customer and test.',
      {
        session_id: open.id,
      },
    );
  return present(open);
}

function findSession(state: State, owner: string, id: string): ConsentSessionRecord {
  const session = state.consentSessions.get(id);
  if (session?.owner !== owner) throw new ApiError(404, 'No such consent session.');
  return session;
}

function apply(session: ConsentSessionRecord, transition: 'abandon' | 'finalize'): void {
  const status = statusAfter(consentSessionTransitions, transition, session.status);
  if (status === null)
    throw codedError(409, 'SANDBOX_SESSION_CLOSED', `The consent session is ${session.status}.`);
  session.status = status;
}

function present(session: ConsentSessionRecord): ConsentSession {
  const { id, pinned, status, expires_at, finalized_at, abandoned_at, grant_id } = session;
  return {
    id,
    canonical_test_type: pinned.canonical_test_type,
    customer_identity_id: pinned.customer_identity_id,
    expires_at,
    finalized_at,
    abandoned_at,
    abandonment_reason: null,
    grant: grant_id === null ? null : { id: grant_id },
    status,
  };
}
