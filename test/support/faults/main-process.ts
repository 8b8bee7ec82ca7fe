/** The server's program as a child process, with its resources, output and exit. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../server/core/free-port.ts';
import { startSandboxProcess } from '../../bench/servers.ts';
import { type StartedProcess, startProcess } from '../child-processes.ts';
import { Customer } from '../customer.ts';
import { eventually } from '../eventually.ts';
import { developmentKeys } from '../keys.ts';
import { Sandbox } from '../sandbox.ts';
import { origin } from '../service.ts';
import type { State } from './report-state.ts';

const main = fileURLToPath(new URL('../tuned-server.ts', import.meta.url));
const hooks = fileURLToPath(new URL('../partner-hooks.ts', import.meta.url));
const stateReporter = new URL('./report-state.ts', import.meta.url).href;
/** Not a file system in memory, which allows writes to immutable files. */
const disk = existsSync('/var/tmp') ? '/var/tmp' : tmpdir();

/** The server as partners start it. */
export interface MainProcess extends StartedProcess {
  pid: number;
  state(): Promise<State>;
}

/** A sandbox, a folder and settings, in which servers start. */
export interface Place {
  url: string;
  folder: string;
  sandbox: Sandbox;
  env: Record<string, string>;
  /** Resolves once it listens, or has ended. */
  start(env?: Record<string, string>): Promise<MainProcess>;
  /** @param url that of the server, or of the balancer before several */
  customer(name: string, url?: string): Customer;
  /** The number of connected streams, as the server's metrics report it. */
  liveStreams(): Promise<number>;
  stopAll(): Promise<void>;
  close(): Promise<void>;
}

/** Creates a sandbox, a folder and the settings; servers are started in it. */
export async function openPlace(own: Record<string, string> = {}): Promise<Place> {
  const upstream = await startSandboxProcess();
  const sandbox = new Sandbox(upstream.origin);
  const folder = await mkdtemp(join(disk, 'dx-torture-'));
  const coBranded = await sandbox.makeKey({ flow: 'co_branded' });
  const [port, metricsPort] = [await freePort(0, '127.0.0.1'), await freePort(0, '127.0.0.1')];
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PUBLIC_URL: url,
    UPSTREAM_URL: upstream.origin,
    UPSTREAM_API_KEY: (await sandbox.permanentKey()).api_key,
    HANDOFF_API_KEY: coBranded.api_key,
    HANDOFF_ORIGIN: upstream.origin,
    ORIGINS: origin,
    SQLITE_FILE: join(folder, 'dx.sqlite'),
    HOOKS_MODULE: hooks,
    LOG_LEVEL: 'silent',
    BACKEND_SECRETS: randomBytes(32).toString('hex'),
    RATE_LIMIT_PER_USER: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    TUNING: JSON.stringify({
      upstreamTimeoutMs: 1_900,
      writes: { leaseMs: 2_000, retryBaseMs: 50, retryCapMs: 500 },
    }),
    ...(await developmentKeys()),
    ...own,
  };
  const started: MainProcess[] = [];
  const stopAll = async () => void (await Promise.all(started.map((server) => server.stop())));
  return {
    url,
    folder,
    sandbox,
    env,
    async start(more = {}) {
      const server = await startMain({ ...env, ...more });
      started.push(server);
      return server;
    },
    customer: (name, at = url) => new Customer(at, origin, `user-${name}`),
    async liveStreams() {
      const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(/^dx_live_streams (\d+)$/m.exec(figures)?.[1]);
    },
    stopAll,
    async close() {
      await stopAll();
      await upstream.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startMain(env: Record<string, string>): Promise<MainProcess> {
  const args = ['--expose-gc', '--import', stateReporter, main];
  const server = startProcess(process.execPath, args, { env, hasChannel: true });
  const { child, isDead } = server;
  await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${env.PORT}/health/live`).catch(() => null);
    await answer?.body?.cancel();
    return answer !== null || isDead();
  });
  if (isDead()) await server.ended;
  return {
    ...server,
    pid: child.pid ?? 0,
    async state() {
      const message = once(child, 'message');
      child.send('tell');
      const [state] = await message;
      return state;
    },
  };
}
