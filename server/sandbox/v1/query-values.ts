/** Values in query strings, and the page of a list that they select. */
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

/** The fields that select a page of a list. */
export const pageQuery = {
  limit: numberText.pipe(z.int().min(1).max(100)).default(50),
  offset: numberText.pipe(z.int().min(0)).default(0),
};

/** Makes a page of a list. */
export function pageOf<Entry, Shown>(
  all: readonly Entry[],
  { limit, offset }: { limit: number; offset: number },
  present: (entry: Entry) => Shown,
) {
  const items = all.slice(offset, offset + limit).map(present);
  const has_more = offset + items.length < all.length;
  return { items, pagination: { has_more, limit, offset, returned_count: items.length } };
}
