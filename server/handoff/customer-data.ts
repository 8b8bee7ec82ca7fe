/** The customer's profile under the field names of the handoff, and its age limits (Hosted scheduling handoff; HND-10, HND-11, HND-13, LIM-13, GAP-96, T28, T90). */
import type { HandoffProfile } from '../contract/handoff-api.ts';
import type { HandoffCustomer } from '../contract/upstream-api/handoff.ts';

/**
 * Makes the customer of a handoff: renames `sex`, the height in inches and the weight in pounds, flattens the address,
 * and keeps only the digits of the phone.
 */
export const customerData = (profile: HandoffProfile): HandoffCustomer => ({
  first_name: profile.first_name,
  last_name: profile.last_name,
  phone: profile.phone.replace(/\D/g, ''),
  date_of_birth: profile.date_of_birth,
  sex_assigned_at_birth: profile.sex,
  address_line_1: profile.address.address_line_1,
  city: profile.address.city,
  state: profile.address.state,
  postal_code: profile.address.postal_code,
  height: profile.height_inches,
  weight: profile.weight_pounds,
});

/** In years, both inclusive (GAP-96). */
export const ages = { youngest: 16, oldest: 100 } as const;

/** Paths of our fields by their names in `customer_data`, for a refusal that names one. */
export const profilePaths: Record<keyof HandoffCustomer, string> = {
  first_name: 'customer.first_name',
  last_name: 'customer.last_name',
  phone: 'customer.phone',
  date_of_birth: 'customer.date_of_birth',
  sex_assigned_at_birth: 'customer.sex',
  address_line_1: 'customer.address.address_line_1',
  city: 'customer.address.city',
  state: 'customer.address.state',
  postal_code: 'customer.address.postal_code',
  height: 'customer.height_inches',
  weight: 'customer.weight_pounds',
};
