/** Waits for the write of a handoff that is being sent. */
import type { Handoff } from './handoff-state.ts';
import type { HandoffWrites } from './handoff-writes.ts';
import type { Handoffs } from './handoffs.ts';

/** How long, in milliseconds, a response waits for the service before the page is asked to poll. */
const waitTimeoutMs = 2_500;

/**
 * Waits for the write of a `preparing` handoff, for at most 2.5 seconds.
 * @returns the handoff afterwards; it is still `preparing` if the write takes longer
 */
export type WaitForWrite = (handoff: Handoff) => Promise<Handoff>;

/** Creates the wait. */
export const createWaitForWrite =
  ({ handoffs, writes }: { handoffs: Handoffs; writes: Pick<HandoffWrites, 'wait'> }): WaitForWrite =>
  async (handoff) => {
    if (handoff.state !== 'preparing' || handoff.writeId === null) return handoff;
    const { owner } = await writes.wait(handoff.writeId, waitTimeoutMs);
    return owner ?? (await handoffs.load(handoff.id)) ?? handoff;
  };
