/** The 43 endpoints with the schemas by which the client reads and writes them, typed by hand. */
import type { z } from 'zod';
import {
  cancelRequest,
  cancelResponse,
  rescheduleRequest,
  rescheduleResponse,
} from '../../server/contract/upstream-api/appointment-changes.ts';
import {
  appointment,
  appointmentList,
  appointmentsQuery,
} from '../../server/contract/upstream-api/appointments.ts';
import { checkInLink } from '../../server/contract/upstream-api/check-in-link.ts';
import { configuration } from '../../server/contract/upstream-api/configuration.ts';
import {
  consentBundle,
  consentFinalized,
  consentFinalizeRequest,
  consentSession,
  consentSessionRequest,
} from '../../server/contract/upstream-api/consent.ts';
import {
  completeUploadRequest,
  consentEvidenceRequest,
  evidence,
  evidenceList,
  evidenceQuery,
  physicianEvidenceRequest,
} from '../../server/contract/upstream-api/evidence.ts';
import { handoffRequest, handoffResponse } from '../../server/contract/upstream-api/handoff.ts';
import { identity, identityRequest } from '../../server/contract/upstream-api/identity.ts';
import { locations, locationsQuery } from '../../server/contract/upstream-api/locations.ts';
import { offeringProduct, offeringSchedule } from '../../server/contract/upstream-api/offerings.ts';
import { order, orderRequest } from '../../server/contract/upstream-api/orders.ts';
import {
  physicianAbandonRequest,
  physicianFinalizeRequest,
  physicianOrderBundle,
  physicianSession,
  physicianSessionRequest,
} from '../../server/contract/upstream-api/physician-order.ts';
import {
  prescreenForm,
  prescreenRequest,
  prescreenSubmission,
} from '../../server/contract/upstream-api/prescreen.ts';
import {
  appointmentQuestionnaire,
  questionnaireDefinition,
  questionnaireRequest,
  questionnaireSubmission,
} from '../../server/contract/upstream-api/questionnaire.ts';
import { results, resultsQuery } from '../../server/contract/upstream-api/results.ts';
import { scheduleRequest, scheduleResponse } from '../../server/contract/upstream-api/schedule.ts';
import { signedForm } from '../../server/contract/upstream-api/signed-form.ts';
import {
  webhookEndpoint,
  webhookEndpointRequest,
} from '../../server/contract/upstream-api/webhook-endpoints.ts';

export interface WireSchemas {
  query?: z.ZodObject;
  request?: z.ZodType;
  /** Of the data; undefined for a PDF. */
  data?: z.ZodType;
}

const consentSessions = '/v1/api-first/consent-sessions';
const consentEvidence = '/v1/api-first/consent-evidence';
const ofAppointment = '/v1/api-first/appointments/{appointmentId}';
const physicianEvidence = '/v1/api-first/physician-order-evidence';
const physicianSessions = '/v1/api-first/physician-order-sessions';
const offering = '/v1/locations/{catalogId}/offerings/{offeringId}';

export const operations: Record<string, WireSchemas> = {
  'GET /v1/integration-configuration': { data: configuration },
  'GET /v1/locations': { query: locationsQuery, data: locations },
  [`GET ${offering}/products`]: { data: offeringProduct },
  [`GET ${offering}/schedule`]: { data: offeringSchedule },

  'POST /v1/api-first/identities': { request: identityRequest, data: identity },
  'GET /v1/api-first/identities/{identityId}': { data: identity },

  'GET /v1/api-first/consent-bundles/{testType}': { data: consentBundle },
  [`POST ${consentSessions}`]: { request: consentSessionRequest, data: consentSession },
  [`GET ${consentSessions}/{sessionId}`]: { data: consentSession },
  [`POST ${consentSessions}/{sessionId}/abandon`]: { data: consentSession },
  [`POST ${consentSessions}/{sessionId}/finalize`]: {
    request: consentFinalizeRequest,
    data: consentFinalized,
  },

  [`GET ${consentEvidence}`]: { query: evidenceQuery, data: evidenceList },
  [`POST ${consentEvidence}`]: { request: consentEvidenceRequest, data: evidence },
  [`GET ${consentEvidence}/{evidenceId}`]: { data: evidence },
  [`POST ${consentEvidence}/{evidenceId}/upload-sessions`]: { data: evidence },
  [`POST ${consentEvidence}/{evidenceId}/upload-sessions/{uploadSessionId}/complete`]: {
    request: completeUploadRequest,
    data: evidence,
  },

  [`GET ${ofAppointment}/physician-order-evidence`]: { query: evidenceQuery, data: evidenceList },
  [`POST ${ofAppointment}/physician-order-evidence`]: {
    request: physicianEvidenceRequest,
    data: evidence,
  },
  [`GET ${physicianEvidence}/{evidenceId}`]: { data: evidence },
  [`POST ${physicianEvidence}/{evidenceId}/upload-sessions`]: { data: evidence },
  [`POST ${physicianEvidence}/{evidenceId}/upload-sessions/{uploadSessionId}/complete`]: {
    request: completeUploadRequest,
    data: evidence,
  },

  [`GET ${ofAppointment}/physician-order-bundle`]: { data: physicianOrderBundle },
  [`POST ${ofAppointment}/physician-order-sessions`]: {
    request: physicianSessionRequest,
    data: physicianSession,
  },
  [`GET ${physicianSessions}/{sessionId}`]: { data: physicianSession },
  [`POST ${physicianSessions}/{sessionId}/abandon`]: {
    request: physicianAbandonRequest,
    data: physicianSession,
  },
  [`POST ${physicianSessions}/{sessionId}/finalize`]: {
    request: physicianFinalizeRequest,
    data: physicianSession,
  },

  'GET /v1/tests/{testType}/prescreen-form': { data: prescreenForm },
  'POST /v1/tests/{testType}/prescreen-form/submissions': {
    request: prescreenRequest,
    data: prescreenSubmission,
  },
  'POST /v1/orders': { request: orderRequest, data: order },

  'GET /v1/tests/{testType}/scheduling-questionnaire': { data: questionnaireDefinition },
  'GET /v1/appointments/{appointmentId}/scheduling-questionnaire': {
    data: appointmentQuestionnaire,
  },
  'POST /v1/appointments/{appointmentId}/scheduling-questionnaire': {
    request: questionnaireRequest,
    data: questionnaireSubmission,
  },
  'POST /v1/appointments/{appointmentId}/schedule': { request: scheduleRequest, data: scheduleResponse },

  'GET /v1/appointments': { query: appointmentsQuery, data: appointmentList },
  'GET /v1/appointments/{appointmentId}': { data: appointment },
  'POST /v1/appointments/{appointmentId}/cancel': {
    request: cancelRequest,
    data: cancelResponse,
  },
  'POST /v1/appointments/{appointmentId}/reschedule': {
    request: rescheduleRequest,
    data: rescheduleResponse,
  },
  'GET /v1/appointments/{appointmentId}/check-in-link': { data: checkInLink },
  'GET /v1/appointments/{appointmentId}/signed-form': { data: signedForm },
  'GET /v1/documents/vo2-physician-assessment': {},
  'GET /v1/results': { query: resultsQuery, data: results },

  'POST /v1/webhook-endpoints': { request: webhookEndpointRequest, data: webhookEndpoint },
  'POST /v1/orders/{orderId}/schedule-handoff': {
    request: handoffRequest,
    data: handoffResponse,
  },
};
