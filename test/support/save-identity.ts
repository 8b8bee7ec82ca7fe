/** The most common write of these tests: an invented customer's identity, with a name that is easy to search for. */
import type { LogicalWrite } from '../../server/upstream/writes/write.ts';

/** A name to search for where it must not appear. */
export const canary = 'Canary-Quixote';

/** The body of the write. */
export const saveIdentityBody = {
  external_customer_id: 'customer-1',
  first_name: 'Ada',
  last_name: canary,
  email: 'ada@example.com',
  phone: '212 555 0100',
  date_of_birth: '1980-02-29',
  sex: 'female',
  address: {
    address_line_1: '1 Example Way',
    city: 'New York',
    state: 'NY',
    postal_code: '10001',
  },
};

/**
 * Creates the write.
 * @param over fields of the body to replace
 */
export const saveIdentity = (over: object = {}): LogicalWrite => ({
  kind: 'identity.save',
  params: {},
  body: { ...saveIdentityBody, ...over },
});

/** The data of the service's response to the write. */
export const identityAnswer = {
  customer_identity_id: '3f0e7c5a-52a6-4f1c-9d59-3c1d6c6f9f11',
};
