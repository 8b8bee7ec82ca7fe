/** Bad input is refused field by field, saying what to mend. */
import type { ZodType } from 'zod';
import { Problem } from '../errors.ts';

/** @throws Problem 422 with the fields at fault */
export function parseInput<T>(schema: ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const fields = result.error.issues
    .slice(0, 50)
    .map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw new Problem('invalid_fields', { fields });
}
