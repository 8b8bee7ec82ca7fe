/**
 * The writes that create an order in either flow, each under its own key: the identity, the prescreen, the order (Host;
 * HND-05, GAP-95).
 */
import { identityRequest } from '../../contract/upstream-api/identity.ts';
import { orderRequest } from '../../contract/upstream-api/orders.ts';
import { prescreenRequest } from '../../contract/upstream-api/prescreen.ts';
import { formAnswers } from '../prescreen/form.ts';
import { anyId } from '../response-reader.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';
import { identity, order, prescreened } from './responses.ts';

/** Ids go back as the service gave them. */
const ids = {
  catalog_id: anyId,
  offering_id: anyId,
  product_id: anyId,
  test_id: anyId,
  customer_identity_id: anyId.optional(),
  consent_grant_id: anyId.optional(),
  partner_consent_evidence_id: anyId.optional(),
};

/** The writes that create an order, for either flow. */
export const orderWrites = {
  'identity.save': post('/v1/api-first/identities', identityRequest, identity),
  'prescreen.submit': post(
    '/v1/tests/{testType}/prescreen-form/submissions',
    prescreenRequest.extend({ ...ids, prescreen: formAnswers }),
    prescreened,
  ),
  'order.place': post('/v1/orders', orderRequest.extend({ ...ids, order_id: anyId.optional() }), order),
} as const satisfies Record<string, WriteKindEntry>;
