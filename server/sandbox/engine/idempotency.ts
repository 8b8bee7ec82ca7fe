/**
 * Idempotency: one key of one partner on one route identifies one write (Errors, Prescreen and order; IDEM-02, IDEM-03,
 * IDEM-14, GAP-67, GAP-68, GAP-108). A refused write binds nothing; payloads are equal when their canonical JSON is.
 */
import { contentHash } from '../catalog/content-hash.ts';
import type { State } from '../state.ts';
import { refuse } from './refusal.ts';
import type { Outcome } from './route.ts';

export interface Write {
  /** Partner, route and key. */
  scope: string;
  /** Path parameters and body: the same key for another appointment is another payload. */
  payload: unknown;
}

export function once(
  state: State,
  write: Write,
  replayStatus: number | undefined,
  commit: () => Outcome,
): Outcome {
  const bound = state.idempotency.get(write.scope);
  if (bound === undefined) {
    const outcome = commit();
    state.idempotency.set(write.scope, { payload: write.payload, outcome: JSON.stringify(outcome) });
    return outcome;
  }
  if (contentHash(bound.payload) !== contentHash(write.payload))
    throw refuse(
      409,
      'IDEMPOTENCY_CONFLICT',
      'This Idempotency-Key was used for a request with another payload.',
    );
  const outcome: Outcome = JSON.parse(bound.outcome);
  return { ...outcome, status: replayStatus ?? outcome.status };
}
