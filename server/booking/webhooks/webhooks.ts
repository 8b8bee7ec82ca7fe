/**
 * The webhooks module: receives events of the service, reads what they name, and reads the list of appointments for
 * what no event announced. It also stores the signing secrets that registrations bring.
 */
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { EventHandlers, Module } from '../../core/module.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { Store } from '../../core/store/store.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import type { Outbox } from '../../upstream/writes/outbox.ts';
import { createEventReads, createReconcileList, type ListChanged } from './event-reads.ts';
import { createInbox } from './inbox.ts';
import { webhookRouter } from './receive.ts';
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
  /** Signing secrets besides those of registrations. */
  configured: readonly string[];
  /** How often the list of appointments is read. @default five minutes */
  reconcileMs?: number | undefined;
  flows: {
    fullApi: { outbox: Outbox<'full_api'>; keyPrefix: string } | null;
    coBranded: { outbox: Outbox<'co_branded'>; keyPrefix: string } | null;
  };
  handlers: EventHandlers;
  lists: Record<string, ListChanged>;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}): Module {
  const { assumptions, flows, reconcileMs = 5 * 60_000 } = deps;
  const secrets = createWebhookSecrets(deps);
  if (flows.fullApi) createRegistrations(flows.fullApi, secrets, assumptions);
  if (flows.coBranded) createRegistrations(flows.coBranded, secrets, assumptions);
  const inbox = createInbox(deps);
  const reads = createEventReads({ ...deps, adopt: inbox.adopt });
  createReconcileList({ ...deps, everyMs: reconcileMs });
  return { router: webhookRouter({ ...deps, secrets, inbox, accepted: reads.runNow }) };
}
