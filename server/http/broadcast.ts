/** Tells a customer's change to the pages at every process, not at the one alone that learnt it. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { LiveChange } from '../contract/live-api.ts';
import { jsonOrNull } from '../json.ts';
import type { Channel } from '../store/pubsub.ts';
import type { Live } from './live.ts';

const told = z.object({
  customerId: z.string(),
  event: z.object({ id: z.string(), kind: z.literal('appointment'), ref: z.string() }),
});

/** What comes back tells a change; after its commit. */
export function broadcast(
  live: Pick<Live, 'emit' | 'emitGap'>,
  channel: Channel,
): (customerId: string, change: LiveChange) => void {
  channel.subscribe({
    onMessage(text) {
      const read = told.safeParse(jsonOrNull(text));
      if (read.success) live.emit(read.data.customerId, read.data.event);
      // Another version's word: of something that changed, all the same.
      else live.emitGap();
    },
    onGap: () => live.emitGap(),
  });
  return (customerId, change) => {
    const event = { id: randomUUID(), ...change };
    live.emit(customerId, event);
    channel.publish(JSON.stringify({ customerId, event } satisfies z.infer<typeof told>));
  };
}
