/** What a client is asked to do, and what it meets. Each scenario has a key of its own. */
import { at, ofEvidence } from '../endpoints.ts';
import type { TestType } from '../shapes.ts';
import type { Provisioned } from '../trial.ts';

/** What the recorder does with a request instead of passing it on. */
export type Effect =
  /** Cuts the connection: before the service gets the request, or after it has answered. */
  | { kind: 'cut before' | 'cut after' }
  /** Answers itself. A body that is a string is no JSON. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: object | string }
  /** Passes it on, and answers that it is in progress. `status` is 409 for a cancel. */
  | { kind: 'in progress'; status: 202 | 409; headerSeconds: number; bodySeconds: number };

/** The first requests to some endpoints meet an effect. */
export interface Fault {
  on: readonly string[];
  effect: Effect;
}

/** One thing to do with one key. */
export interface Scenario {
  name: string;
  /** What the person or the script does in the client. */
  task: string;
  testType: TestType;
  key: Provisioned;
  faults: readonly Fault[];
  /** What the location does after a write that succeeded: the transitions of the appointment, by endpoint. */
  location: Readonly<Record<string, readonly string[]>>;
  /** The endpoint that ends it. */
  goal: string;
}

const usual = {
  customer_consent_mode: 'service_consent_api',
  physician_order_mode: 'service_service',
} as const;
const book = 'Book an appointment and pay, to the request for its time';
const sign = ', then let the physician sign the order on the page, until the signed form is shown';
const upload = ', then hand in the order that the physician signed on paper, until it is accepted';
const paper = 'Hand in a consent on paper, and book an appointment, to the request for its time';

const scenario = (
  name: string,
  testType: TestType,
  task: string,
  key: Provisioned = {},
  more: Partial<Scenario> = {},
): Scenario => ({
  ...{ name, task, testType, key: { flow: 'full_api', ...usual, ...key }, faults: [], location: {} },
  ...{ goal: at.schedule, ...more },
});

/** A booking, of which the first requests to some endpoints meet an effect. */
const faulty = (name: string, on: readonly string[], effect: Effect): Scenario =>
  scenario(name, 'CALST', book, {}, { faults: [{ on, effect }] });

/** The writes that answer 202 while they are in progress. */
const slow = [at.identity, at.sign, at.order, at.questionnaire, at.schedule, at.orderSession];
const writes = [...slow, at.session, at.prescreen];
const failed = (status: number, message: string, details: object | null = null) => ({
  code: status,
  data: null,
  error: { details, message, path: '', request_id: 'of-the-recorder', timestamp: new Date(0).toISOString() },
});
const later = (status: number, message: string): Effect => ({
  kind: 'answer',
  status,
  headers: { 'retry-after': '1' },
  body: failed(status, message),
});
const onPaper = { customer_consent_mode: 'api_partner_pdf' } as const;
const structured = { physician_order_mode: 'structured_api' } as const;
const paperOrder = { physician_order_mode: 'api_partner_pdf' } as const;

/** In the order in which a script runs them. */
export const scenarios: readonly Scenario[] = [
  scenario('booking', 'CALST', book),
  scenario('structured-order', 'DEXA', book + sign, structured, { goal: at.signedForm }),
  scenario('paper-order', 'DEXA', book + upload, paperOrder, { goal: at.readPhysicianEvidence }),
  scenario('paper-consent', 'CALST', paper, onPaper),
  scenario(
    'paper-consent-structured-order',
    'DEXA',
    paper + sign,
    { ...onPaper, ...structured },
    { goal: at.signedForm },
  ),
  scenario(
    'paper-consent-paper-order',
    'DEXA',
    paper + upload,
    { ...onPaper, ...paperOrder },
    { goal: at.readPhysicianEvidence },
  ),
  scenario(
    'co-branded',
    'DEXA',
    'Order a test, and hand it over to the hosted scheduling page',
    { flow: 'co_branded' },
    {
      goal: at.handoff,
    },
  ),
  faulty('cut-before', writes, { kind: 'cut before' }),
  faulty('cut-after', writes, { kind: 'cut after' }),
  faulty('unavailable', [...writes, at.times], later(503, 'Try again later')),
  faulty('limited', writes, later(429, 'Rate limit exceeded')),
  faulty('no-json', writes, { kind: 'answer', status: 200, body: '<p>' }),
  faulty('in-progress', slow, { kind: 'in progress', status: 202, headerSeconds: 1, bodySeconds: 2 }),
  scenario('upload', 'DEXA', paper, onPaper, {
    faults: [
      { on: [at.upload], effect: { kind: 'answer', status: 403, body: 'The upload session has ended' } },
      { on: ofEvidence.complete, effect: later(503, 'Try again later') },
    ],
  }),
  scenario(
    'changes',
    'DEXA',
    `${book}. The location confirms it. Show the check-in link, move the appointment, and cancel it with the penalty`,
    {},
    {
      goal: at.cancel,
      location: { [at.schedule]: ['confirmed'], [at.reschedule]: ['confirmed'] },
      faults: [
        {
          on: [at.cancel],
          effect: {
            kind: 'answer',
            status: 409,
            body: failed(409, 'Within 24 hours', {
              code: 'WITHIN_24_HOUR_WINDOW',
              requiresConfirmation: true,
            }),
          },
        },
        {
          on: [at.cancel],
          effect: { kind: 'in progress', status: 409, headerSeconds: 1, bodySeconds: 1 },
        },
      ],
    },
  ),
  scenario(
    'webhooks',
    'DEXA',
    `Register a webhook endpoint. ${book}. Show the results when they are ready`,
    {},
    {
      goal: at.results,
      location: { [at.schedule]: ['confirmed', 'results_in_progress', 'results_ready'] },
    },
  ),
];
