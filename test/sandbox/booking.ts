/** Builds a booking in the sandbox step by step; each step takes only the values that its test is about. */

import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import * as suite from '../../server/operate/conformance/booking.ts';
import * as customer from '../../server/operate/conformance/customer.ts';
import type { Ordered, Pair, Ready } from '../../server/operate/conformance/ordered.ts';
import { catalog, type Trait } from '../../server/sandbox/catalog/catalog.ts';
import type { Partner } from './sandbox-harness.ts';

export type { Ordered, Pair };

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
export const { answerQuestionnaire, offeringPath, orderBody, questionnaireBody, sessionBody } = suite;
export const offeredTimes = suite.timesOf;
export const finalizeBody = suite.consentBody;

export const identify = (partner: Partner): Promise<string> => customer.identify(partner, one);

export async function readyToOrder(
  partner: Partner,
  testType: TestType,
  { pair = pairOf(testType), customer = {} }: { pair?: Pair; customer?: object } = {},
): Promise<Ready> {
  const identityId = await identify(partner);
  const identifiers = {
    ...pair,
    customer_identity_id: identityId,
    consent_grant_id: await suite.consent(partner, identityId, testType),
    customer: customerBody(customer),
  };
  return { testType, pair, identityId, identifiers };
}

export const order = async (
  partner: Partner,
  testType: TestType,
  options: Parameters<typeof readyToOrder>[2] = {},
): Promise<Ordered> => suite.placeOrder(partner, await readyToOrder(partner, testType, options));

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
  await partner.post(`${ordered.path}/schedule`, await scheduleBody(partner, ordered));
  return ordered;
}
