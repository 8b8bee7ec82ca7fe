/** The common part of prescreen submissions and orders: customer, offering and consent source (Order; ORD-03, PRE-17, GAP-43, GAP-49). */
import type { z } from 'zod';
import { orderIdentifiers } from '../../contract/upstream-api/orders.ts';
import { ApiError, codedError } from '../engine/api-error.ts';
import type { Key, Modes } from '../engine/keys.ts';
import { checkValues, ifFuture } from '../engine/strict-values.ts';
import { findOffering, type Offered } from '../offerings.ts';
import type { Booking, State } from '../state.ts';
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
  checkValues(state, { 'customer.date_of_birth': ifFuture(body.customer.date_of_birth, now) });
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

interface ConsentSource {
  consent_grant_id?: string | undefined;
  partner_consent_evidence_id?: string | undefined;
}

interface Wanted {
  owner: string;
  modes: Modes;
  customer_identity_id: string;
  test_type: string;
  now: Date;
}

/**
 * Verifies the consent source of a prescreen submission or an order before anything is committed (Consent branches;
 * CFG-22, CFG-23, ORD-10, ERR-37, GAP-03, GAP-30, GAP-31). A source from before a change of the key's mode stays valid
 * (CFG-17).
 * @param wanted what the source must cover
 * @returns the id of the grant or the evidence
 * @throws ApiError 400 if both sources are sent, the evidence is missing, or the mode does not accept this kind; 409 if
 *   the required grant is missing, or the source is unknown, not accepted, expired, or for another customer or test
 */
function verifyConsent(state: State, source: ConsentSource, wanted: Wanted): string {
  const { consent_grant_id: grantId, partner_consent_evidence_id: evidenceId } = source;
  if (grantId !== undefined && evidenceId !== undefined)
    throw wrongSource('Exactly one consent source is sent.');
  if (evidenceId !== undefined) return verifyEvidence(state, evidenceId, wanted);
  if (grantId !== undefined) return verifyGrant(state, grantId, wanted);
  throw byService(wanted)
    ? grantRequired('A consent grant is required.')
    : wrongSource('A consent source is required.');
}

function verifyGrant(state: State, grantId: string, wanted: Wanted): string {
  const grant = state.grants.get(grantId);
  if (grant?.owner !== wanted.owner)
    throw byService(wanted)
      ? notUsable('No such consent grant.')
      : wrongSource('This key does not take consent grants.');
  const isCovered =
    grant.customer_identity_id === wanted.customer_identity_id &&
    grant.test_type === wanted.test_type &&
    grant.expires_at > wanted.now.toISOString();
  if (!isCovered)
    throw grantRequired('The consent grant does not cover this customer and test, or has expired.');
  return grant.id;
}

/** (CEV-21) */
function verifyEvidence(state: State, evidenceId: string, wanted: Wanted): string {
  const evidence = state.evidence.get(evidenceId);
  if (evidence?.owner !== wanted.owner || evidence.kind !== 'customer_consent')
    throw byService(wanted)
      ? wrongSource('This key does not take partner consent evidence.')
      : notUsable('No such consent evidence.');
  const { status, customer_identity_id, canonical_test_type, expires_at } = evidence;
  if (status !== 'accepted') throw notUsable(`The consent evidence is ${status}.`);
  const isCovered =
    customer_identity_id === wanted.customer_identity_id &&
    canonical_test_type === wanted.test_type &&
    (expires_at ?? '') > wanted.now.toISOString();
  if (!isCovered)
    throw notUsable('The consent evidence does not cover this customer and test, or has expired.');
  return evidence.id;
}

const byService = ({ modes }: Wanted) => modes.customer_consent_mode === 'service_consent_api';
const grantRequired = (message: string) => codedError(409, 'CONSENT_GRANT_REQUIRED', message);
const wrongSource = (message: string) => codedError(400, 'SANDBOX_CONSENT_SOURCE', message);
const notUsable = (message: string) => codedError(409, 'SANDBOX_CONSENT_NOT_USABLE', message);
