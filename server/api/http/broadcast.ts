/** Sends a customer's changes to the pages connected to every process. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { LiveChange } from '../../contract/live-api.ts';
import { jsonOrNull } from '../../core/json.ts';
import type { Channel } from '../../core/store/pubsub.ts';
import type { Live } from './live.ts';

const message = z.object({
  /** The tag of the customer (store/server-keys.ts). */
  customer: z.string(),
  event: z.object({ id: z.string(), kind: z.literal('appointment'), ref: z.string() }),
});

/**
 * Creates the broadcast, and subscribes `live` to the changes of other processes.
 * @param tagOf names a customer in messages, which everyone with access to the database can read
 * @returns emits a change at this process and publishes it to the others; call it after the commit
 */
export function broadcast(
  live: Pick<Live, 'emit' | 'emitToTag' | 'emitGap'>,
  channel: Channel,
  tagOf: (customerId: string) => string,
): (customerId: string, change: LiveChange) => void {
  channel.subscribe({
    onMessage(text) {
      const read = message.safeParse(jsonOrNull(text));
      if (read.success) live.emitToTag(read.data.customer, read.data.event);
      // A message of another version: something has changed.
      else live.emitGap();
    },
    onGap: () => live.emitGap(),
  });
  return (customerId, change) => {
    const event = { id: randomUUID(), ...change };
    live.emit(customerId, event);
    channel.publish(JSON.stringify({ customer: tagOf(customerId), event } satisfies z.infer<typeof message>));
  };
}
