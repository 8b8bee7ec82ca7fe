/** Takes what a client sent through its schema; what does not fit is a problem that names each field at fault. */
import type { z } from 'zod';
import { Problem } from '../errors.ts';

/** @throws Problem 422 `invalid_fields` */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const fields = read.error.issues.slice(0, 50).map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: issue.message,
  }));
  throw new Problem(422, 'invalid_fields', 'Some fields need to be corrected.', { fields });
}
