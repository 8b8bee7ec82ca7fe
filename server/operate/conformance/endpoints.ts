/** The endpoints of the specification. */
import { z } from 'zod';
import { shapes } from './shapes.ts';

const api = '/v1/api-first';
const consentEvidence = `${api}/consent-evidence`;
const physicianEvidence = `${api}/physician-order-evidence`;
const ofAppointment = `${api}/appointments/{id}`;

/** Each with the shape of its data. A field that a shape does not name may have any value. null: the response is binary. */
const named = {
  configuration: ['GET /v1/integration-configuration', shapes.configuration],
  locations: ['GET /v1/locations', shapes.locations],
  product: ['GET /v1/locations/{id}/offerings/{id}/products', shapes.offeringProduct],
  times: ['GET /v1/locations/{id}/offerings/{id}/schedule', shapes.availability],
  identity: [`POST ${api}/identities`, shapes.identity],
  readIdentity: [`GET ${api}/identities/{id}`, shapes.identity],
  bundle: [`GET ${api}/consent-bundles/{type}`, shapes.consentBundle],
  session: [`POST ${api}/consent-sessions`, shapes.consentSession],
  readSession: [`GET ${api}/consent-sessions/{id}`, shapes.consentSession],
  abandon: [`POST ${api}/consent-sessions/{id}/abandon`, shapes.consentSession],
  sign: [`POST ${api}/consent-sessions/{id}/finalize`, shapes.consentFinalized],
  listConsentEvidence: [`GET ${consentEvidence}`, shapes.evidenceList],
  consentEvidence: [`POST ${consentEvidence}`, shapes.evidence],
  readConsentEvidence: [`GET ${consentEvidence}/{id}`, shapes.evidence],
  replaceConsentUpload: [`POST ${consentEvidence}/{id}/upload-sessions`, shapes.evidence],
  completeConsentUpload: [`POST ${consentEvidence}/{id}/upload-sessions/{id}/complete`, shapes.evidence],
  listPhysicianEvidence: [`GET ${ofAppointment}/physician-order-evidence`, shapes.evidenceList],
  physicianEvidence: [`POST ${ofAppointment}/physician-order-evidence`, shapes.evidence],
  readPhysicianEvidence: [`GET ${physicianEvidence}/{id}`, shapes.evidence],
  replacePhysicianUpload: [`POST ${physicianEvidence}/{id}/upload-sessions`, shapes.evidence],
  completePhysicianUpload: [`POST ${physicianEvidence}/{id}/upload-sessions/{id}/complete`, shapes.evidence],
  orderBundle: [`GET ${ofAppointment}/physician-order-bundle`, shapes.physicianBundle],
  orderSession: [`POST ${ofAppointment}/physician-order-sessions`, shapes.physicianSession],
  readOrder: [`GET ${api}/physician-order-sessions/{id}`, shapes.physicianSession],
  abandonOrder: [`POST ${api}/physician-order-sessions/{id}/abandon`, shapes.physicianSession],
  approve: [`POST ${api}/physician-order-sessions/{id}/finalize`, shapes.physicianSession],
  form: ['GET /v1/tests/{type}/prescreen-form', shapes.prescreenForm],
  prescreen: ['POST /v1/tests/{type}/prescreen-form/submissions', shapes.prescreened],
  order: ['POST /v1/orders', shapes.order],
  preview: ['GET /v1/tests/{type}/scheduling-questionnaire', shapes.definition],
  definition: ['GET /v1/appointments/{id}/scheduling-questionnaire', shapes.definition],
  questionnaire: ['POST /v1/appointments/{id}/scheduling-questionnaire', shapes.submission],
  schedule: ['POST /v1/appointments/{id}/schedule', shapes.scheduled],
  appointments: ['GET /v1/appointments', shapes.appointments],
  appointment: ['GET /v1/appointments/{id}', shapes.appointment],
  cancel: ['POST /v1/appointments/{id}/cancel', shapes.canceled],
  reschedule: ['POST /v1/appointments/{id}/reschedule', shapes.rescheduled],
  checkIn: ['GET /v1/appointments/{id}/check-in-link', shapes.checkInLink],
  signedForm: ['GET /v1/appointments/{id}/signed-form', shapes.signedForm],
  assessment: ['GET /v1/documents/vo2-physician-assessment', null],
  results: ['GET /v1/results', z.unknown()],
  webhooks: ['POST /v1/webhook-endpoints', z.unknown()],
  handoff: ['POST /v1/orders/{id}/schedule-handoff', z.unknown()],
} as const satisfies Record<string, readonly [endpoint: string, shape: z.ZodType | null]>;

/** The 43 endpoints, such as `GET /v1/appointments/{id}`, and the shape of the data of each; null if it is binary. */
export const endpoints = new Map<string, z.ZodType | null>(Object.values(named));

const byName = Object.fromEntries(Object.entries(named).map(([name, [endpoint]]) => [name, endpoint])) as {
  [Name in keyof typeof named]: (typeof named)[Name][0];
};

/** Where a client sends requests: the endpoints by name, and the addresses of upload sessions. */
export const at = { ...byName, upload: 'upload' } as const;

/** The endpoints that both kinds of evidence have: of consents, then of physician's orders. */
export const ofEvidence = {
  create: [at.consentEvidence, at.physicianEvidence] as string[],
  list: [at.listConsentEvidence, at.listPhysicianEvidence] as string[],
  read: [at.readConsentEvidence, at.readPhysicianEvidence] as string[],
  replace: [at.replaceConsentUpload, at.replacePhysicianUpload] as string[],
  complete: [at.completeConsentUpload, at.completePhysicianUpload] as string[],
};
