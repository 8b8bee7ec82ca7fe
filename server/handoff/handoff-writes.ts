/** The writes of handoffs: a completed `handoff.create` gives a page or a refusal to show (Hosted scheduling handoff; ERR-42, GAP-94). */
import type { Kysely } from 'kysely';
import type { UpstreamFailure } from '../core/errors.ts';
import type { Log } from '../core/observability/log.ts';
import { afterCommit } from '../core/store/store.ts';
import type { Tables } from '../core/store/tables.ts';
import type { Outbox, Writes } from '../upstream/writes/outbox.ts';
import type { Handoff } from './handoff-state.ts';
import type { Handoffs } from './handoffs.ts';
import { refusalOf } from './refusal.ts';

/** The writes whose owner is a handoff. */
export type HandoffWrites = Writes<'co_branded', Handoff>;

/** Creates the writes of handoffs. Call it once per server: it registers the handler of completed writes. */
export function createHandoffWrites(
  outbox: Outbox<'co_branded'>,
  handoffs: Handoffs,
  log: Log,
): HandoffWrites {
  return outbox.owner<Handoff>('handoff', async ({ write, outcome, mayBeDone, owner }, commit) => {
    const handoff = owner ?? (await handoffs.load(write.ownerId));
    if (handoff?.writeId !== write.id || handoff.state !== 'preparing') return;
    const next: Handoff = {
      ...handoff,
      ...(outcome.ok
        ? { state: 'open', answer: { ...(outcome.data as object) } }
        : {
            ...{ state: 'refused', refusal: refusalOf(outcome.error) },
            // A key that is refused when it is repeated has no page: the service would have responded with it.
            mayHavePage: mayBeDone && !handoff.repeatsWrite && keepsKey(outcome.error),
          }),
      revision: handoff.revision + 1,
    };
    await commit(async (trx) => {
      await handoffs.update(trx, next);
      afterCommit(trx, () =>
        log('handoff.settled', {
          handoff_id: handoff.id,
          code: next.refusal?.code,
          upstream_request_id: next.refusal?.upstreamRequestId,
        }),
      );
      return next;
    });
  });
}

/** Whether the same key may still give a page: the service does not know it with other bytes, and no operator gave it up. */
const keepsKey = ({ status, code }: UpstreamFailure): boolean =>
  status !== 0 && code !== 'IDEMPOTENCY_CONFLICT';

/**
 * Requests the page of a `preparing` handoff, in the transaction that stores it with its `writeId`.
 * @param again the refused write that may have made the page
 */
export async function requestPage(
  trx: Kysely<Tables>,
  writes: Pick<HandoffWrites, 'enqueue'>,
  handoff: Handoff,
  again: { resends?: string } = {},
): Promise<void> {
  const { id: ownerId, customerId, orderId, request, writeId } = handoff;
  if (writeId === null) return;
  const write = { kind: 'handoff.create' as const, params: { orderId }, body: request, ...again };
  await writes.enqueue(trx, { id: writeId, ownerId, customerId, write, owner: handoff });
}

/**
 * Waits for the write of a `preparing` handoff, for as long as a response waits.
 * @returns the handoff afterwards; it is still `preparing` if the write takes longer
 */
export type WaitForWrite = (handoff: Handoff) => Promise<Handoff>;

/** Creates the wait. */
export const createWaitForWrite =
  ({ handoffs, writes }: { handoffs: Handoffs; writes: Pick<HandoffWrites, 'wait'> }): WaitForWrite =>
  async (handoff) => {
    if (handoff.state !== 'preparing' || handoff.writeId === null) return handoff;
    const { owner } = await writes.wait(handoff.writeId);
    return owner ?? (await handoffs.load(handoff.id)) ?? handoff;
  };
