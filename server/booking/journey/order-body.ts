/** The fields that a prescreen submission and an order share: ids, profile and exactly one consent source (PRE-17, ORD-03..ORD-06). */
import type { OrderRequest } from '../../contract/upstream-api/orders.ts';
import { Problem } from '../../core/errors.ts';
import { orderCustomerOf } from '../../upstream/orders/customer.ts';
import { consentModeOf } from './branch.ts';
import type { Journey } from './journey-state.ts';

/** The consent source of the journey's branch (CFG-22, T50); null while there is none. */
function consentSource(
  journey: Journey,
): Pick<OrderRequest, 'consent_grant_id' | 'partner_consent_evidence_id'> | null {
  if (consentModeOf(journey) === 'service_consent_api') {
    return journey.consent && { consent_grant_id: journey.consent.grant_id };
  }
  const { evidence } = journey;
  if (evidence?.status !== 'accepted' || evidence.upstreamId === null) return null;
  return { partner_consent_evidence_id: evidence.upstreamId };
}

/**
 * Makes the common fields of prescreen and order from the steps.
 * @throws Problem 409 `step_out_of_order` if a step before is not finished
 */
export function orderBody(journey: Journey): Omit<OrderRequest, 'external_payment_reference' | 'order_id'> {
  const { chosen, product, profile, identityId } = journey;
  const consent = consentSource(journey);
  if (!chosen || !product || !profile || !identityId || !consent) {
    throw new Problem('step_out_of_order');
  }
  return {
    catalog_id: chosen.catalog_id,
    offering_id: chosen.offering_id,
    product_id: product.product.id,
    test_id: product.product.test_id,
    customer_identity_id: identityId,
    customer: orderCustomerOf(profile),
    ...consent,
  };
}
