/** Values in query strings. */
import { z } from 'zod';
import { testTypes } from '../../contract/upstream-api/test-types.ts';

/** A number in text. */
export const numberText = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'must be a number')
  .transform(Number);

/** Test types in text, separated by commas. */
export const testTypeList = z
  .string()
  .transform((list) => list.split(',').map((type) => type.trim()))
  .pipe(z.array(z.enum(testTypes)));
