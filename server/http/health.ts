/**
 * GET /health/live and /health/ready, for the operator: whether the process responds, and whether it can serve. Serving
 * needs the database but not the service: a journey waits for the service and shows that to the customer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import { Problem } from '../errors.ts';
import { exactPaths } from './exact-paths.ts';

/** A database that takes longer than this counts as down. */
const storeAnswersWithinMs = 2_000;

export interface Health {
  router: Router;
  /** Makes the server not ready. */
  stop(): void;
}

/**
 * Creates the routes under /health. Readiness responds 503 if the database does not respond within two seconds, or
 * after `stop`.
 * @param askStore resolves when the database has responded; a rejection counts as no response
 */
export function createHealth(askStore: () => Promise<unknown>): Health {
  let stopping = false;
  const router = new Router(exactPaths);
  router.get('/health/live', (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'live' };
  });
  router.get('/health/ready', async (ctx) => {
    if (stopping) throw new Problem('stopping');
    if (!(await answers(askStore)))
      throw new Problem('store_unavailable', { title: 'The database does not respond.' });
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'ready' };
  });
  return {
    router,
    stop() {
      stopping = true;
    },
  };
}

async function answers(askStore: () => Promise<unknown>): Promise<boolean> {
  const late = new AbortController();
  const waited = sleep(storeAnswersWithinMs, false, { signal: late.signal, ref: false }).catch(() => false);
  const asked = askStore().then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([asked, waited]);
  late.abort();
  return answered;
}
