/**
 * Idempotency: one key of one partner on one route identifies one write (Errors, Prescreen and order; IDEM-02, IDEM-03,
 * IDEM-14, GAP-67, GAP-68, GAP-108). A rejected write does not bind its key. Payloads are equal if their canonical JSON is.
 */
import { contentHash } from '../catalog/content-hash.ts';
import type { State } from '../state.ts';
import { codedError } from './api-error.ts';
import type { RouteResult } from './route.ts';

export interface Write {
  /** Partner, route and idempotency key. */
  scope: string;
  /** Path parameters and body, so that the same key for another appointment is a conflict. */
  payload: unknown;
}

/**
 * Commits the write, or returns the result of the first commit under the same scope.
 * @param replayStatus HTTP status of a replay; undefined keeps that of the first response
 * @throws ApiError 409 IDEMPOTENCY_CONFLICT if the payload differs; or the error of `commit`, which binds nothing
 */
export function commitOnce(
  state: State,
  write: Write,
  replayStatus: number | undefined,
  commit: () => RouteResult,
): RouteResult {
  const bound = state.idempotency.get(write.scope);
  if (bound === undefined) {
    const outcome = commit();
    state.idempotency.set(write.scope, { payload: write.payload, outcome: JSON.stringify(outcome) });
    return outcome;
  }
  if (contentHash(bound.payload) !== contentHash(write.payload))
    throw codedError(
      409,
      'IDEMPOTENCY_CONFLICT',
      'This Idempotency-Key was used for a request with another payload.',
    );
  const outcome: RouteResult = JSON.parse(bound.outcome);
  return { ...outcome, status: replayStatus ?? outcome.status };
}
