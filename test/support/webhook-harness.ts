/** The webhooks module over a real database and real HTTP, with readers that record their requests and hand-made deliveries. */
import { createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import Koa from 'koa';
import { onTestFinished } from 'vitest';
import { problems } from '../../server/api/http/problems.ts';
import { createWebhookSecrets } from '../../server/booking/webhooks/secrets.ts';
import { createWebhooksModule } from '../../server/booking/webhooks/webhooks.ts';
import { type EventEnvelope, eventHeaders } from '../../server/contract/upstream-webhooks.ts';
import { createLog } from '../../server/core/observability/log.ts';
import type { Store } from '../../server/core/store/store.ts';
import type { Assumptions } from '../../server/upstream/assumptions/assumptions.ts';
import { assumptionsWith } from './assumptions.ts';
import { newJobs } from './jobs.ts';
import { newEncryption } from './keys.ts';
import type { ManualClock } from './manual-clock.ts';
import { serve } from './serve.ts';

/** The secret that signs deliveries. */
export const secret = 'whsec_invented-for-tests';
/** The appointment of every event. */
export const appointmentId = '0197d2a4-0000-7000-8000-00000000a001';

/**
 * Creates an event with a new id.
 * @param changes fields to replace
 */
export const newEvent = (changes: Partial<EventEnvelope> = {}): EventEnvelope => ({
  id: randomUUID(),
  type: 'appointment.confirmed',
  occurred_at: '2026-11-20T10:00:00.000Z',
  payload_version: '2025-01-01',
  sequence: 1,
  data: { object: { appointment_id: appointmentId, status: 'confirmed' } },
  ...changes,
});

export interface Delivery {
  /** The body on the wire. @default a new event */
  body?: Buffer | string;
  /** The signed bytes. @default the body */
  signs?: Buffer | string;
  secret?: string;
  timestamp?: string;
  signature?: string;
  /** Sent as given, also several of one name. */
  headers?: [name: string, value: string][];
}

/**
 * Signs a delivery.
 * @param timestamp the value of the timestamp header
 * @param under the secret. @default {@link secret}
 */
export const signatureOf = (timestamp: string, body: Buffer | string, under = secret) =>
  createHmac('sha256', under).update(`${timestamp}.`).update(body).digest('hex');

/**
 * Starts the webhooks module over a store. It stops with the test.
 * @param over options in place of the defaults
 */
export async function webhookHarness(
  store: Store,
  over: {
    secrets?: string[];
    assumptions?: Assumptions;
    now?: () => number;
    /** A clock that the test moves, in place of `now`. */
    clock?: ManualClock;
    encryption?: ReturnType<typeof newEncryption>;
    read?: (ref: string) => Promise<unknown>;
    reconcileMs?: number;
    listChanged?: (updatedAfter: string) => Promise<number | null>;
  } = {},
) {
  const { secrets: configured = [secret], clock, encryption = newEncryption() } = over;
  const now = clock?.now ?? over.now ?? Date.now;
  /** The resources that were read, in order. */
  const reads: string[] = [];
  const logged: string[] = [];
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  const read = (kind: string) => async (ref: string) => {
    await over.read?.(ref);
    reads.push(`${kind}:${ref}`);
  };
  const jobs = newJobs(store, clock ?? now);
  const { router } = createWebhooksModule({
    assumptions: over.assumptions ?? assumptionsWith(),
    store,
    encryption,
    jobs,
    configured,
    reconcileMs: over.reconcileMs ?? 60_000,
    flows: { fullApi: null, coBranded: null },
    handlers: {
      appointment: read('appointment'),
      consent_evidence: read('consent_evidence'),
      physician_evidence: read('physician_evidence'),
    },
    lists: over.listChanged ? { full_api: over.listChanged } : {},
    log,
    now,
  });
  const app = new Koa();
  app.use(problems(log));
  if (router) app.use(router.routes());
  const { port, close } = await serve(app.callback());
  onTestFinished(async () => {
    await close();
    await jobs.stop();
  });

  async function deliver(delivery: Delivery = {}): Promise<{ status: number; code: string | null }> {
    const body = Buffer.from(delivery.body ?? JSON.stringify(newEvent()));
    const timestamp = delivery.timestamp ?? String(Math.floor(now() / 1000));
    const signature = delivery.signature ?? signatureOf(timestamp, delivery.signs ?? body, delivery.secret);
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      [eventHeaders.timestamp, timestamp],
      [eventHeaders.signature, signature],
    ];
    return new Promise((done, fail) => {
      const names = new Set(delivery.headers?.map(([name]) => name));
      const given = [...headers.filter(([name]) => !names.has(name)), ...(delivery.headers ?? [])];
      const sent = request({ port, method: 'POST', path: '/webhooks', host: '127.0.0.1' }, (answer) => {
        const read = async () => {
          const body = await text(answer);
          return { status: answer.statusCode ?? 0, code: body ? JSON.parse(body).code : null };
        };
        read().then(done, fail);
      });
      sent.on('error', fail);
      for (const name of new Set(given.map(([each]) => each)))
        sent.setHeader(
          name,
          given.filter(([each]) => each === name).map(([, value]) => value),
        );
      sent.end(body);
    });
  }

  return {
    webhooks: jobs,
    store,
    secrets: createWebhookSecrets({ store, encryption, configured, now }),
    encryption,
    deliver,
    reads,
    logged: () => logged.join(''),
    url: `http://127.0.0.1:${port}/webhooks`,
    events: () => store.db.selectFrom('webhook_events').selectAll().execute(),
    due: async () =>
      (await store.db.selectFrom('webhook_reads').selectAll().execute()).filter((row) => row.state === 'due'),
  };
}
