/** The customer of a purchase under the field names of the identity and of the order; the handoff has a third set (T28; IDN-03, IDN-07, ORD-04). */
import type { HandoffProfile } from '../contract/handoff-api.ts';
import type { IdentityRequest } from '../contract/upstream-api/identity.ts';
import type { OrderCustomer } from '../contract/upstream-api/orders.ts';

type Customer = HandoffProfile & { email: string };

/**
 * Makes the body of the identity.
 * @param customerId the partner's own id of its user
 */
export const identityOf = (customerId: string, customer: Customer): IdentityRequest => ({
  external_customer_id: customerId,
  first_name: customer.first_name,
  last_name: customer.last_name,
  email: customer.email,
  phone: customer.phone,
  date_of_birth: customer.date_of_birth,
  sex: customer.sex,
  address: customer.address,
});

/** Makes the customer of prescreen and order: height in inches, weight in pounds. */
export const customerOf = (customer: Customer): OrderCustomer => ({
  first_name: customer.first_name,
  last_name: customer.last_name,
  email: customer.email,
  phone_number: customer.phone,
  date_of_birth: customer.date_of_birth,
  sex: customer.sex,
  height: customer.height_inches,
  weight: customer.weight_pounds,
  address: customer.address,
});
