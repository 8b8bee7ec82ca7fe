/** The journey's logical writes, under the key of the full API: verb, path, what is sent and what comes back (Endpoints; HND-03). */
import {
  consentFinalized,
  consentFinalizeRequest,
  consentSession,
  consentSessionRequest,
} from '../contract/upstream-api/consent.ts';
import { questionnaireRequest, questionnaireSubmission } from '../contract/upstream-api/questionnaire.ts';
import { scheduleRequest, scheduleResponse } from '../contract/upstream-api/schedule.ts';
import { appointmentWrites } from './appointments/writes.ts';
import { evidenceWrites } from './evidence/writes.ts';
import { orderWrites } from './orders/writes.ts';
import { physicianWrites } from './physician/writes.ts';
import { webhookWrites } from './webhooks/writes.ts';
import { post, type WriteKindEntry } from './write-kind-entry.ts';

export const journeyWrites = {
  'consent_session.create': post('/v1/api-first/consent-sessions', consentSessionRequest, consentSession),
  'consent_session.abandon': post('/v1/api-first/consent-sessions/{sessionId}/abandon', null, consentSession),
  'consent_session.finalize': post(
    '/v1/api-first/consent-sessions/{sessionId}/finalize',
    consentFinalizeRequest,
    consentFinalized,
  ),
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
  ...orderWrites,
  ...evidenceWrites,
  ...physicianWrites,
  ...appointmentWrites,
  ...webhookWrites,
} as const satisfies Record<string, WriteKindEntry>;
