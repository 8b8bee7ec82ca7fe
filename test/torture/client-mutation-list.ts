/** The faults of a client that the conformance suite must find, each by the rule that is about it. */
import { at, ofEvidence } from '../../server/operate/conformance/endpoints.ts';
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

/** @param faults each with the rule that finds it */
const during = (task: string, faults: [rule: string, mutation: Mutation][]): Making[] =>
  faults.map(([rule, mutation]) => ({ ...mutation, task, rule }));
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
  ...during('booking', [
    ['keys/present', headers('no key', at.order, () => ({ 'idempotency-key': undefined }))],
    ['keys/reads', keyed('a key on a read', at.times, fresh)],
    ['keys/one', keyed('one key for all writes', 'POST', () => 'always-the-same')],
  ]),
  ...during('cut-after', [['repeats/unanswered', keyed('a new key on a repeat', at.order, fresh)]]),
  ...during('cut-before', [
    ['keys/one', asked('other bytes on a repeat', at.order, 'external_payment_reference', fresh)],
  ]),
  ...during('in-progress', [
    ['repeats/in-progress', keyed('a new key while in progress', at.schedule, fresh)],
    [
      'waits/in-progress',
      {
        ...{ what: 'the wait is cut short', on: at.order },
        answer: ({ headers, body }) => {
          headers['retry-after'] = '0';
          const { data } = body as { data: Json };
          if ('retry_after_seconds' in data) data.retry_after_seconds = 0;
        },
      },
    ],
    ['waits/larger', answered('the shorter wait', at.order, 'data.retry_after_seconds')],
  ]),
  ...during('changes', [
    ['repeats/cancel-in-progress', keyed('a new key for each cancel', at.cancel, fresh)],
  ]),
  ...during('unavailable', [
    ['repeats/unavailable', keyed('a new key after 503', at.identity, fresh)],
    ['waits/retry-after', headed('no wait after 503', at.order, 'retry-after', '0')],
  ]),
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
  ...during('paper-consent', [
    ['access/storage', headers('the key to the storage', 'PUT', () => ({ 'x-api-key': 'a.b' }))],
  ]),
  ...during('booking', [
    [
      'access/browsers',
      headers('from a browser', at.locations, () => ({ origin: 'https://clinic.example' })),
    ],
    [
      'access/secrets',
      sent('the key in the address', at.locations, (was) => ({
        url: `${was.url}&api_key=${was.headers['x-api-key']}`,
      })),
    ],
  ]),
];

const contents = [
  ...during('booking', [
    ['discovery/query', searched('lat alone', at.locations, (query) => query.delete('lng'))],
    [
      'discovery/test-types',
      searched('types one by one', at.locations, (query) => query.append('test_types', 'DEXA')),
    ],
    ['identity/body', asked('a second address line', at.identity, 'address.address_line_2', 'Floor 2')],
    ['identity/body', asked('no sex', at.identity, 'sex', undefined)],
    ['consent/shown', asked('a hash of nothing', at.session, 'content_hash', other)],
    ['consent/decisions', asked('a decision less', at.sign, 'decisions.data_use', undefined)],
    [
      'consent/browser',
      sent('the user agent of the client', at.sign, (was) => ({
        headers: { ...was.headers, 'user-agent': other },
        body: JSON.stringify({ ...JSON.parse(was.body), customer_user_agent: other }),
      })),
    ],
    [
      'orders/payment',
      asked('the payment with the prescreen', at.prescreen, 'external_payment_reference', other),
    ],
    ['orders/body', asked('no payment reference', at.order, 'external_payment_reference', undefined)],
    ['orders/prescreen-body', asked('a date with dashes', at.prescreen, 'prescreen.dob', '1979-04-12')],
    ['orders/needed', asked('no id of the prescreen', at.order, 'order_id', undefined)],
    ['orders/prescreened', asked('another height', at.order, 'customer.height', 70)],
    ['orders/consent', asked('two consents', at.order, 'partner_consent_evidence_id', nobody)],
    ['orders/customer', asked('two ids of the customer', at.order, 'external_customer_id', other)],
    ['orders/grant', asked('a grant of nobody', at.order, 'consent_grant_id', nobody)],
    ['orders/identity', asked('an identity of nobody', at.order, 'customer_identity_id', nobody)],
    ['orders/product', asked('another test', at.order, 'test_id', nobody)],
    ['times/definition', asked('another hash', at.questionnaire, 'content_hash', other)],
    [
      'times/questionnaire',
      asked('the text of the page', at.questionnaire, 'acknowledgements.copy', 'I agree'),
    ],
    ['times/answers', asked('an answer to no question', at.questionnaire, 'answers.of_another', true)],
    ['times/exact', asked('the time in UTC', at.schedule, 'selected_appointment_date', utc)],
    [
      'times/exact',
      asked('milliseconds more', at.schedule, 'alternate_availabilities.0', (was: unknown) =>
        `${was}`.replace(/(?=[+-]\d\d:\d\d$)/, '.000'),
      ),
    ],
    [
      'times/appointment',
      sent('another appointment', at.schedule, ({ url }) => ({ url: url.replace(/[0-9a-f-]{36}/, nobody) })),
    ],
    ['times/body', asked('no other times', at.schedule, 'alternate_availabilities', [])],
  ]),
  ...during('changes', [
    ['appointments/penalty', asked('the penalty at once', at.cancel, 'confirm_within_24_hour_penalty', true)],
    ['appointments/cancel', asked('a name of old', at.cancel, 'confirmWithin24HourPenalty', true)],
  ]),
  ...during('webhooks', [
    ['appointments/results', searched('another filter', at.results, (query) => query.set('member', 'a'))],
  ]),
];

const documents = [
  ...during('paper-consent', [
    ['uploads/bytes', sent('bytes less', 'PUT', ({ body }) => ({ body: body.slice(0, 100) }))],
    [
      'uploads/headers',
      headers('no checksum', 'PUT', (was) =>
        Object.fromEntries(
          Object.keys(was).flatMap((name) => (/checksum|sha256/.test(name) ? [[name, undefined]] : [])),
        ),
      ),
    ],
    [
      'uploads/complete',
      asked('the hash in capitals', completeOf, 'sha256', (was: unknown) => `${was}`.toUpperCase()),
    ],
    ['uploads/consent', asked('no PDF', evidenceOf, 'document.content_type', 'text/plain')],
    ['uploads/accepted', asked('evidence of nobody', at.order, 'partner_consent_evidence_id', nobody)],
  ]),
  ...during('paper-order', [
    ['uploads/physician', asked('no date of the order', orderEvidenceOf, 'order_date', undefined)],
  ]),
  ...during('structured-order', [
    ['physician/bundle', asked('another context', at.orderSession, 'context_hash', other)],
    ['physician/allowed', asked('a way that is not offered', at.orderSession, 'workflow_type', 'fax')],
    ['physician/frozen', asked('another presentation', at.approve, 'presentation_hash', other)],
    ['physician/approval', asked('data of the patient', at.approve, 'patient', {})],
  ]),
];

const coBranded = [
  ...during('co-branded', [
    ['handoff/body', asked('a half pound', at.handoff, 'customer_data.weight', 148.5)],
    ['handoff/age', asked('born too late', at.handoff, 'customer_data.date_of_birth', '2020-01-01')],
    ['times/exact', asked('the time in UTC', at.handoff, 'selected_appointment_date', utc)],
  ]),
];

const webhooks = during(
  'webhooks',
  (
    [
      ['webhooks/forged', 'takes all deliveries', () => 204],
      ['webhooks/stale', 'takes an old delivery', () => 204],
      ['webhooks/terminal', 'asks for a forged delivery again', (status) => (status < 300 ? status : 503)],
      ['webhooks/duplicate', 'refuses what it has taken', () => 409],
      ['webhooks/type', 'refuses an unknown type', () => 422],
    ] as [rule: string, what: string, answer: (status: number) => number][]
  ).map(([rule, what, answer]) => [rule, delivered(what, () => ({ answer }))]),
);

/** One fault each. */
export const clientMutations: readonly Making[] = [
  ...[keys, branches, hidden, contents, documents, coBranded, webhooks],
].flat();
