/** The endpoints of the specification. */
import { z } from 'zod';
import { shapes } from './shapes.ts';

const api = '/v1/api-first';
const evidenceOf = (path: string, list: string): [string, z.ZodType][] => [
  [`GET ${list}`, shapes.evidenceList],
  [`POST ${list}`, shapes.evidence],
  [`GET ${path}/{id}`, shapes.evidence],
  [`POST ${path}/{id}/upload-sessions`, shapes.evidence],
  [`POST ${path}/{id}/upload-sessions/{id}/complete`, shapes.evidence],
];

/** The 43 endpoints, and the shape of the data of each. A field that is not named here may have any value. null: the response is binary. */
export const endpoints: ReadonlyMap<string, z.ZodType | null> = new Map<string, z.ZodType | null>([
  ['GET /v1/integration-configuration', shapes.configuration],
  ['GET /v1/locations', shapes.locations],
  ['GET /v1/locations/{id}/offerings/{id}/products', shapes.offeringProduct],
  ['GET /v1/locations/{id}/offerings/{id}/schedule', shapes.availability],
  [`POST ${api}/identities`, shapes.identity],
  [`GET ${api}/identities/{id}`, shapes.identity],
  [`GET ${api}/consent-bundles/{type}`, shapes.consentBundle],
  [`POST ${api}/consent-sessions`, shapes.consentSession],
  [`GET ${api}/consent-sessions/{id}`, shapes.consentSession],
  [`POST ${api}/consent-sessions/{id}/abandon`, shapes.consentSession],
  [`POST ${api}/consent-sessions/{id}/finalize`, shapes.consentFinalized],
  ...evidenceOf(`${api}/consent-evidence`, `${api}/consent-evidence`),
  ...evidenceOf(`${api}/physician-order-evidence`, `${api}/appointments/{id}/physician-order-evidence`),
  [`GET ${api}/appointments/{id}/physician-order-bundle`, shapes.physicianBundle],
  [`POST ${api}/appointments/{id}/physician-order-sessions`, shapes.physicianSession],
  [`GET ${api}/physician-order-sessions/{id}`, shapes.physicianSession],
  [`POST ${api}/physician-order-sessions/{id}/abandon`, shapes.physicianSession],
  [`POST ${api}/physician-order-sessions/{id}/finalize`, shapes.physicianSession],
  ['GET /v1/tests/{type}/prescreen-form', shapes.prescreenForm],
  ['POST /v1/tests/{type}/prescreen-form/submissions', shapes.prescreened],
  ['POST /v1/orders', shapes.order],
  ['GET /v1/tests/{type}/scheduling-questionnaire', shapes.definition],
  ['GET /v1/appointments/{id}/scheduling-questionnaire', shapes.definition],
  ['POST /v1/appointments/{id}/scheduling-questionnaire', shapes.submission],
  ['POST /v1/appointments/{id}/schedule', shapes.scheduled],
  ['GET /v1/appointments', shapes.appointments],
  ['GET /v1/appointments/{id}', shapes.appointment],
  ['POST /v1/appointments/{id}/cancel', shapes.canceled],
  ['POST /v1/appointments/{id}/reschedule', shapes.rescheduled],
  ['GET /v1/appointments/{id}/check-in-link', shapes.checkInLink],
  ['GET /v1/appointments/{id}/signed-form', shapes.signedForm],
  ['GET /v1/documents/vo2-physician-assessment', null],
  ['GET /v1/results', z.unknown()],
  ['POST /v1/webhook-endpoints', z.unknown()],
  ['POST /v1/orders/{id}/schedule-handoff', z.unknown()],
]);
