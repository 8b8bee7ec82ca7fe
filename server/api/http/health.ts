/**
 * GET /health/live and /health/ready, for the operator: whether the process responds, and whether it can serve. Serving
 * needs a database that takes writes, but not the service: a journey waits for the service and shows that to the customer.
 */
import type Router from '@koa/router';
import { healthOperations } from '../../contract/server-api/server-operations.ts';
import { atMost, type Clock } from '../../core/clock.ts';
import { Problem } from '../../core/errors.ts';
import { version } from '../../core/version.ts';
import { type Handlers, routes } from './route.ts';

/** A database that takes longer than this counts as down. */
const storeAnswersWithinMs = 2_000;

export interface Health {
  router: Router;
  /** Makes the server not ready. */
  stop(): void;
}

/**
 * Creates the routes under /health. Readiness responds 503 if the database does not take a write within two seconds, or
 * after `stop`.
 * @param isWritable whether the database takes writes; never rejects
 */
export function createHealth(clock: Clock, isWritable: () => Promise<boolean>): Health {
  let stopping = false;
  const handlers: Handlers<typeof healthOperations> = {
    'GET /health/live': async () => ({ status: 'live', version: version() }),
    'GET /health/ready': async () => {
      if (stopping) throw new Problem('stopping');
      if (!(await atMost(clock, storeAnswersWithinMs, isWritable())))
        throw new Problem('store_unavailable', { title: 'The database does not take writes.' });
      return { status: 'ready', version: version() };
    },
  };
  return {
    router: routes(healthOperations, { anyone: [] }, handlers),
    stop() {
      stopping = true;
    },
  };
}
