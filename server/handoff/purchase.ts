/** The state of a purchase that becomes an order, and its next write (HND-05, HND-14, GAP-95, GAP-97). Pure. */
import { z } from 'zod';
import { handoffPurchase } from '../contract/hooks-api.ts';
import { stored } from '../core/store/stored.ts';
import type { OrderedProduct } from '../upstream/offerings/responses.ts';
import { identityOf, orderCustomerOf } from '../upstream/orders/customer.ts';
import { identity, order, prescreened } from '../upstream/orders/responses.ts';
import type { WriteKind } from '../upstream/write-kinds.ts';
import { derivedKey } from '../upstream/writes/idempotency-key.ts';
import type { LogicalWrite } from '../upstream/writes/write.ts';
import { storedRefusal } from './handoff-state.ts';

/** A purchase as the hook `handoffOrder` gives it. */
export type PurchaseFacts = z.infer<typeof handoffPurchase>;

const text = z.string();

/** The whole state of one purchase; stored encrypted. */
export const storedPurchase = stored({
  /** Derived from the customer and the partner's reference: a restored server gives the same purchase the same id. */
  id: text,
  /** The partner's own id of its user. */
  customerId: text,
  revision: z.int(),
  facts: handoffPurchase,
  product: z.looseObject({ id: text, testId: text, testType: text, needsPrescreen: z.boolean() }),
  /** The customer's identity at the service; null before its write. */
  identityId: text.nullable(),
  /** The order id of the prescreen; the order is placed under it (PRE-21, ORD-08). */
  prescreenOrderId: text.nullable(),
  /** The id of the made order; null before its write. */
  orderId: text.nullable(),
  /** Id of its last write. */
  writeId: text.nullable(),
  refusal: storedRefusal.nullable(),
  /** How often it was refused so that it is begun again under new keys. */
  beginnings: z.int(),
});
/** The whole state of one purchase; stored encrypted. */
export type Purchase = z.infer<typeof storedPurchase>;

/** Whether health questions come before the order: the product's own flag decides, or else the flow's rule (GAP-97). */
export const needsPrescreen = ({ is_prescreening_required, test_type }: OrderedProduct): boolean =>
  is_prescreening_required ?? test_type === 'CALST';

/** Creates a purchase before its first write. */
export const newPurchase = (customerId: string, facts: PurchaseFacts, product: OrderedProduct): Purchase => ({
  id: derivedKey('purchase', customerId, facts.reference),
  customerId,
  revision: 1,
  facts,
  product: {
    id: product.id,
    testId: product.test_id,
    // Only the route of a prescreen needs it.
    testType: product.test_type ?? '',
    needsPrescreen: needsPrescreen(product),
  },
  identityId: null,
  prescreenOrderId: null,
  orderId: null,
  writeId: null,
  refusal: null,
  beginnings: 0,
});

/**
 * Makes the write that comes next.
 * @returns null once the order is made
 */
export function nextWrite(purchase: Purchase): LogicalWrite<'co_branded'> | null {
  const { customerId, facts, product, identityId, prescreenOrderId, orderId } = purchase;
  if (orderId !== null) return null;
  if (identityId === null)
    return { kind: 'identity.save', params: {}, body: identityOf(customerId, facts.customer) };
  const common = {
    catalog_id: facts.catalogId,
    offering_id: facts.offeringId,
    product_id: product.id,
    test_id: product.testId,
    customer_identity_id: identityId,
    customer: orderCustomerOf(facts.customer),
    ...('grantId' in facts.consent
      ? { consent_grant_id: facts.consent.grantId }
      : { partner_consent_evidence_id: facts.consent.evidenceId }),
  };
  if (product.needsPrescreen && prescreenOrderId === null)
    return {
      kind: 'prescreen.submit',
      params: { testType: product.testType },
      body: { ...common, prescreen: facts.prescreen },
    };
  return {
    kind: 'order.place',
    params: {},
    body: {
      ...common,
      external_payment_reference: facts.paymentReference,
      ...(prescreenOrderId === null ? {} : { order_id: prescreenOrderId }),
    },
  };
}

/**
 * Makes the purchase after a completed write.
 * @throws ZodError if the response lacks the id that the next write needs
 */
export function afterWrite(purchase: Purchase, kind: WriteKind<'co_branded'>, data: unknown): Purchase {
  switch (kind) {
    case 'identity.save':
      return { ...purchase, identityId: identity.needed.parse(data).customer_identity_id };
    case 'prescreen.submit':
      return { ...purchase, prescreenOrderId: prescreened.needed.parse(data).order_id };
    case 'order.place':
      return { ...purchase, orderId: order.needed.parse(data).order_id };
    default:
      return purchase;
  }
}
