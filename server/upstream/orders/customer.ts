/**
 * Maps a customer's profile to the field names of the service. Identity and order name them differently (T28; IDN-03,
 * IDN-07, ORD-04).
 */
import type { IdentityRequest } from '../../contract/upstream-api/identity.ts';
import type { OrderCustomer } from '../../contract/upstream-api/orders.ts';

/** A customer's profile, as both flows ask for it. */
interface CustomerProfile
  extends Pick<IdentityRequest, 'first_name' | 'last_name' | 'email' | 'phone' | 'date_of_birth' | 'sex'> {
  address: IdentityRequest['address'] & { address_line_2?: string | undefined };
  height_inches?: number | undefined;
  weight_pounds?: number | undefined;
}

/**
 * Makes the identity's fields: without second address line and body measures.
 * @param customerId the partner's own id of its user
 */
export const identityOf = (customerId: string, profile: CustomerProfile): IdentityRequest => ({
  external_customer_id: customerId,
  first_name: profile.first_name,
  last_name: profile.last_name,
  email: profile.email,
  phone: profile.phone,
  date_of_birth: profile.date_of_birth,
  sex: profile.sex,
  address: {
    address_line_1: profile.address.address_line_1,
    city: profile.address.city,
    state: profile.address.state,
    postal_code: profile.address.postal_code,
  },
});

/** Makes the customer of prescreen and order: height in inches and weight in pounds (GAP-48). */
export const orderCustomerOf = (profile: CustomerProfile): OrderCustomer => ({
  first_name: profile.first_name,
  last_name: profile.last_name,
  email: profile.email,
  phone_number: profile.phone,
  date_of_birth: profile.date_of_birth,
  sex: profile.sex,
  ...(profile.height_inches === undefined ? {} : { height: profile.height_inches }),
  ...(profile.weight_pounds === undefined ? {} : { weight: profile.weight_pounds }),
  address: {
    address_line_1: profile.address.address_line_1,
    ...(profile.address.address_line_2 ? { address_line_2: profile.address.address_line_2 } : {}),
    city: profile.address.city,
    state: profile.address.state,
    postal_code: profile.address.postal_code,
  },
});
