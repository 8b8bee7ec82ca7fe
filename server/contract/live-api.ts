/**
 * The live stream: what changed for the signed-in customer, by opaque id and nothing more; the page reads it again.
 *
 * `event: change`, data LiveChange: once for each change after the one that Last-Event-ID names.
 * `event: reread`: changes may have gone by unseen, as on a first connection; what is on show is read again.
 * The stream ends when its token does; the page comes back with a new one.
 */
import { z } from 'zod';

/** The data of one change. */
const liveChange = z.object({
  kind: z.literal('appointment'),
  ref: z.string().describe('The id under which the page knows it.'),
});
export type LiveChange = z.infer<typeof liveChange>;
