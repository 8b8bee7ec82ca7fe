/** The partner's server on a free port over a sandbox of its own, for the harnesses of both flows. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../server/app.ts';
import { databasesOf, readConfig } from '../../server/config/config.ts';
import type { Clock } from '../../server/core/clock.ts';
import { createLog } from '../../server/core/observability/log.ts';
import { openStore, type Store } from '../../server/core/store/store.ts';
import type { Tuning } from '../../server/open-core.ts';
import type { Hooks } from '../../server/partner/hooks.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import type { Adapter } from '../../server/upstream/adapter.ts';
import { watchApi } from './api-exchanges.ts';
import { developmentKeys } from './keys.ts';
import { patience, waitTimeoutMs } from './patience.ts';
import { type Change, type Rewrite, startRecordingProxy } from './recording-proxy.ts';
import { Sandbox } from './sandbox.ts';
import { type TakenPort, takePort } from './serve.ts';

/** The retries of a test: soon. */
const quickRetries = { waitTimeoutMs, retryBaseMs: 50, retryCapMs: 300 };

/** What the harness of each flow takes. */
export interface PartnerServerOptions {
  /** Settings in place of the defaults. */
  env?: Record<string, string>;
  /** Hooks in addition to the defaults, or in place of them. */
  hooks?: Hooks;
  /** Rewrites the service's responses before the server reads them. @default none */
  adapter?: Adapter;
  /** Times and limits in place of the defaults. */
  tuning?: Tuning;
  /** The content of the assumptions file. */
  assumptions?: object;
  /** Changes the service's responses. */
  rewrite?: Rewrite | undefined;
  /** Changes the server's requests. */
  change?: Change;
  /** The address of the service. @default a sandbox of its own */
  service?: string;
  /** @default the system's clock */
  clock?: Clock;
}

/**
 * Starts a server and its sandbox. Both stop with `stop`.
 * @param prepare makes what the flow needs at the sandbox, and returns its settings and hooks
 */
export async function startPartnerServer(
  options: PartnerServerOptions,
  prepare: (sandbox: Sandbox) => Promise<{ env: Record<string, string>; hooks: Hooks }>,
) {
  const own = options.service === undefined ? await startSandbox({ port: 0 }) : null;
  const upstream = own?.url ?? options.service ?? '';
  const sandbox = new Sandbox(upstream);
  const wire = await startRecordingProxy(upstream, options);
  const dir = await mkdtemp(join(tmpdir(), 'dx-'));
  const taken = await takePort();
  const { port } = taken;
  const prepared = await prepare(sandbox);
  const assumptionsFile = join(dir, 'assumptions.json');
  await writeFile(assumptionsFile, JSON.stringify(options.assumptions ?? {}));
  const env: NodeJS.ProcessEnv = {
    ASSUMPTIONS_FILE: assumptionsFile,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    UPSTREAM_URL: wire.url,
    SQLITE_FILE: join(dir, 'dx.sqlite'),
    ...(await developmentKeys()),
    HOOKS_MODULE: 'unused',
    LOG_LEVEL: 'trace',
    ...prepared.env,
    ...options.env,
  };
  const hooks = { ...prepared.hooks, ...options.hooks };
  const tuning = { ...patience, ...options.tuning, writes: { ...quickRetries, ...options.tuning?.writes } };
  const config = readConfig(env);
  const lines: string[] = [];
  const log = createLog(config.LOG_LEVEL, { write: (line: string) => void lines.push(line) });

  async function listen(settings: NodeJS.ProcessEnv, at: TakenPort, clock: Clock | undefined) {
    const app = await createApp({
      config: readConfig(settings),
      hooks,
      ...(options.adapter && { adapter: options.adapter }),
      log,
      tuning,
      ...(clock && { clock }),
    });
    watchApi(app.server);
    await at.pass(app.server);
    return app;
  }
  const app = await listen(env, taken, options.clock);
  let store: Promise<Store> | undefined;
  if (app.metricsServer) {
    const { METRICS_PORT: metricsPort, METRICS_HOST: host } = config;
    await new Promise<void>((done) => app.metricsServer?.listen(metricsPort, host, done));
  }
  if (app.adminServer) {
    const { ADMIN_HOST: host } = config;
    watchApi(app.adminServer, 'admin');
    await new Promise<void>((done) => app.adminServer?.listen(0, host, done));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    /** Its settings, for a command that an operator runs with them. */
    env,
    sandbox,
    /** The requests that the server sent to the service. */
    wire,
    logged: () => lines.join(''),
    /** Resolves when the server has nothing to do now (`App.idle`). */
    idle: app.idle,
    /** Address of the admin API; needs ADMIN_PORT. */
    adminUrl: () => `http://127.0.0.1:${portOf(app.adminServer)}`,
    /** The metrics as Prometheus reads them; needs METRICS_PORT. */
    metrics: async () => (await fetch(`http://127.0.0.1:${portOf(app.metricsServer)}/metrics`)).text(),
    /** Its database, as another process opens it. It closes with the server. */
    store: () => (store ??= openStore(databasesOf(config))),
    /** Every byte of the SQLite database, with its log. */
    async stored(): Promise<string> {
      const files = (await readdir(dir)).filter((name) => name.startsWith('dx.sqlite'));
      return (await Promise.all(files.map((name) => readFile(join(dir, name), 'latin1')))).join('');
    },
    /**
     * Starts a second server on the same database and service, at another address.
     * @param settings in place of the first server's. @default the same
     * @param clock @default the system's clock
     */
    async another(settings: Record<string, string> = {}, clock?: Clock) {
      const at = await takePort();
      const url = `http://127.0.0.1:${at.port}`;
      const other = await listen({ ...env, ...settings, PUBLIC_URL: url }, at, clock);
      return { url, idle: other.idle, stop: () => other.close() };
    },
    async stop(): Promise<void> {
      await app.close();
      await (await store)?.close();
      await wire.close();
      await own?.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function portOf(server: Server | null): number {
  const address = server?.address();
  if (typeof address !== 'object' || !address) throw new Error('This server does not listen.');
  return address.port;
}
