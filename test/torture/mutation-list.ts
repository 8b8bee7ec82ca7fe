/** The faults that the conformance suite must find, one by one. */
import { z } from 'zod';
import { endpoints } from '../../server/operate/conformance/endpoints.ts';
import type { RecordedRequest } from '../support/recording-proxy.ts';
import {
  answered,
  asked,
  type Change,
  coded,
  delivered,
  foreign,
  fresh,
  headed,
  ignored,
  type Json,
  keyed,
  keyIgnored,
  type Mutation,
  searched,
  status,
  withHeader,
} from './mutation-kinds.ts';

const utc: Change = (was) => new Date(String(was)).toISOString();
const nobody = '00000000-0000-4000-8000-000000000000';
const api = '/v1/api-first';
const config = 'GET /v1/integration-configuration';
const search = 'GET /v1/locations';
const times = 'GET /v1/locations/{id}/offerings/{id}/schedule';
const identity = `POST ${api}/identities`;
const bundle = `GET ${api}/consent-bundles/{type}`;
const session = `POST ${api}/consent-sessions`;
const sign = `${session}/{id}/finalize`;
const prescreen = 'POST /v1/tests/{type}/prescreen-form/submissions';
const order = 'POST /v1/orders';
const questionnaire = 'POST /v1/appointments/{id}/scheduling-questionnaire';
const schedule = 'POST /v1/appointments/{id}/schedule';
const list = 'GET /v1/appointments';
const appointment = `${list}/{id}`;
const cancel = 'POST /v1/appointments/{id}/cancel';
const move = 'POST /v1/appointments/{id}/reschedule';
const evidence = `POST ${api}/consent-evidence`;
const evidences = `GET ${api}/consent-evidence`;
const physician = `POST ${api}/appointments/{id}/physician-order-sessions`;
const approve = `POST ${api}/physician-order-sessions/{id}/finalize`;
const register = 'POST /v1/webhook-endpoints';
const handoff = 'POST /v1/orders/{id}/schedule-handoff';

const discovery = [
  answered(
    'the consent mode of another key',
    `${config} 200`,
    'data.customer_consent.mode',
    'api_partner_pdf',
  ),
  searched('a page of 20', search, (query) => query.has('page_size') || query.set('page_size', '20')),
  ...['page', 'test_types', 'radius_miles'].map((name) => ignored(name, search)),
  searched(
    'a radius of 200 miles',
    search,
    (query) => query.has('lat') && !query.has('radius_miles') && query.set('radius_miles', '200'),
  ),
  searched('a position without its pair is taken', search, (query) => {
    if (query.has('lat') && query.has('lng')) return;
    for (const name of ['lat', 'lng']) query.delete(name);
  }),
  answered('four nearest places', `${search} 200`, 'data.nearest_partners', (was: unknown[]) => [
    ...was,
    ...was,
  ]),
  answered(
    'nearest places although some are within',
    `${search} 200`,
    'data.nearest_partners',
    (was: unknown[], data: Json) => [...was, ...(data.partners_within_radius as unknown[]).slice(0, 2)],
  ),
  answered('no other tests in place of DEXA', `${search} 200`, 'data.alternate_test_partners', []),
  answered('no pages', `${search} 200`, 'data.pagination.total_pages', 1),
  answered(
    'times in UTC',
    `${times} 200`,
    'data.schedule.available_dates.*.available_times.*.available_time',
    utc,
  ),
  answered(
    'dates of the day before',
    `${times} 200`,
    'data.schedule.available_dates.*.available_date',
    (was: string) => new Date(Date.parse(was) - 86_400_000).toISOString().slice(0, 10),
  ),
  answered('the times of another offering', `${times} 200`, 'data.schedule.offering_id', nobody),
  answered(
    'another test',
    'GET /v1/locations/{id}/offerings/{id}/products 200',
    'data.product.test_type',
    'RMR',
  ),
  status('an unknown offering is 400', `${times} 404`, 400),
  coded('another code without a configuration', `${config} 409`, 'UNAVAILABLE'),
];
const identities = [
  asked(
    'an update makes a new identity',
    identity,
    'external_customer_id',
    (was: string) => `${was}-${fresh()}`,
  ),
  asked('any sex is taken', identity, 'sex', 'female'),
  asked('any e-mail address is taken', identity, 'email', 'ada@partner.example'),
  answered('a refusal names no field', `${identity} 400`, 'error.details', null),
  keyIgnored(identity),
  keyed('a missing key is taken', identity, (key) => key?.trim() || fresh()),
  foreign(`GET ${api}/identities/{id}`),
];
const consent = [
  {
    what: 'an ETag is not compared',
    on: bundle,
    request: ({ headers }: RecordedRequest) => void delete headers['if-none-match'],
  },
  headed('a bundle has no ETag', `${bundle} 200`, 'etag'),
  answered('three decisions', `${bundle} 200`, 'data.template.content.decisions', (was: unknown[]) =>
    was.slice(1),
  ),
  answered(
    'the decisions in another order',
    `${bundle} 200`,
    'data.required_decision_ids',
    (was: unknown[]) => was.toReversed(),
  ),
  coded('another code for consent on paper', `${bundle} 409`, 'CONFLICT'),
  answered('a session is active in place of open', `${session} 201`, 'data.status', 'active'),
  coded('another code for an open session', `${session} 409`, 'CONFLICT'),
  asked('any address is taken', sign, 'customer_ip', '203.0.113.7'),
  asked('any signer is taken', sign, 'signer_role', 'self'),
  asked('no signature is taken', sign, 'electronic_signature_attestation', true),
  asked('refused decisions are taken', sign, 'decisions.*', true),
  status('a finalization is 200', `${sign} 201`, 200),
  answered('another grant in the session', `${sign} 201`, 'data.session.grant.id', nobody),
  answered('a finalized session without its time', `${sign} 201`, 'data.session.finalized_at', null),
  answered('an abandoned session without its time', `${session}/{id}/abandon 200`, 'data.abandoned_at', null),
  keyIgnored(sign),
  foreign(`GET ${api}/consent-sessions/{id}`),
];
const orders = [
  status('a replayed order is 201', `${order} 200`, 201),
  status('a new order is 200', `${order} 201`, 200),
  keyIgnored(order),
  keyed('an order without a key', order, (key) => key?.trim() || fresh()),
  status('a conflict is 422', `${order} 409`, 422),
  coded('another code for every 409', `${order} 409`, 'CONFLICT'),
  asked('an order without a payment', order, 'external_payment_reference', 'payment-1'),
  answered('no missing fields', `${order} 400`, 'error.details.missing_fields'),
  answered('another profile code', `${order} 400`, 'error.details.code', 'INVALID'),
  answered(
    'an appointment that is not Created',
    `${order} 201`,
    'data.appointments.*.appointment_status',
    'created',
  ),
  answered('no appointment is counted', `${order} 201`, 'data.appointments_created', 0),
  answered('another order id than the prescreen', `${prescreen} 201`, 'data.order_id', nobody),
  asked('no consent to call the physician', prescreen, 'prescreen.pcp_consent', true),
  asked('any date of birth', prescreen, 'prescreen.dob', '02/03/1970'),
  keyIgnored(prescreen),
];
const scheduling = [
  keyIgnored(questionnaire),
  coded('another code for another version', `${questionnaire} 409`, 'CONFLICT'),
  status('wrong answers are 400', `${questionnaire} 422`, 400),
  answered('no answer is named', `${questionnaire} 422`, 'error.details.answers', {}),
  answered('every outcome is accepted', `${questionnaire} 201`, 'data.outcome', {
    status: 'accepted',
    code: null,
  }),
  answered('an outcome without its code', `${questionnaire} 201`, 'data.outcome.code', null),
  answered('another hash', `${questionnaire} 201`, 'data.content_hash', 'other'),
  answered('a draft', 'GET /v1/tests/{type}/scheduling-questionnaire 200', 'data.status', 'draft'),
  asked('four alternates', schedule, 'alternate_availabilities', (was: unknown[]) => was.slice(0, 3)),
  answered('the times in UTC', `${schedule} 200`, 'data.selected_appointment_date', utc),
  answered(
    'alternates in another order',
    `${schedule} 200`,
    'data.alternate_availabilities',
    (was: unknown[]) => was.toReversed(),
  ),
  answered('confirmed at once', `${schedule} 200`, 'data.status', 'confirmed'),
  answered('another zone', `${schedule} 200`, 'data.requested_timezone', 'Etc/UTC'),
  coded('another code for a taken time', `${schedule} 409`, 'CONFLICT'),
  keyIgnored(schedule),
];
const appointments = [
  foreign(appointment),
  ...['order_id', 'status', 'test_type', 'results_status', 'updated_after', 'appointment_id', 'email'].map(
    (name) => ignored(name, list),
  ),
  ignored('cursor', list),
  answered('never more', `${list} 200`, 'data.page_info.has_more', false),
  status('an unknown appointment is 403', `${appointment} 404`, 403),
  answered(
    'the first time is forgotten',
    `${appointment} 200`,
    'data.original_scheduled_for',
    (_: unknown, data: Json) => data.scheduled_for,
  ),
  answered(
    'an hour later',
    `${appointment} 200`,
    'data.scheduled_for',
    (was: string | null) => was && new Date(Date.parse(was) + 3_600_000).toISOString(),
  ),
  answered('a fixed updated_at', `${appointment} 200`, 'data.updated_at', '2026-01-01T00:00:00.000Z'),
  answered('results are never in progress', `${appointment} 200`, 'data.results_status', 'waiting_results'),
  answered('no reason of a cancellation', `${appointment} 200`, 'data.cancellation_reason_code', null),
  asked('501 characters', cancel, 'reason', (was: unknown) =>
    typeof was === 'string' ? was.slice(0, 500) : was,
  ),
  asked('no agreement is needed', cancel, 'confirm_within_24_hour_penalty', true),
  answered('never within the window', `${cancel} 200`, 'data.cancelled_within_24_hour_window', false),
  answered('no confirmation is required', '* 409', 'error.details.requiresConfirmation'),
  keyIgnored(cancel),
  foreign(cancel),
  asked('both names are taken', move, 'newRequestedDate', undefined),
  answered('another requested date', `${move} 200`, 'data.new_requested_date', utc),
  answered('never within the window', `${move} 200`, 'data.rescheduled_within_24_hour_window', false),
  answered(
    'seven hours',
    'GET /v1/appointments/{id}/check-in-link 200',
    'data.expires_at_unix',
    (was: number) => was + 3600,
  ),
  answered('two hours', 'GET /v1/appointments/{id}/signed-form 200', 'data.expires_in_seconds', 7200),
  coded('another code for a form', 'GET /v1/appointments/{id}/signed-form 409', 'PENDING'),
  headed(
    'the assessment is a page',
    'GET /v1/documents/vo2-physician-assessment 200',
    'content-type',
    'text/html',
  ),
  ignored('offset', 'GET /v1/results'),
];
const documents = [
  asked('21 MiB', evidence, 'document.content_length', (was: number) => Math.min(was, 20_971_520)),
  asked('a hash in capitals', evidence, 'document.sha256', (was: string) => was.toLowerCase()),
  asked('a picture', evidence, 'document.content_type', 'application/pdf'),
  asked('an attestation that is not accepted', evidence, 'attestation.accepted', true),
  answered('accepted before its bytes', `${evidence} 201`, 'data.status', 'accepted'),
  answered('no checksum', `${evidence} 201`, 'data.upload_session.required_headers', {
    'Content-Type': 'application/pdf',
  }),
  answered('a replacement is another record', `${evidence}/{id}/upload-sessions 201`, 'data.id', nobody),
  status('an expired upload is 401', 'PUT 403', 401),
  status('a replaced upload is 403', 'PUT 410', 403),
  ...['status', 'customer_identity_id', 'external_reference_id', 'offset'].map((name) =>
    ignored(name, evidences),
  ),
  searched('a list of twenty', evidences, (query) => query.has('limit') || query.set('limit', '20')),
  keyIgnored(evidence),
  foreign(`${evidences}/{id}`),
];
const physicians = [
  keyIgnored(physician),
  asked('any NPI', physician, 'physician.npi', '1234567890'),
  answered('the physician is not echoed', `${physician} 201`, 'data.physician', {}),
  answered(
    'no session is named',
    `GET ${api}/appointments/{id}/physician-order-bundle 200`,
    'data.existing_session_id',
    null,
  ),
  asked(
    'an abandonment without a reason',
    `POST ${api}/physician-order-sessions/{id}/abandon`,
    'reason',
    'none',
  ),
  asked('no acknowledgement', approve, 'approval.order_acknowledgement', true),
  asked('no signature', approve, 'approval.electronic_signature_attestation', true),
  asked('no attestation', approve, 'partner_attestation.accepted', true),
  asked('any physician on approval', approve, 'physician', undefined),
  status('an approval is 200', `${approve} 202`, 200),
  headed('no Location', `${approve} 202`, 'location'),
  headed('no Retry-After', `${approve} 202`, 'retry-after'),
  coded('another code without a template', '* 503', 'UNAVAILABLE'),
  foreign(`GET ${api}/physician-order-sessions/{id}`),
];
const rules = [
  answered('a code of its own', `${appointment} 404`, 'error.details', { code: 'GONE' }),
  status('no key is 403', '* 401', 403),
  answered('no header is named', '* 401', 'error.message', 'Unauthorized'),
  answered('no scope is named', '* 403', 'error.message', 'Forbidden'),
  answered('a malformed id without details', '* 400', 'error.details', 'must be a UUID'),
  answered('data beside an error', '* 404', 'data', {}),
  answered('no request id', '* 404', 'error.request_id'),
  answered('no path', '* 409', 'error.path'),
  answered('a local timestamp', '* 400', 'error.timestamp', '2026-11-20 10:00'),
  answered('another code in the body', '* 201', 'code', 200),
  answered('an error beside data', '* 200', 'error', {}),
  answered('202 without its code', '* 202', 'data.code'),
  headed('202 without Retry-After', '* 202', 'retry-after'),
  headed('429 without Retry-After', '* 429', 'retry-after'),
  answered('429 in other words', '* 429', 'error.message', 'Slow down'),
  status('an in-progress cancel is 202', `${cancel} 409`, 202),
];
const webhooks = [
  answered('a short secret', `${register} 201`, 'data.signing_secret', 'secret'),
  asked('plain http', register, 'callback_url', (was: string) =>
    was?.includes('127.0.0.1') ? was : 'https://hooks.partner.example/',
  ),
  asked('all events for everybody', register, 'subscribed_events', (was: unknown) =>
    Array.isArray(was) && was.length === 1 && was[0] === 'appointment.requested'
      ? ['appointment.requested', 'appointment.created']
      : was,
  ),
  asked('evidence without opting in', register, 'partner_evidence_webhooks_enabled', (was: unknown) =>
    typeof was === 'boolean' ? true : was,
  ),
  delivered('a document in an event', ({ body }) => ({
    body: body.replace('"object":{', '"object":{"document":"https://files.example/1",'),
  })),
  delivered('each event twice', () => ({ times: 2 })),
  delivered('lost events', ({ body }) => ({ times: body.includes('appointment.confirmed') ? 0 : 1 })),
  withHeader('a signature in capitals', 'signature', (was) => was.toUpperCase()),
  withHeader('a timestamp in milliseconds', 'timestamp', (was) => `${was}000`),
  withHeader('another sequence', 'sequence', () => '0'),
  withHeader('another event id', 'event-id', () => nobody),
  delivered('a body written anew', ({ body }) => ({ body: JSON.stringify(JSON.parse(body), null, 1) })),
  delivered('another type', ({ body }) => ({ body: body.replace('t.rescheduled', 't.confirmed') })),
  delivered('no earlier status', ({ body }) => ({
    body: body.replace(/"previous_status":"\w+"/, '"previous_status":null'),
  })),
  delivered('404 is retried', () => ({ answer: (code) => (code === 404 ? 503 : code) })),
  delivered('503 is not retried', () => ({ answer: (code) => (code === 503 ? 200 : code) })),
  delivered('a redirect is retried', () => ({ answer: (code) => (code === 301 ? 500 : code) })),
];
const handoffs = [
  coded('another code for the other flow', `${handoff} 409`, 'CONFLICT'),
  asked('any host', handoff, 'return_url', 'https://partner.example/done'),
  asked('a blank city', handoff, 'customer_data.city', 'New York'),
  asked('a phone of nine digits', handoff, 'customer_data.phone', '2125550100'),
  asked('half a pound', handoff, 'customer_data.weight', (was: unknown) =>
    typeof was === 'number' ? Math.ceil(was) : was,
  ),
  asked('any age', handoff, 'customer_data.date_of_birth', '1970-02-03'),
  foreign(handoff),
];

/** Each endpoint with a known shape lacks its first field once. */
const withoutField = [...endpoints].flatMap(([endpoint, shape]): Mutation[] => {
  if (!(shape instanceof z.ZodObject)) return [];
  const [field = ''] = Object.keys(shape.shape);
  const answer: Mutation['answer'] = ({ status: code, body }) => {
    const { data } = Object(body) as { data?: Json };
    if (code < 300) delete data?.[field];
  };
  return [{ what: `${endpoint} lacks ${field}`, on: endpoint, answer }];
});

/** All faults. */
export const mutations: Mutation[] = [
  ...[discovery, identities, consent, orders, scheduling, appointments, documents, physicians, rules],
  ...[webhooks, handoffs, withoutField],
].flat();
