/**
 * Every logical write, by the flow whose key sends it; the server writes nothing else (Host; HND-03, HND-06, T85). A
 * flow cannot name a write of the other flow. Writes of both flows are in both tables. Ids go back as the service gave
 * them. The service has no other writes than by POST.
 */
import { z } from 'zod';
import { cancelRequest, rescheduleRequest } from '../contract/upstream-api/appointment-changes.ts';
import { consentFinalizeRequest, consentSessionRequest } from '../contract/upstream-api/consent.ts';
import {
  completeUploadRequest,
  consentEvidenceRequest,
  physicianEvidenceRequest,
} from '../contract/upstream-api/evidence.ts';
import { handoffRequest } from '../contract/upstream-api/handoff.ts';
import { identityRequest } from '../contract/upstream-api/identity.ts';
import { orderRequest } from '../contract/upstream-api/orders.ts';
import {
  physicianAbandonRequest,
  physicianFinalizeRequest,
  physicianSessionRequest,
} from '../contract/upstream-api/physician-order.ts';
import { prescreenRequest } from '../contract/upstream-api/prescreen.ts';
import { questionnaireRequest } from '../contract/upstream-api/questionnaire.ts';
import { scheduleRequest } from '../contract/upstream-api/schedule.ts';
import { webhookEndpointRequest } from '../contract/upstream-api/webhook-endpoints.ts';
import { canceled, rescheduled, scheduled } from './appointments/responses.ts';
import { consentAbandoned, consentFinalized, consentSession } from './consent/responses.ts';
import { evidence, evidenceWithUpload } from './evidence/responses.ts';
import { identity, order, prescreened } from './orders/responses.ts';
import { physicianSession, sessionChanged } from './physician/responses.ts';
import { formAnswers } from './prescreen/form.ts';
import { submitted } from './questionnaire/responses.ts';
import { anyId, type ResponseReader, reader } from './response-reader.ts';

/** The two flows of the service; each has its own API key. */
export const flows = ['full_api', 'co_branded'] as const;
/** One of the two flows of the service. */
export type Flow = (typeof flows)[number];

/** What the outbox needs to know about one kind of write. */
interface WriteKindEntry {
  /** With `{name}` for each parameter. */
  path: string;
  /** Null if the endpoint takes no body (GAP-27). */
  body: z.ZodType<object> | null;
  /** How the response's data is read. */
  response: ResponseReader;
}

const post = (
  path: string,
  body: WriteKindEntry['body'],
  response: WriteKindEntry['response'],
): WriteKindEntry => ({ path, body, response });

const appointment = '/v1/appointments/{appointmentId}';
const orderIds = {
  catalog_id: anyId,
  offering_id: anyId,
  product_id: anyId,
  test_id: anyId,
  customer_identity_id: anyId.optional(),
  consent_grant_id: anyId.optional(),
  partner_consent_evidence_id: anyId.optional(),
};
const anyShape = reader({ needed: z.looseObject({}), named: z.looseObject({}) });

/** Host; HND-05, GAP-95; APT-34, APT-38, APT-44; WHK-03. */
const ofBothFlows = {
  'identity.save': post('/v1/api-first/identities', identityRequest, identity),
  'prescreen.submit': post(
    '/v1/tests/{testType}/prescreen-form/submissions',
    prescreenRequest.extend({ ...orderIds, prescreen: formAnswers }),
    prescreened,
  ),
  'order.place': post('/v1/orders', orderRequest.extend({ ...orderIds, order_id: anyId.optional() }), order),
  'appointment.cancel': post(`${appointment}/cancel`, cancelRequest, canceled),
  'appointment.reschedule': post(`${appointment}/reschedule`, rescheduleRequest, rescheduled),
  /** The specification does not show the response: it is stored whole, and the assumptions find its secret (GAP-86). */
  'webhook_endpoint.register': post('/v1/webhook-endpoints', webhookEndpointRequest, anyShape),
};

const consentSessions = '/v1/api-first/consent-sessions';
const consentEvidence = '/v1/api-first/consent-evidence';
/** Created under the appointment; all later requests are under the record itself (PEV-14, T69). */
const physicianEvidence = '/v1/api-first/physician-order-evidence';
const renewal = '/{evidenceId}/upload-sessions';
const completion = '/{evidenceId}/upload-sessions/{uploadSessionId}/complete';
const physicianSessionPath = '/v1/api-first/physician-order-sessions/{sessionId}';

/** The body that creates consent evidence. */
export const consentEvidenceBody = consentEvidenceRequest.extend({ customer_identity_id: anyId });

/** A success without any field has no page: its request is sent again until it has one. */
const filled = z.looseObject({}).refine((answer) => Object.keys(answer).length > 0);

const tables = {
  full_api: {
    ...ofBothFlows,
    'consent_session.create': post(
      consentSessions,
      consentSessionRequest.extend({ customer_identity_id: anyId, consent_template_version_id: anyId }),
      consentSession,
    ),
    'consent_session.abandon': post(`${consentSessions}/{sessionId}/abandon`, null, consentAbandoned),
    'consent_session.finalize': post(
      `${consentSessions}/{sessionId}/finalize`,
      consentFinalizeRequest,
      consentFinalized,
    ),
    'consent_evidence.create': post(consentEvidence, consentEvidenceBody, evidenceWithUpload),
    'consent_evidence.renew_upload': post(consentEvidence + renewal, null, evidenceWithUpload),
    'consent_evidence.complete': post(consentEvidence + completion, completeUploadRequest, evidence),
    'physician_evidence.create': post(
      '/v1/api-first/appointments/{appointmentId}/physician-order-evidence',
      physicianEvidenceRequest,
      evidenceWithUpload,
    ),
    'physician_evidence.renew_upload': post(physicianEvidence + renewal, null, evidenceWithUpload),
    'physician_evidence.complete': post(physicianEvidence + completion, completeUploadRequest, evidence),
    /** The answer to a question that is not yes or no has the type that the question asks for (GAP-58). */
    'questionnaire.submit': post(
      `${appointment}/scheduling-questionnaire`,
      questionnaireRequest.extend({
        questionnaire_definition_id: anyId,
        answers: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])),
      }),
      submitted,
    ),
    /** Of this flow only: the co-branded flow schedules on the hosted page (SCH-02). */
    'appointment.schedule': post(`${appointment}/schedule`, scheduleRequest, scheduled),
    'physician_session.create': post(
      '/v1/api-first/appointments/{appointmentId}/physician-order-sessions',
      physicianSessionRequest.extend({ template_version_id: anyId, replaces_session_id: anyId.optional() }),
      physicianSession,
    ),
    /** Its 202 is the response; the server ignores its `Location` (T07, T74). */
    'physician_session.finalize': post(
      `${physicianSessionPath}/finalize`,
      physicianFinalizeRequest.extend({ template_version_id: anyId }),
      sessionChanged,
    ),
    'physician_session.abandon': post(
      `${physicianSessionPath}/abandon`,
      physicianAbandonRequest,
      sessionChanged,
    ),
  },
  co_branded: {
    ...ofBothFlows,
    /** The specification does not show the response: it is stored whole and read by the assumptions (GAP-94). */
    'handoff.create': post(
      '/v1/orders/{orderId}/schedule-handoff',
      handoffRequest,
      reader({ needed: filled, named: filled }),
    ),
  },
} satisfies Record<Flow, Record<string, WriteKindEntry>>;

/** The names of a flow's writes. @typeParam F the flow. @default 'full_api' */
export type WriteKind<F extends Flow = 'full_api'> = F extends Flow
  ? Extract<keyof (typeof tables)[F], string>
  : never;

/** The kinds of writes of each flow, by name. */
export const writeKinds: { readonly [F in Flow]: Readonly<Record<WriteKind<F>, WriteKindEntry>> } = tables;

/** The names of each flow's kinds of writes. */
export const writeKindNames: Readonly<Record<Flow, readonly string[]>> = {
  full_api: Object.keys(writeKinds.full_api),
  co_branded: Object.keys(writeKinds.co_branded),
};

/**
 * Whether a write does no harm if it is made twice: an identity is updated, a consent is given again, and a prescreen
 * without an order has no effect.
 */
export const isRepeatable = (kind: string): boolean =>
  kind === 'identity.save' || kind === 'prescreen.submit' || kind.startsWith('consent_session.');

const ofPaidBooking = ['order.place', 'questionnaire.submit', 'appointment.schedule', 'handoff.create'];

/** Whether only a paid booking has writes of this kind. */
export const isOfPaidBooking = (kind: string): boolean => ofPaidBooking.includes(kind);

const onKnownRoutes = ['order.place', 'questionnaire.submit', 'appointment.schedule'];

/**
 * Whether a 404 to a write of this kind may pass: its route, or what it is about, was there a moment ago. It may be gone
 * while the service is released.
 */
export const mayBeFoundAgain = (kind: string): boolean =>
  onKnownRoutes.includes(kind) || kind.startsWith('consent_session.');

/** Whether the flow has a write of this name. */
export const isWriteKind = <F extends Flow>(flow: F, kind: string): kind is WriteKind<F> =>
  Object.hasOwn(writeKinds[flow], kind);

/**
 * Finds the entry of a write.
 * @throws Error if the flow has no such write
 */
export const writeKind = <F extends Flow>(flow: F, kind: WriteKind<F>): WriteKindEntry => {
  const table: Readonly<Record<string, WriteKindEntry>> = writeKinds[flow];
  const found = table[kind];
  if (!found) throw new Error(`${flow} has no write ${kind}`);
  return found;
};
