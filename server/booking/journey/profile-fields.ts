/** Maps the profile to the field names of the service, and its refusals back to ours (T28; ERR-13, GAP-50). */
import type { Profile } from '../../contract/journey-api/answers.ts';
import type { FieldProblem } from '../../contract/problem.ts';
import type { IdentityRequest } from '../../contract/upstream-api/identity.ts';
import type { OrderCustomer } from '../../contract/upstream-api/orders.ts';

/** Makes the identity's fields: without second address line and body measures (IDN-03, IDN-07). */
export const identityProfile = (customerId: string, profile: Profile): IdentityRequest => ({
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

/** Makes the order's fields: height in inches and weight in pounds (GAP-48). */
export const orderCustomer = (profile: Profile): OrderCustomer => ({
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

const ourPaths: Record<string, string> = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone',
  phone_number: 'phone',
  date_of_birth: 'date_of_birth',
  sex: 'sex',
  height: 'height_inches',
  weight: 'weight_pounds',
  address_line_1: 'address.address_line_1',
  address_line_2: 'address.address_line_2',
  city: 'address.city',
  state: 'address.state',
  postal_code: 'address.postal_code',
};

/**
 * Reads the fields that a refusal names. Paths are matched by their last part (GAP-50).
 * @param details of any shape; `missing_fields` lists paths, `field_errors` has a text or a list of texts by path
 * @returns one problem for each field of ours that is named, missing fields first
 */
export function refusedFields(details: unknown): FieldProblem[] {
  if (typeof details !== 'object' || details === null) return [];
  const { field_errors: errors, missing_fields: missing } = details as Record<string, unknown>;
  const problems: FieldProblem[] = [
    ...(Array.isArray(missing) ? missing : []).map((path) => ({ path: String(path), ...needed })),
    ...Object.entries(typeof errors === 'object' && errors !== null ? errors : {}).map(([path, texts]) => {
      const message = firstText(texts);
      return message === null ? { path, ...notAccepted } : { path, message };
    }),
  ];
  const fields = new Map<string, FieldProblem>();
  for (const problem of problems) {
    const path = ourPaths[problem.path.split('.').at(-1) ?? ''];
    if (path && !fields.has(path)) fields.set(path, { ...problem, path });
  }
  return [...fields.values()];
}

const needed = { message: 'This is needed.', code: 'needed' };
const notAccepted = { message: 'The service does not accept this.', code: 'invalid' };

const firstText = (texts: unknown): string | null => {
  const first: unknown = Array.isArray(texts) ? texts[0] : texts;
  return typeof first === 'string' && first !== '' ? first : null;
};
