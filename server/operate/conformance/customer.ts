/** The invented customer of all checks. */
import { randomUUID } from 'node:crypto';
import { done } from './assertions.ts';
import type { Client } from './client.ts';
import type { Shape } from './shapes.ts';

/** The path of the identities. */
export const identities = '/v1/api-first/identities';
const address = { address_line_1: '1 Invented Way', city: 'New York', state: 'NY', postal_code: '10001' };
const person = {
  first_name: 'Ada',
  last_name: 'Example',
  date_of_birth: '1970-02-03',
  sex: 'female',
  address,
};

/** The body of an identity of somebody new. */
export const identityBody = (changes: object = {}) => ({
  external_customer_id: randomUUID(),
  ...person,
  email: 'ada@partner.example',
  phone: '2125550100',
  ...changes,
});

/** The customer of an order or a prescreen. */
export const customerBody = (changes: object = {}) => ({
  ...person,
  email: 'ada@partner.example',
  phone_number: '2125550100',
  ...changes,
});

/** Creates an identity. */
export const identify = async (client: Client, changes: object = {}): Promise<string> =>
  (await done(client.post<Shape<'identity'>>(identities, identityBody(changes)))).customer_identity_id;
