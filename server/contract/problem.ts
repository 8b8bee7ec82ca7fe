/**
 * The body of every unsuccessful response of the partner's server but those of a token exchange: RFC 9457 problem details
 * with a public `code`. It never holds a secret, a stack trace, a message of the upstream service or anything a customer
 * typed.
 */
import { z } from 'zod';
import { partnerContact } from './partner-contact.ts';

/**
 * One invalid field: a path into the request body (`customer.address.city`) and a sentence that says what to correct.
 */
export const fieldProblem = z.object({
  path: z.string(),
  message: z.string(),
  /**
   * The kind of mistake, for a client with words of its own: `needed`, `invalid`, `too_young`, `too_old`; a newer server
   * may send others. Absent if the sentence is the upstream service's own.
   */
  code: z.string().optional(),
});
export type FieldProblem = z.infer<typeof fieldProblem>;

/** The body of an unsuccessful response. */
export const problem = z.object({
  /** `about:blank` or a stable URN of the code. */
  type: z.string(),
  /** HTTP status. */
  status: z.int(),
  /** Stable, snake_case; what a client branches on. One of `problem-codes.ts`; a newer server may send others. */
  code: z.string(),
  /** One sentence for a person, free of data: the code's own, or a more exact one. */
  title: z.string(),
  /** The invalid fields, for a problem with the input. */
  fields: z.array(fieldProblem).optional(),
  /** The upstream's `request_id`, for support (ERR-06). */
  upstream_request_id: z.string().optional(),
  /** The server's own id of this request, as in its log; for support. */
  request_id: z.string().optional(),
  /** Whom the user calls. With a failure, which may come before the first view. */
  contact: partnerContact.optional(),
});
export type ProblemBody = z.infer<typeof problem>;
