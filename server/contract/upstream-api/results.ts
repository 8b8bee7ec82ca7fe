/**
 * GET /v1/results (Results; RES-03, RES-04). The specification shows no field of a record: readers keep the record
 * unchanged and show it generically (GAP-75).
 */
import { z } from 'zod';
import { uuid } from './envelope.ts';

/** The query of results. */
export const resultsQuery = z.strictObject({
  order_id: uuid.optional(),
  limit: z.int().optional(),
  offset: z.int().optional(),
});

/** The results of an order. */
export const results = z.looseObject({});
export type Results = z.infer<typeof results>;
