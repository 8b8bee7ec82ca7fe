/**
 * `dx-booking dev`: a sandbox of the testing service, the server on your hooks, and a page to book on unless you have one. The
 * server restarts when the hooks change. It keeps nothing between two runs.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { secretNames } from '../../config/entries.ts';
import { systemClock } from '../../core/clock.ts';
import { freePort, isFree } from '../../core/free-port.ts';
import type { Flow } from '../../upstream/write-kinds.ts';
import { CommandError } from './command-error.ts';
import { showDevPage } from './dev-page.ts';
import { withSandboxPackage } from './sandbox-package.ts';
import { webhooksRegister } from './webhooks.ts';

const host = '127.0.0.1';
const clock = systemClock();

/** The ports to use; 0 takes any free one. */
export interface DevPorts {
  page: number;
  server: number;
  sandbox: number;
}

interface RunningSandbox {
  url: string;
  close(): Promise<void>;
}
interface SandboxPackage {
  startSandbox(options: { port: number; settings: { strict_values: boolean } }): Promise<RunningSandbox>;
}

/**
 * Runs until the signal ends it, or the server exits.
 * @param env the settings of the `.env` file; the addresses, the API keys and the databases are replaced, also those in
 *   files, the access log is sent nowhere, and `UPSTREAM_ENVIRONMENT` is not checked. With `ORIGINS`, your own pages embed
 *   the widget, and the command serves none.
 * @param deps.flow of the API key that the server gets, and of the elements on the page
 * @param deps.sandboxUrl a sandbox that runs already, or is about to start; without it, one starts and ends with the command
 * @param deps.program the path of the compiled command, to start the server with
 * @returns the exit code: 1 if the server exits before the signal
 * @throws CommandError if `@dx-booking/sandbox` is not installed, if no sandbox responds at `sandboxUrl` within 10 s, or if a
 *   port is in use, or no number of a port
 */
export async function dev(
  env: NodeJS.ProcessEnv,
  deps: {
    ports: DevPorts;
    flow: Flow;
    sandboxUrl?: string | undefined;
    program: string;
    signal: AbortSignal;
    print: (line: string) => void;
  },
): Promise<number> {
  const { ports, flow, program, signal, print } = deps;
  const [ownPage] = env.ORIGINS?.split(',') ?? [];
  const serverPort = await freePort(await portOf(ports.server, '--server-port'), host);
  const sandboxPort = deps.sandboxUrl ? 0 : await portOf(ports.sandbox, '--sandbox-port');
  const pagePort = ownPage ? 0 : await portOf(ports.page, '--port');
  const endings: (() => Promise<unknown>)[] = [];
  try {
    const sandbox = deps.sandboxUrl
      ? await findSandbox(deps.sandboxUrl, signal)
      : await (await loadSandbox()).startSandbox({
          port: sandboxPort,
          settings: { strict_values: true },
        });
    endings.push(() => sandbox.close());
    const folder = await mkdtemp(join(tmpdir(), 'dx-booking-'));
    endings.push(() => rm(folder, { recursive: true, force: true }));
    const page = createServer();
    endings.push(async () => page.close().closeAllConnections());
    if (!ownPage) await listen(page, pagePort);
    const pageUrl = ownPage || addressOf(page);
    const serverUrl = `http://${host}:${serverPort}`;
    const isCoBranded = flow === 'co_branded';
    const apiKey = await apiKeyOf(sandbox.url, flow);
    const settings = withSettings(env, {
      PORT: String(serverPort),
      HOST: host,
      PUBLIC_URL: serverUrl,
      ORIGINS: env.ORIGINS || pageUrl,
      UPSTREAM_URL: sandbox.url,
      UPSTREAM_API_KEY: isCoBranded ? '' : apiKey,
      HANDOFF_API_KEY: isCoBranded ? apiKey : '',
      HANDOFF_ORIGIN: isCoBranded ? sandbox.url : '',
      HANDOFF_ALLOWED_HOSTS: new URL(pageUrl).hostname,
      UPSTREAM_ENVIRONMENT: '',
      SQLITE_FILE: join(folder, 'dev.sqlite'),
      DATABASE_URL: '',
      KEYS_SQLITE_FILE: '',
      KEYS_DATABASE_URL: '',
      ACCESS_LOG_URL: '',
      ACCESS_LOG_SECRET: '',
      LOG_LEVEL: env.LOG_LEVEL ?? 'warn',
    });
    page.on('request', showDevPage({ flow, pageUrl, serverUrl, sandboxUrl: sandbox.url }));
    const server = startServer(program, settings);
    endings.push(() => stop(server));
    if (!(await isReady(serverUrl, server, signal))) return signal.aborted ? 0 : 1;
    const said: string[] = [];
    const code = await webhooksRegister(settings, {}, (line) => said.push(line));
    if (code !== 0) for (const line of said) print(line);
    print(
      ownPage
        ? `Your page  ${pageUrl}  (of ORIGINS: start your site)`
        : `${isCoBranded ? 'Schedule' : 'Book    '}   ${pageUrl}`,
    );
    print(`Server     ${serverUrl}`);
    print(`Sandbox    ${sandbox.url}/sandbox  (confirms, cancels and completes bookings)`);
    await Promise.race([once(signal, 'abort'), once(server, 'exit')]);
    return signal.aborted ? 0 : 1;
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

/** Replaces settings. A replaced secret is not read from its file either. */
function withSettings(env: NodeJS.ProcessEnv, replaced: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const files = secretNames.filter((name) => name in replaced).map((name) => [`${name}_FILE`, '']);
  return { ...env, ...replaced, ...Object.fromEntries(files) };
}

async function loadSandbox(): Promise<SandboxPackage> {
  const name = '@dx-booking/sandbox';
  return withSandboxPackage(async () => (await import(name)) as SandboxPackage);
}

/** Waits for a sandbox that another process starts. */
async function findSandbox(url: string, signal: AbortSignal): Promise<RunningSandbox> {
  for (let tries = 0; tries < 100 && !signal.aborted; tries++) {
    if (await fetch(`${url}/sandbox/clock`).catch(() => null)) return { url, close: async () => {} };
    await clock.sleep(100);
  }
  throw new CommandError(`No sandbox responds at ${url}.`);
}

async function apiKeyOf(sandboxUrl: string, flow: Flow): Promise<string> {
  const response = await fetch(`${sandboxUrl}/sandbox/keys`);
  const { keys } = (await response.json()) as { keys: { api_key: string; flow: string }[] };
  const key = keys.find((key) => key.flow === flow);
  if (!key) throw new CommandError('The sandbox has no API key.');
  return key.api_key;
}

function startServer(program: string, env: NodeJS.ProcessEnv): ChildProcess {
  const watched = env.HOOKS_MODULE
    ? ['--watch-preserve-output', `--watch-path=${resolve(env.HOOKS_MODULE)}`]
    : [];
  return spawn(process.execPath, [...watched, program, 'start'], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function isReady(url: string, server: ChildProcess, signal: AbortSignal): Promise<boolean> {
  while (server.exitCode === null && server.signalCode === null && !signal.aborted) {
    const response = await fetch(`${url}/health/ready`).catch(() => null);
    if (response?.ok) return true;
    await clock.sleep(100);
  }
  return false;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

const listen = (server: Server, port: number) =>
  new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done));

const addressOf = (server: Server) => `http://${host}:${(server.address() as AddressInfo).port}`;

/** The port itself; 0 stays 0. @throws CommandError if it is no port, or another program uses it */
async function portOf(port: number, option: string): Promise<number> {
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new CommandError(`${option} needs a number from 0 to 65535.`);
  if (port !== 0 && !(await isFree(port, host)))
    throw new CommandError(`Port ${port} is in use. Choose another one with ${option}.`);
  return port;
}
