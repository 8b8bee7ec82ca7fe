/**
 * The routes on which the service refused the API key. Only the operator can correct that, so the server does not repeat
 * its own reads of them (AUTH-16). The process starts without any, so a restart with another key reads them again.
 */
import { isNamed } from '../contract/upstream-api/error-codes.ts';
import { UpstreamError } from '../core/errors.ts';
import type { Attempt } from './attempt.ts';

/** The refused routes of one key. */
export interface RefusedRoutes {
  /** @throws UpstreamError 401 or 403 with the reason `key_refused` if the service refused the key on this route */
  check(route: string): void;
  /** Takes the result of any request of the key: of a customer's read or of a write too. */
  took(route: string, outcome: Attempt): void;
}

/** Whether an error is about the key, and not about what was asked. */
export const isKeyRefused = ({ status, code }: Pick<UpstreamError, 'status' | 'code'>): boolean =>
  (status === 401 || status === 403) && !isNamed(code);

/** Creates the memory of one key. */
export function createRefusedRoutes(): RefusedRoutes {
  const refused = new Map<string, UpstreamError>();
  return {
    check(route) {
      const error = refused.get(route);
      if (error)
        throw new UpstreamError({
          ...{ status: error.status, requestId: error.requestId },
          reason: 'key_refused',
        });
    },
    took(route, outcome) {
      if (outcome.kind === 'unknown') return;
      if (outcome.kind === 'refused' && isKeyRefused(outcome.error)) {
        refused.set(route, outcome.error);
        return;
      }
      // The key is accepted again on a route that was refused, so it may be on the others too.
      if (refused.has(route)) refused.clear();
      // A key that is accepted anywhere is valid. It may still lack the scope of a route that was refused with 403.
      for (const [other, { status }] of refused) if (status === 401) refused.delete(other);
    },
  };
}
