/**
 * The webhooks module: receives events of the service, reads what they name, and reads the list of appointments for
 * what no event announced. It also stores the signing secrets that registrations bring.
 */
import type { Jobs } from '../jobs/jobs.ts';
import type { Outbox } from '../jobs/outbox.ts';
import type { EventHandlers, Module } from '../module.ts';
import type { Log } from '../observability/log.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { createEventReads } from './event-reads.ts';
import { createInbox } from './inbox.ts';
import { webhookRouter } from './receive.ts';
import { createReconcileList, type ListChanged } from './reconcile-list.ts';
import { createRegistrations } from './registration.ts';
import { createWebhookSecrets } from './secrets.ts';

/**
 * Creates the module: the route of deliveries, and the reads that follow from them.
 * @param deps.flows the flows whose API key is set; a registration is a write of its flow
 * @param deps.handlers of all modules
 * @param deps.lists by the flow whose key lists its appointments
 */
export function createWebhooksModule(deps: {
  assumptions: Assumptions;
  store: Store;
  encryption: Encryption;
  jobs: Jobs;
  config: {
    webhookSecrets: readonly string[];
    /** How often the list of appointments is read. */
    reconcileMs: number;
    retention?: { eventsMs: number };
  };
  flows: {
    fullApi: { outbox: Outbox<'full_api'> } | null;
    coBranded: { outbox: Outbox<'co_branded'> } | null;
  };
  handlers: EventHandlers;
  lists: Record<string, ListChanged>;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}): Module {
  const { assumptions, config, flows } = deps;
  const secrets = createWebhookSecrets({ ...deps, configured: config.webhookSecrets });
  if (flows.fullApi) createRegistrations(flows.fullApi.outbox, secrets, assumptions);
  if (flows.coBranded) createRegistrations(flows.coBranded.outbox, secrets, assumptions);
  const inbox = createInbox({ ...deps, keptMs: config.retention?.eventsMs });
  const reads = createEventReads({ ...deps, adopt: inbox.adopt });
  createReconcileList({ ...deps, everyMs: config.reconcileMs, forgetOld: inbox.forgetOld });
  return { router: webhookRouter({ ...deps, secrets, inbox, accepted: reads.runNow }) };
}
