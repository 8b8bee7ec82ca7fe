/** The writes of handoffs: a completed `handoff.create` gives a page or a refusal to show (Hosted scheduling handoff; ERR-42, GAP-94). */

import type { Outbox, Writes } from '../jobs/outbox.ts';
import type { Log } from '../observability/log.ts';
import { afterCommit } from '../store/store.ts';
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
  return outbox.owner<Handoff>('handoff', async ({ write, outcome, owner }, commit) => {
    const handoff = owner ?? (await handoffs.load(write.ownerId));
    if (handoff?.writeId !== write.id || handoff.state !== 'preparing') return;
    const next: Handoff = {
      ...handoff,
      ...(outcome.ok
        ? { state: 'open', answer: { ...(outcome.data as object) } }
        : { state: 'refused', refusal: refusalOf(outcome.error) }),
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
