/**
 * Registers our callback under one flow's key, once (Webhook endpoint registration; WHK-02..WHK-06, WHK-25, GAP-27,
 * GAP-86, GAP-87). A registration that was interrupted goes on: the same request is sent again under its key, and a
 * response in which no secret was found is searched once more by the names configured now.
 */

import {
  createRegistrations,
  registrationKind,
  registrationOf,
  secretIn,
} from '../../booking/webhooks/registration.ts';
import type { WebhookSecrets } from '../../booking/webhooks/secrets.ts';
import { systemClock } from '../../core/clock.ts';
import { createJobs } from '../../core/jobs/jobs.ts';
import { ofServer } from '../../core/store/customer-keys.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { Store } from '../../core/store/store.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { configuration, consentConfiguration } from '../../upstream/configuration.ts';
import type { UpstreamHttp } from '../../upstream/http.ts';
import { webhookKey } from '../../upstream/webhooks/signing-key.ts';
import type { Flow } from '../../upstream/write-kinds.ts';
import { createOutbox, type Writes } from '../../upstream/writes/outbox.ts';
import { readLastWrite, type StoredWrite } from '../../upstream/writes/read-write.ts';
import { defaultWriteSettings } from '../../upstream/writes/write.ts';

/** The result of a registration. */
export type Registered =
  /** `events`: how many event types. `evidence`: whether those of partner evidence are among them. */
  | { state: 'registered'; events: number; evidence: boolean }
  /** It was registered before, and its secret is stored. `atMs`: milliseconds since the epoch. */
  | { state: 'stood_already'; atMs: number }
  /**
   * It is registered, and the response has no secret by the names of `webhook.secretKeys`, or several that differ under
   * one name. `endpointId` is null if the response has no `id`.
   */
  | { state: 'secret_not_found'; endpointId: string | null }
  /** There is a secret, and it does not decode as `webhook.secretEncoding` says. */
  | { state: 'secret_unusable' }
  | { state: 'refused'; status: number; code: string | null; requestId: string | null }
  /** No response yet; the next run sends the same again. */
  | { state: 'unanswered' };

const waitTimeoutMs = 60_000;

interface Deps {
  assumptions: Assumptions;
  flow: Flow;
  callbackUrl: string;
  /** The prefix of the flow's API key: a registration under another key does not count. */
  keyPrefix: string;
  /** Registers once more although it is registered: the old secret is accepted beside the new one. */
  again: boolean;
  store: Store;
  encryption: Encryption;
  secrets: WebhookSecrets;
  http: UpstreamHttp;
}

/**
 * Registers the callback under one flow's key, or continues a registration that was interrupted. Waits for the response
 * for at most 60 seconds, and stores the secret.
 * @throws UpstreamError if the configuration cannot be read
 * @throws ZodError if the configuration lacks what the server needs
 */
export async function registerEndpoint(deps: Deps): Promise<Registered> {
  const { assumptions, flow, callbackUrl, keyPrefix, again, store, encryption, secrets, http } = deps;
  // The queues are not started: only this registration is sent from here.
  const channel = { publish() {}, subscribe() {} };
  const jobs = createJobs({ store, clock: systemClock(), channel, onError: () => {} });
  const outbox = createOutbox<Flow>({
    flow,
    store,
    encryption,
    jobs,
    http,
    settings: defaultWriteSettings,
    log: () => {},
  });
  const writes = createRegistrations({ outbox, keyPrefix }, secrets, assumptions);
  try {
    const last = await lastRegistration(deps);
    if (last && !again && last.outcome?.ok !== false) {
      const registration = await registrationBy(deps, last.id);
      if (registration?.keyPrefix === keyPrefix) return { state: 'stood_already', atMs: last.createdAtMs };
      if (!registration) {
        await writes.reopen(last.id);
        return await conclude(deps, writes, last.id);
      }
    }
    const { needed } = flow === 'co_branded' ? consentConfiguration : configuration;
    const found = needed.parse((await http.read('/v1/integration-configuration')).data);
    const body = registrationOf(callbackUrl, found);
    const write = { kind: registrationKind, params: {}, body } as const;
    const id = await store.transaction((trx) =>
      writes.enqueue(trx, { ownerId: callbackUrl, customerId: ofServer, write }),
    );
    return await conclude(deps, writes, id);
  } finally {
    await jobs.stop();
  }
}

const lastRegistration = ({ store, encryption, flow, callbackUrl }: Deps): Promise<StoredWrite | null> =>
  readLastWrite(store, encryption, { flow, kind: registrationKind, ownerId: callbackUrl });

const registrationBy = async ({ secrets }: Deps, id: string) =>
  (await secrets.registered()).find(({ writeId }) => writeId === id);

/** Waits for the registration and keeps its secret. */
async function conclude(deps: Deps, writes: Writes<Flow, null>, writeId: string): Promise<Registered> {
  const { assumptions, callbackUrl, store, secrets } = deps;
  const { state } = await writes.wait(writeId, waitTimeoutMs);
  const write = await lastRegistration(deps);
  if (state !== 'settled' || !write?.outcome) return { state: 'unanswered' };
  const { outcome } = write;
  if (!outcome.ok) {
    const { status, code, requestId } = outcome.error;
    return { state: 'refused', status, code, requestId };
  }
  if (!(await registrationBy(deps, writeId))) {
    const secret = secretIn(outcome.data, assumptions);
    if (secret === null) return { state: 'secret_not_found', endpointId: idIn(outcome.data) };
    if (webhookKey(secret, assumptions.values.webhook.secretEncoding) === null)
      return { state: 'secret_unusable' };
    await store.transaction((trx) =>
      secrets.keep(trx, writeId, { secret, callbackUrl, keyPrefix: deps.keyPrefix }),
    );
  }
  const sent = write.body as ReturnType<typeof registrationOf>;
  return {
    state: 'registered',
    events: sent.subscribed_events.length,
    evidence: sent.partner_evidence_webhooks_enabled,
  };
}

const idIn = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string'
    ? answer.id
    : null;
