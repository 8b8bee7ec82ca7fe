/**
 * The routes on which the service refused the API key. Only the operator can correct that, so the server does not repeat
 * its own reads of them (AUTH-16). The process starts without any, so a restart with another key reads them again. One
 * read an hour still asks: a gateway in front of the service can refuse everything for a while.
 */
import { isNamed } from '../contract/upstream-api/error-codes.ts';
import type { Clock } from '../core/clock.ts';
import { UpstreamError } from '../core/errors.ts';
import type { Attempt } from './attempt.ts';

const asksAgainAfterMs = 60 * 60_000;

/** The refused routes of one key. */
export interface RefusedRoutes {
  /** @throws UpstreamError 401 or 403 with the reason `key_refused` if the service refused the key here within the hour */
  check(route: string): void;
  /** Takes the result of any request of the key: of a customer's read or of a write too. */
  took(route: string, outcome: Attempt): void;
}

/** Whether an error is about the key, and not about what was asked. */
export const isKeyRefused = ({ status, code }: Pick<UpstreamError, 'status' | 'code'>): boolean =>
  (status === 401 || status === 403) && !isNamed(code);

/** Creates the memory of one key. */
export function createRefusedRoutes(clock: Clock): RefusedRoutes {
  const refused = new Map<string, { error: UpstreamError; atMs: number }>();
  return {
    check(route) {
      const last = refused.get(route);
      if (!last || clock.elapsed() - last.atMs >= asksAgainAfterMs) return;
      const { status, requestId } = last.error;
      throw new UpstreamError({ status, requestId, reason: 'key_refused' });
    },
    took(route, outcome) {
      if (outcome.kind === 'unknown') return;
      if (outcome.kind === 'refused' && isKeyRefused(outcome.error)) {
        refused.set(route, { error: outcome.error, atMs: clock.elapsed() });
        return;
      }
      // The key is accepted again on a route that was refused, so it may be on the others too.
      if (refused.has(route)) refused.clear();
      // A key that is accepted anywhere is valid. It may still lack the scope of a route that was refused with 403.
      for (const [other, { error }] of refused) if (error.status === 401) refused.delete(other);
    },
  };
}
