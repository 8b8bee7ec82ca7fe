/** Validates input and refuses it field by field, with a correction for each. */
import type { ZodType } from 'zod';
import { Problem } from '../errors.ts';

/** Parses a request body. @throws Problem 422 with the invalid fields */
export function parseInput<T>(schema: ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const fields = result.error.issues
    .slice(0, 50)
    .map((issue) => ({ path: issue.path.join('.'), message: issue.message, code: 'invalid' }));
  throw new Problem('invalid_fields', { fields });
}
