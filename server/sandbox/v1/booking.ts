/** The common part of prescreen submissions and orders: customer, offering and consent source (Order; ORD-03, PRE-17, GAP-43, GAP-49). */
import type { z } from 'zod';
import { orderIdentifiers } from '../../contract/upstream-api/orders.ts';
import { ApiError } from '../engine/api-error.ts';
import type { Key, Modes } from '../engine/keys.ts';
import { findOffering, type Offered } from '../offerings.ts';
import type { Booking, State } from '../state.ts';
import { verifyConsent } from './consent-source.ts';
import { customerProfile, profileError, requireMeasures } from './customer-profile.ts';
import { findIdentity } from './identities.ts';

const bookingRequest = orderIdentifiers.extend({ customer: customerProfile });
type BookingRequest = z.infer<typeof bookingRequest>;

/** Reads the modes of the key, which a new workflow keeps. */
export function modesOf({ customer_consent_mode, physician_order_mode }: Key): Modes {
  return { customer_consent_mode, physician_order_mode };
}

/** Creates INVALID_CUSTOMER_PROFILE if only the customer is invalid; else returns undefined. */
export function bookingError(error: z.ZodError, body: unknown): ApiError | undefined {
  if (error.issues.some(({ path }) => path[0] !== 'customer')) return undefined;
  return profileError(error.issues, Reflect.get(Object(body), 'customer'));
}

/**
 * Checks customer, offering and consent source before anything is committed.
 * @param modes of the workflow: those of the prescreen if there is one, else those of the key
 * @returns the booking to store, and its offering
 * @throws ApiError 400 if the customer, the product or the kind of consent source is wrong or incomplete; 404 if the
 *   customer or the offering does not exist; 409 if the consent source is missing or not usable
 */
export function checkBooking(
  state: State,
  key: Key,
  modes: Modes,
  body: BookingRequest,
  now: Date,
): { booking: Booking; offered: Offered } {
  if (state.settings.height_and_weight_required) requireMeasures(body.customer);
  if ((body.customer_identity_id === undefined) === (body.external_customer_id === undefined))
    throw new ApiError(400, 'Exactly one of customer_identity_id and external_customer_id is sent.');
  const identity = findIdentity(state, key.prefix, body);
  if (identity === undefined) throw new ApiError(404, 'No such customer.');

  const offered = findOffering(body.catalog_id, body.offering_id);
  const { product } = offered.offering;
  if (body.product_id !== product.id || body.test_id !== product.test_id)
    throw new ApiError(400, 'product_id and test_id are not those of the offering.');

  const consentSourceId = verifyConsent(state, body, {
    owner: key.prefix,
    modes,
    customer_identity_id: identity.id,
    test_type: offered.offering.test_type,
    now,
  });
  const booking: Booking = {
    customer_identity_id: identity.id,
    catalog_id: body.catalog_id,
    offering_id: body.offering_id,
    consent_source_id: consentSourceId,
    customer: body.customer,
  };
  return { booking, offered };
}
