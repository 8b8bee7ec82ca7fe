/** The customer profile of prescreen submissions and orders (Order; ORD-04, ERR-13, GAP-47, GAP-48, GAP-50). */
import { z } from 'zod';
import { isoDate, sexes } from '../../contract/upstream-api/identity.ts';
import { type ApiError, codedError } from '../engine/api-error.ts';

const filled = z.string().trim().min(1);

/** The schema of the profile. */
export const customerProfile = z.strictObject({
  first_name: filled,
  last_name: filled,
  email: z.email(),
  phone_number: filled,
  date_of_birth: isoDate,
  sex: z.enum(sexes),
  /** Inches. */
  height: z.number().min(20).max(108).optional(),
  /** Pounds. */
  weight: z.number().min(20).max(1200).optional(),
  address: z.strictObject({
    address_line_1: filled,
    address_line_2: z.string().optional(),
    city: filled,
    state: filled,
    postal_code: filled,
  }),
});

const mandatory = [
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'date_of_birth',
  'sex',
  'address.address_line_1',
  'address.city',
  'address.state',
  'address.postal_code',
];

/**
 * Creates the error for an invalid profile: `missing_fields` for absent or blank fields, `field_errors` for all others.
 * Their paths start at the profile.
 * @param issues of the request body: their paths start with `customer`
 */
export function profileError(issues: z.core.$ZodIssue[], customer: unknown): ApiError {
  const missing_fields = mandatory.filter((path) => isMissing(valueAt(customer, path)));
  const field_errors = new Map<string, string[]>();
  for (const issue of issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const paths = keys.length > 0 ? keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths.map((each) => each.slice(1).join('.'))) {
      // `missing_fields` names it, or what is in it.
      if (path === '' || missing_fields.some((missing) => `${missing}.`.startsWith(`${path}.`))) continue;
      field_errors.set(path, [...(field_errors.get(path) ?? []), issue.message]);
    }
  }
  return codedError(400, 'INVALID_CUSTOMER_PROFILE', 'The customer profile is not valid.', {
    field_errors: Object.fromEntries(field_errors),
    missing_fields,
  });
}

/**
 * Checks that height and weight are present, for the setting that makes them mandatory (GAP-47).
 * @throws ApiError 400 if one is missing
 */
export function requireMeasures(customer: z.infer<typeof customerProfile>): void {
  const missing_fields = (['height', 'weight'] as const).filter((name) => customer[name] === undefined);
  if (missing_fields.length > 0)
    throw codedError(400, 'INVALID_CUSTOMER_PROFILE', 'The customer profile is not valid.', {
      field_errors: {},
      missing_fields,
    });
}

function valueAt(customer: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), customer);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
