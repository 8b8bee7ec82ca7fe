/** The journey's logical writes, under the key of the full API: verb, path, what is sent and what comes back (Endpoints; HND-03). */
import {
  consentFinalized,
  consentFinalizeRequest,
  consentSession,
  consentSessionRequest,
} from '../contract/upstream-api/consent.ts';
import { identity, identityRequest } from '../contract/upstream-api/identity.ts';
import { order, orderRequest } from '../contract/upstream-api/orders.ts';
import { prescreenRequest, prescreenSubmission } from '../contract/upstream-api/prescreen.ts';
import { questionnaireRequest, questionnaireSubmission } from '../contract/upstream-api/questionnaire.ts';
import { scheduleRequest, scheduleResponse } from '../contract/upstream-api/schedule.ts';
import { appointmentWrites } from './appointment-writes.ts';
import { evidenceWrites } from './evidence-writes.ts';
import { physicianWrites } from './physician-writes.ts';
import { webhookWrites } from './webhook-writes.ts';
import { post, type WriteKindEntry } from './write-kind-entry.ts';

export const journeyWrites = {
  'identity.save': post('/v1/api-first/identities', identityRequest, identity),
  'consent_session.create': post('/v1/api-first/consent-sessions', consentSessionRequest, consentSession),
  'consent_session.abandon': post('/v1/api-first/consent-sessions/{sessionId}/abandon', null, consentSession),
  'consent_session.finalize': post(
    '/v1/api-first/consent-sessions/{sessionId}/finalize',
    consentFinalizeRequest,
    consentFinalized,
  ),
  'prescreen.submit': post(
    '/v1/tests/{testType}/prescreen-form/submissions',
    prescreenRequest,
    prescreenSubmission,
  ),
  'order.place': post('/v1/orders', orderRequest, order),
  'questionnaire.submit': post(
    '/v1/appointments/{appointmentId}/scheduling-questionnaire',
    questionnaireRequest,
    questionnaireSubmission,
  ),
  'appointment.schedule': post(
    '/v1/appointments/{appointmentId}/schedule',
    scheduleRequest,
    scheduleResponse,
  ),
  ...evidenceWrites,
  ...physicianWrites,
  ...appointmentWrites,
  ...webhookWrites,
} as const satisfies Record<string, WriteKindEntry>;
