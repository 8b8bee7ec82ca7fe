/** The module of upstream events: receives them, reads what they point at, and reads the list for what they did not tell. */
import type Router from '@koa/router';
import type { Jobs } from '../jobs/jobs.ts';
import type { EventHandlers } from '../module.ts';
import type { Log } from '../observability/log.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { createEventReads } from './event-reads.ts';
import { createInbox } from './inbox.ts';
import { webhookRouter } from './receive.ts';
import { createReconcileList, type ListChanged } from './reconcile-list.ts';
import type { WebhookSecrets } from './secrets.ts';

/** @param deps.lists by the flow whose key lists its appointments */
export function createWebhooks(deps: {
  assumptions: Assumptions;
  store: Store;
  encryption: Encryption;
  jobs: Jobs;
  secrets: WebhookSecrets;
  readers: EventHandlers;
  lists: Record<string, ListChanged>;
  reconcileMs: number;
  log: Log;
  now: () => number;
}): Router {
  const inbox = createInbox(deps);
  const reads = createEventReads(deps);
  createReconcileList({ ...deps, everyMs: deps.reconcileMs, forgetOld: inbox.forgetOld });
  return webhookRouter({ ...deps, inbox, accepted: reads.runNow });
}
