/** The journey's logical writes: verb, path, what is sent and what comes back (Endpoints). Nothing else is ever written. */
import type { z } from 'zod';
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

export interface WriteKindEntry {
  method: 'POST';
  /** With `{name}` for each parameter. */
  path: string;
  /** Null where the endpoint takes no body (GAP-27). */
  body: z.ZodType<object> | null;
  answer: z.ZodType<object>;
}

const post = (
  path: string,
  body: WriteKindEntry['body'],
  answer: WriteKindEntry['answer'],
): WriteKindEntry => ({
  method: 'POST',
  path,
  body,
  answer,
});

export const writeKinds = {
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
} as const satisfies Record<string, WriteKindEntry>;

export type WriteKind = keyof typeof writeKinds;
export const isWriteKind = (kind: string): kind is WriteKind => Object.hasOwn(writeKinds, kind);
