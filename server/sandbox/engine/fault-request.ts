/** The request body of POST /sandbox/faults (control plane). */
import { z } from 'zod';

/** What the fault does; `ms` is real time in milliseconds. */
export const faultEffect = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({ kind: z.literal('in_progress'), retry_after_seconds: z.int().nonnegative() }),
  z.strictObject({ kind: z.literal('drop_before') }),
  z.strictObject({ kind: z.literal('drop_after') }),
  z.strictObject({ kind: z.literal('delay'), ms: z.number().nonnegative() }),
  z.strictObject({ kind: z.literal('malformed') }),
]);

/** `*` or `{name}` in `path` matches one segment. `skip` matching requests pass, the next `times` are affected. */
export const faultRequest = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().startsWith('/'),
  times: z.int().positive().default(1),
  skip: z.int().nonnegative().default(0),
  effect: faultEffect,
});
/** A scripted fault, as {@link faultRequest} accepts it. */
export type FaultRequest = z.infer<typeof faultRequest>;
