/** The shared parts of all modules: the store, the jobs, the log, the assumptions, and the client of each flow. */
import { createAccessLog } from './access-log/access-log.ts';
import type { Config } from './config/config.ts';
import type { Hooks } from './hooks.ts';
import { createClientAddress } from './http/client-address.ts';
import { createLive } from './http/live.ts';
import { systemClock } from './jobs/clock.ts';
import { createJobs } from './jobs/jobs.ts';
import { createOutbox } from './jobs/outbox.ts';
import { readQueueDepths } from './jobs/queue-depths.ts';
import type { TestPoint } from './jobs/write.ts';
import { describeError } from './observability/describe-error.ts';
import type { Log } from './observability/log.ts';
import { createMetrics } from './observability/metrics.ts';
import { reportUnmet } from './observability/report-unmet.ts';
import { logToSpans } from './observability/spans.ts';
import { createEncryption } from './store/encryption.ts';
import { createPubSub } from './store/pubsub.ts';
import { openServerKeys } from './store/server-keys.ts';
import { openStore } from './store/store.ts';
import { createUpkeep, upkeepEveryMs } from './store/upkeep.ts';
import { createAssumptions } from './upstream/assumptions/assumptions.ts';
import { createUpstreamHttp } from './upstream/http.ts';
import { type Flow, writeKindNames } from './upstream/write-kinds.ts';

/** What the operator and the partner supply to a server. */
export interface CoreDeps {
  config: Config;
  hooks: Hooks;
  log: Log;
  /** Milliseconds since the epoch. @default Date.now */
  now?: () => number;
  /** The failpoint of crash tests (jobs/write.ts). @default none */
  testPoint?: TestPoint;
}

/**
 * Opens the store and creates the shared parts; no job runs yet. The caller ends them with `stopInOrder`.
 * @throws Error with a sentence for the operator, if the store cannot be opened or STORE_KEYS lacks its key
 */
export async function openCore({ config, hooks, log: plainLog, now = Date.now, testPoint }: CoreDeps) {
  const onExposed = (suffix: string) => plainLog('store.exposed', { suffix });
  const store = await openStore({ ...config, onExposed });
  const encryption = createEncryption(config.storeKeys, store.separateKeys);
  const keys = await openServerKeys(encryption.customerKeys, store).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const { tagOf } = keys;
  const live = createLive(tagOf, now);
  const metrics =
    config.metrics &&
    createMetrics({
      readDepths: () => readQueueDepths(store.db, { hasSink: config.accessLogSink !== null }),
      writeKinds: writeKindNames,
      liveStreams: live.connected,
      now,
    });
  const log = logToSpans(metrics ? metrics.measure(plainLog) : plainLog);
  const pubsub = createPubSub({ store, databaseUrl: config.databaseUrl, log });
  const jobs = createJobs({
    store,
    clock: systemClock(now),
    channel: pubsub.channel('dx_jobs'),
    onError: (error) => log('jobs.poll_failed', describeError(error)),
  });
  const accessLog = createAccessLog({ config, store, keys, jobs, log });
  jobs.every(upkeepEveryMs, createUpkeep({ store, log, now }));
  const assumptions = createAssumptions(config.assumptions, reportUnmet(log, metrics));
  const clientAddress = createClientAddress(config.trustedProxies);
  const core = {
    config,
    hooks,
    store,
    live,
    metrics,
    log,
    pubsub,
    jobs,
    assumptions,
    encryption,
    accessLog,
    now,
  };
  return { ...core, clientAddress, tagOf, ...(testPoint ? { testPoint } : {}) };
}
/** The shared parts of all modules, as {@link openCore} creates them. */
export type Core = Awaited<ReturnType<typeof openCore>>;

/** Creates the client and the writes of each flow whose API key is set. The caller closes each `http`. */
export function openFlows(core: Core) {
  const { config } = core;
  return {
    fullApi: config.upstreamApiKey === null ? null : openFlow(core, 'full_api', config.upstreamApiKey),
    coBranded: config.handoff && openFlow(core, 'co_branded', config.handoff.apiKey),
  };
}
/** The client and the writes of each flow; null for a flow without an API key. */
export type Flows = ReturnType<typeof openFlows>;

function openFlow<F extends Flow>(core: Core, flow: F, apiKey: string) {
  const { config, log } = core;
  const http = createUpstreamHttp({
    baseUrl: config.upstreamUrl,
    apiKey,
    timeoutMs: config.upstreamTimeoutMs,
    connections: config.upstreamConnections,
    documentHosts: config.documentHosts,
    onCalled: (call) => log('upstream.called', { flow, ...call }),
  });
  return { http, outbox: createOutbox<F>({ ...core, flow, http, settings: config.writes }) };
}
