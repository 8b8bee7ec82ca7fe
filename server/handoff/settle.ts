/** What a settled `handoff.create` makes of its handoff: a page to show, or a refusal to tell (Hosted scheduling handoff; ERR-42, GAP-94). */
import type { Log } from '../http/log.ts';
import type { SettledHandler } from '../writes/journal.ts';
import type { Handoff } from './handoff.ts';
import type { Handoffs } from './handoffs.ts';
import { refusalOf } from './refusal.ts';

export function createSettle(handoffs: Handoffs, log: Log): SettledHandler<'co_branded'> {
  return async (write, outcome) => {
    const handoff = await handoffs.load(write.ownerId);
    if (handoff?.writeId !== write.id || handoff.state !== 'preparing') return async () => {};
    const next: Handoff = outcome.ok
      ? { ...handoff, state: 'open', answer: { ...(outcome.data as object) } }
      : { ...handoff, state: 'refused', refusal: refusalOf(outcome.error) };
    const update = await handoffs.update({ ...next, revision: handoff.revision + 1 });
    return async (trx) => {
      await update(trx);
      log('handoff.settled', {
        handoff_id: handoff.id,
        code: next.refusal?.code,
        upstream_request_id: next.refusal?.upstreamRequestId,
      });
    };
  };
}
