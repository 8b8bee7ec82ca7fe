/** POST /v1/orders (Order; ORD-03, ORD-04, ORD-11, ORD-12). */
import { z } from 'zod';
import { uuid } from './envelope.ts';
import { isoDate, sexes } from './identity.ts';

/** The specification does not show which of these are mandatory (GAP-47): all are typed, none is required here. */
const orderCustomer = z.strictObject({
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  email: z.string().optional(),
  phone_number: z.string().optional(),
  date_of_birth: isoDate.optional(),
  sex: z.enum(sexes).optional(),
  /** Inches (GAP-48). */
  height: z.number().optional(),
  /** Pounds (GAP-48). */
  weight: z.number().optional(),
  address: z
    .strictObject({
      address_line_1: z.string().optional(),
      address_line_2: z.string().optional(),
      city: z.string().optional(),
      state: z.string().optional(),
      postal_code: z.string().optional(),
    })
    .optional(),
});
/** The customer's data in an order and in a prescreen submission. */
export type OrderCustomer = z.infer<typeof orderCustomer>;

/**
 * The common fields of an order and a prescreen submission: one customer identifier, one consent source (ORD-05,
 * ORD-06, CFG-22).
 */
export const orderIdentifiers = z.strictObject({
  catalog_id: uuid,
  offering_id: uuid,
  product_id: uuid,
  test_id: uuid,
  customer_identity_id: uuid.optional(),
  external_customer_id: z.string().min(1).optional(),
  customer: orderCustomer,
  consent_grant_id: uuid.optional(),
  partner_consent_evidence_id: uuid.optional(),
});

/** The body of POST. */
export const orderRequest = orderIdentifiers.extend({
  external_payment_reference: z.string().min(1).max(255),
  order_id: uuid.optional(),
});
export type OrderRequest = z.infer<typeof orderRequest>;

/** The specification shows no type, or lists the id before two fields "(numbers)". Nothing reads it. */
const numberOrText = z.union([z.string(), z.number()]);

/** The response to POST. */
export const order = z.looseObject({
  order_id: uuid,
  order_ref: z.string(),
  appointments: z.array(
    z.looseObject({
      appointment_id: uuid,
      appointment_status: z.string(),
      results_status: z.string(),
      test_type: z.string(),
    }),
  ),
  appointments_created: z.int(),
  customer: z.looseObject({ email: z.string(), user_id: numberOrText }),
  integrator_id: numberOrText,
  integrator_total: z.number(),
  retail_total: z.number(),
  pricing_rule_type: z.string().nullable(),
  pricing_rule_value: numberOrText.nullable(),
  quest_codes: z.array(z.unknown()),
  source: z.string(),
});
export type Order = z.infer<typeof order>;
