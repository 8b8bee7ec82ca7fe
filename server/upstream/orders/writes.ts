/**
 * The writes that create an order in either flow, each under its own key: the identity, the prescreen, the order (Host;
 * HND-05, GAP-95).
 */
import { identity, identityRequest } from '../../contract/upstream-api/identity.ts';
import { order, orderRequest } from '../../contract/upstream-api/orders.ts';
import { prescreenRequest, prescreenSubmission } from '../../contract/upstream-api/prescreen.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';

/** The writes that create an order, for either flow. */
export const orderWrites = {
  'identity.save': post('/v1/api-first/identities', identityRequest, identity),
  'prescreen.submit': post(
    '/v1/tests/{testType}/prescreen-form/submissions',
    prescreenRequest,
    prescreenSubmission,
  ),
  'order.place': post('/v1/orders', orderRequest, order),
} as const satisfies Record<string, WriteKindEntry>;
