/**
 * What the partner's server says when it refuses: RFC 9457 problem details with a public `code`.
 * Never carries a secret, a stack, an upstream message or what a customer typed.
 */
import { z } from 'zod';

/** One field at fault: a JSON path into the answer (`customer.address.city`) and a sentence that says what to mend. */
export const fieldProblem = z.object({ path: z.string(), message: z.string() });
export type FieldProblem = z.infer<typeof fieldProblem>;

export const problem = z.object({
  /** `about:blank` or a stable URN of the code. */
  type: z.string(),
  /** HTTP status. */
  status: z.int(),
  /** Stable, snake_case; what a client branches on. */
  code: z.string(),
  /** One sentence for a person, free of data. */
  title: z.string(),
  /** Which fields are at fault, when it is about input. */
  fields: z.array(fieldProblem).optional(),
  /** The upstream's `request_id`, for support (ERR-06). */
  upstream_request_id: z.string().optional(),
  /** The server's own id of this request, for support. */
  request_id: z.string().optional(),
});
export type ProblemBody = z.infer<typeof problem>;
