/**
 * Registers our callback under one flow's key, once (Webhook endpoint registration; WHK-02..WHK-06, WHK-25, GAP-27,
 * GAP-86, GAP-87). A registration that was left half done is taken up where it stands: its key sends the same again, and
 * an answer whose secret was not found is searched once more by the names set now.
 */
import { configuration } from '../contract/upstream-api/configuration.ts';
import { systemClock } from '../jobs/clock.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createOutbox } from '../jobs/outbox.ts';
import type { Outcome, WriteSettings } from '../jobs/write.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { UpstreamHttp } from '../upstream/http.ts';
import { webhookKey } from '../upstream/webhooks/signing-key.ts';
import type { Flow } from '../upstream/write-kinds.ts';
import { createRegistrations, registrationKind, registrationOf, secretIn } from '../webhooks/registration.ts';
import type { WebhookSecrets } from '../webhooks/secrets.ts';

export type Registered =
  | { state: 'registered'; events: number; evidence: boolean }
  /** Before, and its secret is kept. */
  | { state: 'stood_already'; atMs: number }
  /** The service has it, and nothing in its answer is a secret by the names of `webhook.secretKeys`. */
  | { state: 'secret_not_found'; endpointId: string | null }
  /** There is one, and it does not decode as `webhook.secretEncoding` says. */
  | { state: 'secret_unusable' }
  | { state: 'refused'; status: number; code: string | null; requestId: string | null }
  /** No answer yet; the next run takes it up. */
  | { state: 'unanswered' };

const waitTimeoutMs = 60_000;

/** @throws UpstreamError where the configuration cannot be read */
export async function registerEndpoint(needs: {
  assumptions: Assumptions;
  flow: Flow;
  callbackUrl: string;
  /** Registers once more although it stands already: the old secret stays accepted beside the new one. */
  again: boolean;
  store: Store;
  encryption: Encryption;
  secrets: WebhookSecrets;
  http: UpstreamHttp;
  settings: WriteSettings;
}): Promise<Registered> {
  const { assumptions, flow, callbackUrl, again, store, encryption, secrets, http, settings } = needs;
  // The queues are not started: nothing but this registration is sent from here.
  const channel = { publish() {}, subscribe() {} };
  const jobs = createJobs({ store, clock: systemClock(), channel, onError: () => {} });
  const outbox = createOutbox<Flow>({ flow, store, encryption, jobs, http, settings, log: () => {} });
  const writes = createRegistrations(outbox, secrets, assumptions);

  const earlier = () =>
    store.db
      .selectFrom('writes')
      .leftJoin('webhook_secrets', 'webhook_secrets.write_id', 'writes.id')
      .select(['id', 'state', 'outcome', 'writes.created_at', 'write_id'])
      .where('kind', '=', registrationKind)
      .where('flow', '=', flow)
      .where('owner_id', '=', callbackUrl)
      .orderBy('writes.created_at', 'desc')
      .executeTakeFirst();

  async function conclude(writeId: string): Promise<Registered> {
    const { state } = await writes.wait(writeId, waitTimeoutMs);
    const row = await earlier();
    if (state !== 'settled' || !row?.outcome) return { state: 'unanswered' };
    const outcome = encryption.decrypt<Outcome>(row.outcome);
    if (!outcome.ok) {
      const { status, code, requestId } = outcome.error;
      return { state: 'refused', status, code, requestId };
    }
    if (row.write_id === null) {
      const secret = secretIn(outcome.data, assumptions);
      if (secret === null) return { state: 'secret_not_found', endpointId: idIn(outcome.data) };
      if (webhookKey(secret, assumptions.values.webhook.secretEncoding) === null)
        return { state: 'secret_unusable' };
      await store.transaction((trx) => secrets.keep(trx, writeId, { secret, callbackUrl }));
    }
    const { subscribed_events, partner_evidence_webhooks_enabled } = await sent(writeId);
    return {
      state: 'registered',
      events: subscribed_events.length,
      evidence: partner_evidence_webhooks_enabled,
    };
  }

  async function sent(writeId: string): Promise<ReturnType<typeof registrationOf>> {
    const { body } = await store.db
      .selectFrom('writes')
      .select('body')
      .where('id', '=', writeId)
      .executeTakeFirstOrThrow();
    return JSON.parse(encryption.decrypt<string>(body ?? '')) as ReturnType<typeof registrationOf>;
  }

  try {
    const last = await earlier();
    const refused = last?.outcome ? !encryption.decrypt<Outcome>(last.outcome).ok : false;
    if (last && !refused && !again) {
      if (last.write_id !== null) return { state: 'stood_already', atMs: last.created_at };
      await writes.reopen(last.id);
      return await conclude(last.id);
    }
    const found = configuration.parse((await http.read('/v1/integration-configuration')).data);
    const body = registrationOf(callbackUrl, found);
    const id = await store.transaction((trx) =>
      writes.enqueue(trx, { ownerId: callbackUrl, write: { kind: registrationKind, params: {}, body } }),
    );
    return await conclude(id);
  } finally {
    await jobs.stop();
  }
}

const idIn = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string'
    ? answer.id
    : null;
