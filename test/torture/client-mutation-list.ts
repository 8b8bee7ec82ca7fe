/** The faults of a client that the conformance suite must find, each by the rule that is about it. */
import { at, ofEvidence } from '../../server/operate/conformance/clients/places.ts';
import type { RecordedRequest } from '../support/recording-proxy.ts';
import {
  answered,
  asked,
  type Change,
  delivered,
  fresh,
  headed,
  type Json,
  keyed,
  type Mutation,
  searched,
} from './mutation-kinds.ts';

/** A fault of a client. */
export interface ClientMutation extends Mutation {
  /** The task in which it is put. */
  task: string;
  /** The rule that finds it. */
  rule: string;
}

/** Sends a request in the client's name. */
export type Send = (method: string, url: string, body?: object) => Promise<void>;
/** The faults that send a request more get `send` when they are put in. */
export type Making = ClientMutation | ((send: Send) => ClientMutation);

const nobody = '00000000-0000-4000-8000-000000000000';
const [evidenceOf = '', orderEvidenceOf = ''] = ofEvidence.create;
const [completeOf = ''] = ofEvidence.complete;
const [replaceOf = ''] = ofEvidence.replace;

const found = (task: string, rule: string, mutation: Mutation): Making => ({ ...mutation, task, rule });
/** @param edit what is different in a request */
const sent = (
  what: string,
  on: string,
  edit: (request: RecordedRequest) => Partial<RecordedRequest>,
): Mutation => ({ what, on, request: (request) => void Object.assign(request, edit(request)) });
/** Some headers are otherwise; undefined removes one. */
const headers = (what: string, on: string, edit: (was: RecordedRequest['headers']) => object): Mutation =>
  sent(what, on, ({ headers: was }) => {
    const all = Object.entries({ ...was, ...edit(was) });
    return { headers: Object.fromEntries(all.filter(([, value]) => value !== undefined)) };
  });
/** A request more is sent, just before another one. */
const before =
  (task: string, rule: string, on: string, extra: string, body?: object): Making =>
  (send) => {
    const [method = '', path = ''] = extra.split(' ');
    const request = ({ url }: RecordedRequest) =>
      send(method, path.replace('{id}', /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(url)?.[0] ?? nobody), body);
    return { what: `${extra} before ${on}`, on, task, rule, request };
  };
const utc: Change = (was) => new Date(String(was)).toISOString();
const other = 'of-another';

const keys = [
  found(
    'booking',
    'keys/present',
    headers('no key', at.order, () => ({ 'idempotency-key': undefined })),
  ),
  found('booking', 'keys/reads', keyed('a key on a read', at.times, fresh)),
  found(
    'booking',
    'keys/one',
    keyed('one key for all writes', 'POST', () => 'always-the-same'),
  ),
  found('cut-after', 'repeats/unanswered', keyed('a new key on a repeat', at.order, fresh)),
  found(
    'cut-before',
    'keys/one',
    asked('other bytes on a repeat', at.order, 'external_payment_reference', fresh),
  ),
  found('in-progress', 'repeats/in-progress', keyed('a new key while in progress', at.schedule, fresh)),
  found('changes', 'repeats/cancel-in-progress', keyed('a new key for each cancel', at.cancel, fresh)),
  found('unavailable', 'repeats/unavailable', keyed('a new key after 503', at.identity, fresh)),
  found('in-progress', 'waits/in-progress', {
    ...{ what: 'the wait is cut short', on: at.order },
    answer: ({ headers, body }) => {
      headers['retry-after'] = '0';
      const { data } = body as { data: Json };
      if ('retry_after_seconds' in data) data.retry_after_seconds = 0;
    },
  }),
  found('in-progress', 'waits/larger', answered('the shorter wait', at.order, 'data.retry_after_seconds')),
  found('unavailable', 'waits/retry-after', headed('no wait after 503', at.order, 'retry-after', '0')),
  (send: Send): ClientMutation => ({
    ...{ what: 'an order twice', on: at.order, task: 'paper-order', rule: 'orders/once' },
    request: ({ url, body }) => send('POST', url, JSON.parse(body)),
  }),
];

const branches = [
  before('booking', 'branches/configuration', at.configuration, at.identity, {}),
  before('booking', 'branches/order-after-consent', at.session, at.order, {}),
  before('booking', 'branches/questionnaire-before-times', at.questionnaire, at.schedule, {}),
  before('structured-order', 'branches/physician-after-times', at.schedule, at.orderBundle),
  before('booking', 'branches/consent', at.order, `GET ${evidenceOf.split(' ')[1]}`),
  before('paper-consent', 'branches/consent', at.order, 'GET /v1/api-first/consent-bundles/CALST'),
  before('booking', 'branches/physician', at.appointment, orderEvidenceOf, {}),
  before('booking', 'branches/flow', at.schedule, at.handoff, {}),
  before('co-branded', 'branches/flow', at.handoff, at.schedule, {}),
  before('changes', 'appointments/check-in', at.schedule, at.checkIn),
  before('upload', 'uploads/replacement', replaceOf, evidenceOf, {}),
  before('booking', 'access/endpoints', at.order, 'GET /v1/me'),
];

const hidden = [
  found(
    'paper-consent',
    'access/storage',
    headers('the key to the storage', 'PUT', () => ({ 'x-api-key': 'a.b' })),
  ),
  found(
    'booking',
    'access/browsers',
    headers('from a browser', at.locations, () => ({ origin: 'https://clinic.example' })),
  ),
  found(
    'booking',
    'access/secrets',
    sent('the key in the address', at.locations, (was) => ({
      url: `${was.url}&api_key=${was.headers['x-api-key']}`,
    })),
  ),
];

const contents = [
  found(
    'booking',
    'discovery/query',
    searched('lat alone', at.locations, (query) => query.delete('lng')),
  ),
  found(
    'booking',
    'discovery/test-types',
    searched('types one by one', at.locations, (query) => query.append('test_types', 'DEXA')),
  ),
  found(
    'booking',
    'identity/body',
    asked('a second address line', at.identity, 'address.address_line_2', 'Floor 2'),
  ),
  found('booking', 'identity/body', asked('no sex', at.identity, 'sex', undefined)),
  found('booking', 'consent/shown', asked('a hash of nothing', at.session, 'content_hash', other)),
  found('booking', 'consent/decisions', asked('a decision less', at.sign, 'decisions.data_use', undefined)),
  found(
    'booking',
    'consent/browser',
    sent('the user agent of the client', at.sign, (was) => ({
      headers: { ...was.headers, 'user-agent': other },
      body: JSON.stringify({ ...JSON.parse(was.body), customer_user_agent: other }),
    })),
  ),
  found(
    'booking',
    'orders/payment',
    asked('the payment with the prescreen', at.prescreen, 'external_payment_reference', other),
  ),
  found(
    'booking',
    'orders/body',
    asked('no payment reference', at.order, 'external_payment_reference', undefined),
  ),
  found(
    'booking',
    'orders/prescreen-body',
    asked('a date with dashes', at.prescreen, 'prescreen.dob', '1979-04-12'),
  ),
  found('booking', 'orders/needed', asked('no id of the prescreen', at.order, 'order_id', undefined)),
  found('booking', 'orders/prescreened', asked('another height', at.order, 'customer.height', 70)),
  found('booking', 'orders/consent', asked('two consents', at.order, 'partner_consent_evidence_id', nobody)),
  found(
    'booking',
    'orders/customer',
    asked('two ids of the customer', at.order, 'external_customer_id', other),
  ),
  found('booking', 'orders/grant', asked('a grant of nobody', at.order, 'consent_grant_id', nobody)),
  found(
    'booking',
    'orders/identity',
    asked('an identity of nobody', at.order, 'customer_identity_id', nobody),
  ),
  found('booking', 'orders/product', asked('another test', at.order, 'test_id', nobody)),
  found('booking', 'times/definition', asked('another hash', at.questionnaire, 'content_hash', other)),
  found(
    'booking',
    'times/questionnaire',
    asked('the text of the page', at.questionnaire, 'acknowledgements.copy', 'I agree'),
  ),
  found(
    'booking',
    'times/answers',
    asked('an answer to no question', at.questionnaire, 'answers.of_another', true),
  ),
  found('booking', 'times/exact', asked('the time in UTC', at.schedule, 'selected_appointment_date', utc)),
  found(
    'booking',
    'times/exact',
    asked('milliseconds more', at.schedule, 'alternate_availabilities.0', (was: unknown) =>
      `${was}`.replace(/(?=[+-]\d\d:\d\d$)/, '.000'),
    ),
  ),
  found(
    'booking',
    'times/appointment',
    sent('another appointment', at.schedule, ({ url }) => ({ url: url.replace(/[0-9a-f-]{36}/, nobody) })),
  ),
  found('booking', 'times/body', asked('no other times', at.schedule, 'alternate_availabilities', [])),
  found(
    'changes',
    'appointments/penalty',
    asked('the penalty at once', at.cancel, 'confirm_within_24_hour_penalty', true),
  ),
  found(
    'changes',
    'appointments/cancel',
    asked('a name of old', at.cancel, 'confirmWithin24HourPenalty', true),
  ),
  found(
    'webhooks',
    'appointments/results',
    searched('another filter', at.results, (query) => query.set('member', 'a')),
  ),
];

const documents = [
  found(
    'paper-consent',
    'uploads/bytes',
    sent('bytes less', 'PUT', ({ body }) => ({ body: body.slice(0, 100) })),
  ),
  found(
    'paper-consent',
    'uploads/headers',
    headers('no checksum', 'PUT', (was) =>
      Object.fromEntries(
        Object.keys(was).flatMap((name) => (/checksum|sha256/.test(name) ? [[name, undefined]] : [])),
      ),
    ),
  ),
  found(
    'paper-consent',
    'uploads/complete',
    asked('the hash in capitals', completeOf, 'sha256', (was: unknown) => `${was}`.toUpperCase()),
  ),
  found(
    'paper-consent',
    'uploads/consent',
    asked('no PDF', evidenceOf, 'document.content_type', 'text/plain'),
  ),
  found(
    'paper-consent',
    'uploads/accepted',
    asked('evidence of nobody', at.order, 'partner_consent_evidence_id', nobody),
  ),
  found(
    'paper-order',
    'uploads/physician',
    asked('no date of the order', orderEvidenceOf, 'order_date', undefined),
  ),
  found(
    'structured-order',
    'physician/bundle',
    asked('another context', at.orderSession, 'context_hash', other),
  ),
  found(
    'structured-order',
    'physician/allowed',
    asked('a way that is not offered', at.orderSession, 'workflow_type', 'fax'),
  ),
  found(
    'structured-order',
    'physician/frozen',
    asked('another presentation', at.approve, 'presentation_hash', other),
  ),
  found('structured-order', 'physician/approval', asked('data of the patient', at.approve, 'patient', {})),
];

const coBranded = [
  found('co-branded', 'handoff/body', asked('a half pound', at.handoff, 'customer_data.weight', 148.5)),
  found(
    'co-branded',
    'handoff/age',
    asked('born too late', at.handoff, 'customer_data.date_of_birth', '2020-01-01'),
  ),
  found('co-branded', 'times/exact', asked('the time in UTC', at.handoff, 'selected_appointment_date', utc)),
];

const answers = (what: string, rule: string, answer: (status: number) => number) =>
  found(
    'webhooks',
    rule,
    delivered(what, () => ({ answer })),
  );
const webhooks = [
  answers('takes all deliveries', 'webhooks/forged', () => 204),
  answers('takes an old delivery', 'webhooks/stale', () => 204),
  answers('asks for a forged delivery again', 'webhooks/terminal', (status) => (status < 300 ? status : 503)),
  answers('refuses what it has taken', 'webhooks/duplicate', () => 409),
  answers('refuses an unknown type', 'webhooks/type', () => 422),
];

/** One fault each. */
export const clientMutations: readonly Making[] = [
  ...[keys, branches, hidden, contents, documents, coBranded, webhooks],
].flat();
