/** POST and GET /v1/api-first/identities (Customer identity; IDN-03..IDN-10). */
import { z } from 'zod';
import { uuid } from './envelope.ts';

const filled = z.string().trim().min(1);
/** YYYY-MM-DD. */
export const isoDate = z.iso.date();
/** The values of `sex`. */
export const sexes = ['male', 'female'] as const;

/** The body of POST. */
export const identityRequest = z.strictObject({
  external_customer_id: filled,
  first_name: filled,
  last_name: filled,
  email: z.email(),
  phone: filled,
  date_of_birth: isoDate,
  sex: z.enum(sexes),
  address: z.strictObject({ address_line_1: filled, city: filled, state: filled, postal_code: filled }),
});
export type IdentityRequest = z.infer<typeof identityRequest>;

/** An identity in a response. */
export const identity = z.looseObject({
  customer_identity_id: uuid,
  external_customer_id: z.string().optional(),
});
export type Identity = z.infer<typeof identity>;
