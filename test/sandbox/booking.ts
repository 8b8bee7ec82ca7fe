/** Builds a booking in the sandbox step by step; each step takes only the values that its test is about. */

import type { Order } from '../../server/contract/upstream-api/orders.ts';
import type {
  AppointmentQuestionnaire,
  QuestionnaireSubmission,
} from '../../server/contract/upstream-api/questionnaire.ts';
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import * as suite from '../../server/operate/conformance/booking.ts';
import * as customer from '../../server/operate/conformance/customer.ts';
import type { Pair } from '../../server/operate/conformance/ordered.ts';
import { catalog, type Trait } from '../../server/sandbox/catalog/catalog.ts';
import type { Answer, Partner } from './sandbox-harness.ts';

export type { Pair };

/** Offerings of a test without traits, or those of any test with the trait. */
function pairsOf(testType: TestType, trait?: Trait): Pair[] {
  return catalog
    .flatMap(({ offerings }) => offerings)
    .filter(({ test_type, traits }) =>
      trait === undefined ? test_type === testType && traits.length === 0 : traits.includes(trait),
    )
    .map(({ catalog_id, offering_id, product }) => ({
      catalog_id,
      offering_id,
      product_id: product.id,
      test_id: product.test_id,
    }));
}

export function pairOf(testType: TestType, trait?: Trait): Pair {
  const [pair] = pairsOf(testType, trait);
  if (pair === undefined) throw new Error(`no offering for ${testType} ${trait}`);
  return pair;
}

const one = { external_customer_id: 'customer-1' };
export const identityBody = (changes: object = {}) => customer.identityBody({ ...one, ...changes });

export const { customerBody } = customer;
const { prescreenBody, consent } = suite;
export const { sessionBody, offeringPath } = suite;
export const offeredTimes = suite.timesOf;
export const finalizeBody = suite.consentBody;

export const identify = (partner: Partner, changes: object = {}): Promise<string> =>
  customer.identify(partner, { ...one, ...changes });

export interface Ready {
  testType: TestType;
  pair: Pair;
  identityId: string;
  grantId: string;
  /** The fields that a prescreen submission and an order share. */
  identifiers: Record<string, unknown>;
}

export async function readyToOrder(
  partner: Partner,
  testType: TestType,
  { pair = pairOf(testType), customer = {} }: { pair?: Pair; customer?: object } = {},
): Promise<Ready> {
  const identityId = await identify(partner);
  const grantId = await consent(partner, identityId, testType);
  const identifiers = {
    ...pair,
    customer_identity_id: identityId,
    consent_grant_id: grantId,
    customer: customerBody(customer),
  };
  return { testType, pair, identityId, grantId, identifiers };
}

export const orderBody = (ready: Ready, changes: object = {}) => ({
  ...ready.identifiers,
  external_payment_reference: 'payment-1',
  ...changes,
});

function submitPrescreen(
  partner: Partner,
  ready: Ready,
  changes: object = {},
  key?: string,
): Promise<Answer<{ order_id: string }>> {
  return partner.post(
    `/v1/tests/${ready.testType}/prescreen-form/submissions`,
    { ...ready.identifiers, prescreen: prescreenBody(), ...changes },
    key,
  );
}

export interface Ordered extends Ready {
  orderId: string;
  appointmentId: string;
  appointmentPath: string;
}

export async function order(
  partner: Partner,
  testType: TestType,
  options: Parameters<typeof readyToOrder>[2] = {},
): Promise<Ordered> {
  const ready = await readyToOrder(partner, testType, options);
  const prescreened =
    testType === 'CALST' ? { order_id: (await submitPrescreen(partner, ready)).data.order_id } : {};
  const { data } = await partner.post<Order>('/v1/orders', orderBody(ready, prescreened));
  const appointmentId = data.appointments[0]?.appointment_id ?? '';
  return {
    ...ready,
    orderId: data.order_id,
    appointmentId,
    appointmentPath: `/v1/appointments/${appointmentId}`,
  };
}

export async function questionnaireBody(partner: Partner, { appointmentPath }: Ordered, yes: string[] = []) {
  const { data } = await partner.get<AppointmentQuestionnaire>(`${appointmentPath}/scheduling-questionnaire`);
  return {
    questionnaire_definition_id: data.id,
    content_hash: data.content_hash,
    answers: Object.fromEntries(data.content.fields.map(({ id }) => [id, yes.includes(id)])),
    acknowledgements: Object.fromEntries(data.content.acknowledgements.map(({ id }) => [id, true])),
  };
}

export async function answerQuestionnaire(
  partner: Partner,
  ordered: Ordered,
  yes: string[] = [],
): Promise<Answer<QuestionnaireSubmission>> {
  const body = await questionnaireBody(partner, ordered, yes);
  return partner.post(`${ordered.appointmentPath}/scheduling-questionnaire`, body);
}

export async function scheduleBody(partner: Partner, { pair }: Ready) {
  const [primary = '', first = '', second = ''] = await offeredTimes(partner, pair);
  return {
    selected_appointment_date: primary,
    alternate_availabilities: [first, second],
  };
}

/** An order with an answered questionnaire. */
export async function readyToSchedule(partner: Partner, testType: TestType = 'DEXA'): Promise<Ordered> {
  const ordered = await order(partner, testType);
  await answerQuestionnaire(partner, ordered);
  return ordered;
}

/** An appointment that waits for the location to confirm. */
export async function schedule(partner: Partner, testType: TestType = 'DEXA'): Promise<Ordered> {
  const ordered = await readyToSchedule(partner, testType);
  await partner.post(`${ordered.appointmentPath}/schedule`, await scheduleBody(partner, ordered));
  return ordered;
}
