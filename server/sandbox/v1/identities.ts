/** Customer identities: created or updated by `external_customer_id` (Identity; IDN-01..IDN-13, GAP-15). */
import {
  type Identity,
  type IdentityRequest,
  identity,
  identityRequest,
} from '../../contract/upstream-api/identity.ts';
import { stableId } from '../catalog/stable-values.ts';
import { ApiError } from '../engine/api-error.ts';
import { defineRoute } from '../engine/route.ts';
import { checkValues, ifFuture } from '../engine/strict-values.ts';
import type { IdentityRecord, State } from '../state.ts';

/** The routes of identities. */
export const identityRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/api-first/identities',
    summary: 'Create or update a customer identity',
    responses: { 200: identity, 201: identity },
    idempotencyKey: 'required',
    body: identityRequest,
    handler({ key, body, now }, state) {
      checkValues(state, { date_of_birth: ifFuture(body.date_of_birth, now) });
      const status = findIdentity(state, key.prefix, body) ? 200 : 201;
      return { status, data: present(saveIdentity(state, key.prefix, body)) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/api-first/identities/:identityId',
    summary: 'Read a customer identity',
    responses: { 200: identity },
    handler({ key, params }, state) {
      const identity = findIdentity(state, key.prefix, { customer_identity_id: params.identityId });
      if (identity === undefined) throw new ApiError(404, 'No such identity.');
      return { status: 200, data: present(identity) };
    },
  }),
];

interface IdentityReference {
  customer_identity_id?: string | undefined;
  external_customer_id?: string | undefined;
}

/** Finds a partner's identity by either id. */
export function findIdentity(
  state: State,
  owner: string,
  { customer_identity_id, external_customer_id }: IdentityReference,
): IdentityRecord | undefined {
  const id = customer_identity_id ?? identityIdOf(owner, external_customer_id ?? '');
  const identity = state.identities.get(id);
  return identity?.owner === owner ? identity : undefined;
}

/** Creates or replaces the identity of a partner's customer. */
export function saveIdentity(state: State, owner: string, profile: IdentityRequest): IdentityRecord {
  const identity = { id: identityIdOf(owner, profile.external_customer_id), owner, profile };
  state.identities.set(identity.id, identity);
  return identity;
}

/** Derived from the partner's id of the customer, so that each customer has one identity. */
function identityIdOf(owner: string, externalCustomerId: string): string {
  return stableId('identity', owner, externalCustomerId);
}

function present({ id, profile }: IdentityRecord): Identity {
  return { customer_identity_id: id, external_customer_id: profile.external_customer_id };
}
