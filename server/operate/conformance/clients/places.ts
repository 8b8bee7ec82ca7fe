/** Where a client sends requests. */
import { endpointOf } from '../breaches.ts';

/** The endpoints that rules name. */
export const at = {
  configuration: 'GET /v1/integration-configuration',
  locations: 'GET /v1/locations',
  product: 'GET /v1/locations/{id}/offerings/{id}/products',
  times: 'GET /v1/locations/{id}/offerings/{id}/schedule',
  identity: 'POST /v1/api-first/identities',
  bundle: 'GET /v1/api-first/consent-bundles/{type}',
  session: 'POST /v1/api-first/consent-sessions',
  abandon: 'POST /v1/api-first/consent-sessions/{id}/abandon',
  sign: 'POST /v1/api-first/consent-sessions/{id}/finalize',
  consentEvidence: 'POST /v1/api-first/consent-evidence',
  physicianEvidence: 'POST /v1/api-first/appointments/{id}/physician-order-evidence',
  form: 'GET /v1/tests/{type}/prescreen-form',
  prescreen: 'POST /v1/tests/{type}/prescreen-form/submissions',
  order: 'POST /v1/orders',
  definition: 'GET /v1/appointments/{id}/scheduling-questionnaire',
  questionnaire: 'POST /v1/appointments/{id}/scheduling-questionnaire',
  schedule: 'POST /v1/appointments/{id}/schedule',
  handoff: 'POST /v1/orders/{id}/schedule-handoff',
  appointments: 'GET /v1/appointments',
  appointment: 'GET /v1/appointments/{id}',
  cancel: 'POST /v1/appointments/{id}/cancel',
  reschedule: 'POST /v1/appointments/{id}/reschedule',
  checkIn: 'GET /v1/appointments/{id}/check-in-link',
  signedForm: 'GET /v1/appointments/{id}/signed-form',
  results: 'GET /v1/results',
  orderBundle: 'GET /v1/api-first/appointments/{id}/physician-order-bundle',
  orderSession: 'POST /v1/api-first/appointments/{id}/physician-order-sessions',
  readOrder: 'GET /v1/api-first/physician-order-sessions/{id}',
  abandonOrder: 'POST /v1/api-first/physician-order-sessions/{id}/abandon',
  approve: 'POST /v1/api-first/physician-order-sessions/{id}/finalize',
  webhooks: 'POST /v1/webhook-endpoints',
  upload: 'upload',
} as const;

const evidence = ['/v1/api-first/consent-evidence/{id}', '/v1/api-first/physician-order-evidence/{id}'];
/** The endpoints that both kinds of evidence have. */
export const ofEvidence = {
  create: [at.consentEvidence, at.physicianEvidence] as string[],
  list: [at.consentEvidence, at.physicianEvidence].map((path) => path.replace('POST', 'GET')),
  read: evidence.map((path) => `GET ${path}`),
  replace: evidence.map((path) => `POST ${path}/upload-sessions`),
  complete: evidence.map((path) => `POST ${path}/upload-sessions/{id}/complete`),
};

/** @returns `upload` for the address of an upload session, else the endpoint */
export const placeOf = (method: string, path: string, uploads: ReadonlySet<string>): string | null =>
  uploads.has(path) ? at.upload : endpointOf({ method, path });
