/**
 * The envelope of every upstream response (Response envelope; ERR-01..ERR-03) and the in-progress answer (Errors;
 * IDEM-06).
 */
import { z } from 'zod';

/** Without a zone, a time is another one on each machine. */
const absolute = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/i;
/** Absolute or offset ISO-8601 text, kept as text: never parsed and written again (T01). */
export const timestamp = z
  .string()
  .refine((text) => absolute.test(text) && !Number.isNaN(Date.parse(text)))
  .meta({ format: 'date-time' });
/** An id of the service. */
export const uuid = z.uuid();
/** An id for which the specification shows no form. */
export const opaqueId = z.string().min(1);
/** An id of the service that a page or a partner sends back: of any form that fits into one segment of a path. */
export const returnedId = z
  .string()
  .regex(/^[!-~]{1,200}$/, 'Use an id of the service.')
  .refine((id) => id !== '.' && id !== '..', 'Use an id of the service.');

/** The `error` of an envelope. */
export const errorBody = z.looseObject({
  details: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullable(),
  message: z.string(),
  path: z.string(),
  request_id: z.string(),
  timestamp,
});

/** The envelope of a response. */
export const envelope = z.looseObject({
  code: z.int(),
  data: z.record(z.string(), z.unknown()).nullable(),
  error: errorBody.nullable(),
});

/** `data` of a 202 whose write still runs; its code is here and not in `error` (T06). */
export const inProgress = z.looseObject({
  status: z.literal('in_progress'),
  code: z.literal('IDEMPOTENCY_IN_PROGRESS'),
  retry_after_seconds: z.int(),
});
