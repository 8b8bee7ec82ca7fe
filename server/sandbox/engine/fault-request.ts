/** The request body of POST /sandbox/faults (control plane). */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';

/** Whether HTTP can carry the headers. */
function areSendable(headers: Record<string, string>): boolean {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    return true;
  } catch {
    return false;
  }
}

/** The effect of the fault; `ms` is real time in milliseconds. */
export const faultEffect = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('status'),
      status: z.int().min(200).max(599),
      body: z.unknown().optional(),
      headers: z
        .record(z.string(), z.string())
        .refine(areSendable, 'must be names and values of HTTP headers')
        .optional(),
    })
    .meta({ title: 'Respond with a status' }),
  z
    .strictObject({ kind: z.literal('in_progress'), retry_after_seconds: z.int().nonnegative() })
    .meta({ title: 'Respond “in progress”' }),
  z.strictObject({ kind: z.literal('drop_before') }).meta({ title: 'Cut the connection before the effect' }),
  z.strictObject({ kind: z.literal('drop_after') }).meta({ title: 'Cut the connection after the effect' }),
  z
    .strictObject({
      kind: z.literal('delay'),
      ms: z.number().nonnegative().meta({ title: 'Delay, milliseconds' }),
    })
    .meta({ title: 'Respond late' }),
  z.strictObject({ kind: z.literal('malformed') }).meta({ title: 'Respond with invalid JSON' }),
]);

/** `*` or `{name}` in `path` matches one segment. `skip` matching requests pass, the next `times` are affected. */
export const faultRequest = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().startsWith('/'),
  times: z.int().positive().default(1),
  skip: z.int().nonnegative().default(0).meta({ title: 'Requests to let pass first' }),
  effect: faultEffect,
});
/** A scripted fault, as {@link faultRequest} accepts it. */
export type FaultRequest = z.infer<typeof faultRequest>;
