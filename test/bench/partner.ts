/** Runs the partner's server as an operator does, as a process with its own sandbox. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/core/free-port.ts';
import { endWithUs } from '../support/child-processes.ts';
import { developmentKeys } from '../support/keys.ts';
import { Sandbox } from '../support/sandbox.ts';
import { startSandboxProcess } from './servers.ts';
import { type Memory, reportUsage, usageOf } from './usage.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The server as partners install it. */
const main = join(root, 'server/dist/main.js');
/** What the image and the systemd unit start it with. */
const flags = ['--max-semi-space-size=8'];
const hooks = fileURLToPath(new URL('./paying-hooks.mjs', import.meta.url));

export const origin = 'https://clinic.example';

export interface Partner {
  url: string;
  sqliteFile: string;
  upstreamUrl: string;
  apiKey: string;
  /** Reads the memory. @param weighing whether to collect garbage before */
  memory(weighing?: 'as it is' | 'collected'): Promise<Memory>;
  /** Milliseconds of processor time that the server has used since it started. */
  cpuMs(): Promise<number>;
  /** Restarts it on the same database; `between` runs while it is stopped. */
  restart(between: () => void | Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Builds the packages of the widget and of the server. */
export function buildServer(): void {
  for (const command of [
    ['run', 'build'],
    ['run', 'prepack', '--workspace', 'server'],
  ])
    execFileSync('npm', ['--silent', ...command], { cwd: root, stdio: 'ignore' });
}

/** @param program the server's entry, as partners install it or another one */
export async function startPartner(
  env: Record<string, string> = {},
  consent?: string,
  program = main,
): Promise<Partner> {
  const sandbox = await startSandboxProcess();
  const { api_key: apiKey } = await new Sandbox(sandbox.origin).permanentKey(consent);
  const dir = await mkdtemp(join(tmpdir(), 'dx-bench-'));
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const sqliteFile = join(dir, 'dx.sqlite');
  const settings = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: url,
    UPSTREAM_URL: sandbox.origin,
    UPSTREAM_API_KEY: apiKey,
    ORIGINS: origin,
    SQLITE_FILE: sqliteFile,
    HOOKS_MODULE: hooks,
    // The server writes its whole log, and the bench discards it, because a terminal would distort the measurement.
    LOG_LEVEL: 'info',
    // One customer represents thousands, and all of them share an address.
    RATE_LIMIT_PER_USER: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    ...(await developmentKeys()),
    ...env,
  };
  const start = async () => {
    const child = spawn(process.execPath, [...flags, '--expose-gc', '--import', reportUsage, program], {
      env: settings,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    endWithUs(child);
    await answering(`${url}/jwks.json`, () => child.exitCode === null);
    return child;
  };
  let server = await start();
  const end = async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
  return {
    url,
    sqliteFile,
    upstreamUrl: sandbox.origin,
    apiKey,
    memory: async (weighing = 'as it is') => (await usageOf(server, weighing)).memory,
    cpuMs: async () => (await usageOf(server)).cpuMs,
    async restart(between) {
      await end();
      await between();
      server = await start();
    },
    async stop() {
      await end();
      await sandbox.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function answering(url: string, alive: () => boolean): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (!alive()) throw new Error('The server ended while it started.');
    if (await fetch(url).catch(() => null)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The server did not start.');
}
