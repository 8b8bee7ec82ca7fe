/** Maps the fields that the service refuses back to ours (ERR-13, GAP-50). */
import type { FieldProblem } from '../../contract/problem.ts';

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
