/** The shared parts of all modules: the store, the jobs, the log, the assumptions, and the client of each flow. */
import { createClientAddress } from './api/http/client-address.ts';
import { createLive } from './api/http/live.ts';
import { type Config, databasesOf } from './config/config.ts';
import type { Clock } from './core/clock.ts';
import { readQueueDepths } from './core/jobs/queue-depths.ts';
import { registerServer } from './core/jobs/running-servers.ts';
import { createWork } from './core/jobs/work.ts';
import { describeError } from './core/observability/describe-error.ts';
import type { Log } from './core/observability/log.ts';
import { createMetrics, type Metrics } from './core/observability/metrics.ts';
import { logToSpans } from './core/observability/spans.ts';
import { followDatabase, measureEveryMs } from './core/store/database-clock.ts';
import { createEncryption } from './core/store/encryption.ts';
import type { MigrationProgress } from './core/store/migrate.ts';
import { openServerKeys } from './core/store/server-keys.ts';
import { openStore } from './core/store/store.ts';
import { createUpkeep, upkeepEveryMs } from './core/store/upkeep.ts';
import { createWriteProbe } from './core/store/write-probe.ts';
import { createAccessLog } from './operate/access-log/access-log.ts';
import type { Hooks } from './partner/hooks.ts';
import { type Adapter, createAdaptAnswer } from './upstream/adapter.ts';
import { prefixOf } from './upstream/api-key.ts';
import { createAssumptions, type OnUnmet } from './upstream/assumptions/assumptions.ts';
import { assumptionNames } from './upstream/assumptions/schema.ts';
import { createGate } from './upstream/gate.ts';
import { createUpstreamHttp } from './upstream/http.ts';
import { hasResponded, refusesKey } from './upstream/observe-call.ts';
import { type Flow, isOfPaidBooking, writeKindNames } from './upstream/write-kinds.ts';
import { createOutbox, type Outbox } from './upstream/writes/outbox.ts';
import { defaultWriteSettings, type TestPoint, type WriteSettings } from './upstream/writes/write.ts';

/** Times and limits that no installation needs to change. Tests do. */
export interface Tuning {
  /** Lifetime of a widget token. @default 600 */
  tokenLifetimeSeconds?: number;
  /** Timeout of one request to the service. @default 20,000 */
  upstreamTimeoutMs?: number;
  /** How long a read of the service may take with its retries. @default 8,000 */
  readTotalMs?: number;
  /** How long the upload of a document may be silent before it counts as lost. @default 15,000 */
  uploadSilentMs?: number;
  /** How often the server reads the service's list of changed appointments. @default five minutes */
  reconcileMs?: number;
  /** Leases and retries of writes. @default as WriteSettings says */
  writes?: Partial<WriteSettings>;
  /** The limit for the stop of the process. @default 9,000 */
  stopsWithinMs?: number;
}

/** The settings, hooks and services that a server is built from. */
export interface CoreDeps {
  config: Config;
  hooks: Hooks;
  /** Rewrites responses of the service before they are read. @default none */
  adapter?: Adapter;
  log: Log;
  /** @default the clock of the database */
  clock?: Clock;
  /** The failpoint of crash tests (upstream/writes/write.ts). @default none */
  testPoint?: TestPoint;
  /** @default each as Tuning says */
  tuning?: Tuning;
}

/**
 * Opens the database of the settings, its keys and its clock. The caller closes the store.
 * @param clock of the server. @default the clock of the database
 * @throws Error with a sentence for the operator, if the store cannot be opened or STORE_KEYS lacks its key
 */
async function openDatabase(
  { config, clock }: Pick<CoreDeps, 'config' | 'clock'>,
  options: Pick<Parameters<typeof openStore>[0], 'onExposed' | 'progress'>,
) {
  const store = await openStore({ ...databasesOf(config), ...options });
  try {
    const databaseClock = await followDatabase(store);
    const { now } = clock ?? databaseClock.clock;
    const encryption = createEncryption(config.STORE_KEYS, store.separateKeys, now);
    const keys = await openServerKeys(encryption.customerKeys, store);
    return { store, encryption, keys, databaseClock };
  } catch (error) {
    await store.close();
    throw error;
  }
}

const logMigrations = (log: Log): MigrationProgress => ({
  onApplied: (migration) => log('store.migrated', { migration }),
  onWaiting: (migration, attempts) => log('store.migration_waits', { migration, attempts }),
});

/**
 * Opens the store and creates the shared parts; no job runs yet. The caller ends them with `stopInOrder`.
 * @throws Error with a sentence for the operator, if the store cannot be opened or STORE_KEYS lacks its key
 */
export async function openCore(deps: CoreDeps) {
  const { log } = deps;
  const onExposed = (suffix: string) => log('store.exposed', { suffix });
  const database = await openDatabase(deps, { onExposed, progress: logMigrations(log) });
  try {
    return createParts(deps, database);
  } catch (error) {
    await database.store.close();
    throw error;
  }
}

function createParts(
  deps: CoreDeps,
  { store, encryption, keys, databaseClock }: Awaited<ReturnType<typeof openDatabase>>,
) {
  const { config, hooks, adapter = {}, log: plainLog, testPoint, tuning = {} } = deps;
  const clock = deps.clock ?? databaseClock.clock;
  const { tagOf } = keys;
  const live = createLive(tagOf, clock);
  const isWritable = createWriteProbe({ store, clock });
  const metrics =
    config.METRICS_PORT === undefined
      ? null
      : createMetrics({
          readDepths: () => readQueueDepths(store.db, { hasSink: config.ACCESS_LOG_URL !== undefined }),
          isWritable,
          writeKinds: writeKindNames,
          isOfPaidBooking,
          flows: [
            ...(config.UPSTREAM_API_KEY ? ['full_api'] : []),
            ...(config.HANDOFF_API_KEY ? ['co_branded'] : []),
          ],
          assumptionNames,
          liveStreams: live.connected,
          clockAheadMs: databaseClock.aheadMs,
          clock,
        });
  const log = logToSpans(metrics ? metrics.measure(plainLog) : plainLog);
  const { pubsub, jobs } = createWork({ store, databaseUrl: config.DATABASE_URL, clock, log });
  const { ACCESS_LOG_URL: url, ACCESS_LOG_SECRET } = config;
  const accessLog = createAccessLog({
    sink: url === undefined ? null : { url, keys: ACCESS_LOG_SECRET },
    store,
    keys,
    jobs,
    log,
  });
  jobs.every(upkeepEveryMs, createUpkeep({ store, log }));
  if (!deps.clock) jobs.every(measureEveryMs, databaseClock.measure);
  const assumptions = createAssumptions(config.ASSUMPTIONS_FILE, reportUnmet(log, metrics));
  const clientAddress = createClientAddress(config.TRUSTED_PROXIES, () => log('proxy.not_trusted'));
  return {
    config,
    hooks,
    adapter,
    store,
    isWritable,
    live,
    metrics,
    log,
    pubsub,
    jobs,
    assumptions,
    encryption,
    keys,
    accessLog,
    ownServer: registerServer({ store, jobs }),
    clock,
    tuning,
    clientAddress,
    tagOf,
    testPoint,
  };
}
/** The shared parts of all modules, as {@link openCore} creates them. */
export type Core = Awaited<ReturnType<typeof openCore>>;

/** Creates the client and the writes of each flow whose API key is set. The caller closes each `http`. */
export function openFlows(core: Core) {
  const { UPSTREAM_API_KEY, HANDOFF_API_KEY } = core.config;
  return {
    fullApi: UPSTREAM_API_KEY ? openFlow(core, 'full_api', UPSTREAM_API_KEY) : null,
    coBranded: HANDOFF_API_KEY ? openFlow(core, 'co_branded', HANDOFF_API_KEY) : null,
  };
}
/** The client and the writes of each flow; null for a flow without an API key. */
export type Flows = ReturnType<typeof openFlows>;

function openFlow<F extends Flow>(core: Core, flow: F, apiKey: string) {
  const { config, adapter, store, encryption, keys, clock, jobs, log, ownServer, tuning, testPoint } = core;
  const http = createUpstreamHttp({
    baseUrl: config.UPSTREAM_URL,
    apiKey,
    timeoutMs: tuning.upstreamTimeoutMs,
    readTotalMs: tuning.readTotalMs,
    documentHosts: config.DOCUMENT_HOSTS,
    adapt: createAdaptAnswer(adapter, (route, error) =>
      log('upstream.adapter_failed', { route, ...describeError(error) }),
    ),
    clock,
    gate: createGate({
      clock,
      requestsPerSecond: config.UPSTREAM_REQUESTS_PER_SECOND,
      onWaited: (turn, duration_ms) => log('upstream.waited', { flow, turn, duration_ms }),
      onSlowed: (per_second, wait_ms) => log('upstream.slowed', { flow, per_second, wait_ms }),
    }),
    onCalled(call) {
      log('upstream.called', { flow, ...call });
      const isReached = hasResponded(call);
      // Nobody can book while the key is refused, whether or not a write has met it.
      if (isReached && !refusesKey(call)) core.metrics?.responded(flow);
      ownServer.called(isReached);
      outbox.reached(isReached);
    },
  });
  const outbox: Outbox<F> = createOutbox<F>({
    flow,
    store,
    encryption,
    jobs,
    http,
    settings: { ...defaultWriteSettings, ...tuning.writes },
    log,
    testPoint,
    apiKeyName: keys.apiKeyName(apiKey),
  });
  return { http, outbox, keyPrefix: prefixOf(apiKey) };
}

/**
 * Creates the function that reports one response that does not meet the assumptions. The first one of an entry and path is
 * logged.
 * @param metrics counts each response that stops a step; null without metrics
 */
const reportUnmet =
  (log: Log, metrics: Pick<Metrics, 'countUnmet'> | null): OnUnmet =>
  ({ entry, path, keys }, { stops, isFirst }) => {
    if (stops) metrics?.countUnmet(entry);
    if (isFirst) log('assumption.unmet', { entry, path, keys: keys.join(' ') });
  };
