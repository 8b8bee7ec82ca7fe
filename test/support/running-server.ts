/**
 * The partner's server as an operator runs it, `node server/main.ts`, with more time for its stop, over its own sandbox. A test can restart it with
 * other settings on the same database.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { freePort } from '../../server/core/free-port.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { bareEnv } from './bare-env.ts';
import { Customer } from './customer.ts';
import { folderOfTest } from './folders.ts';
import { developmentKeys } from './keys.ts';
import { type Change, startRecordingProxy } from './recording-proxy.ts';
import { Sandbox } from './sandbox.ts';
import { newStoreSettings, type StoreKind } from './test-stores.ts';

const main = fileURLToPath(new URL('./tuned-server.ts', import.meta.url));
const hooks = fileURLToPath(new URL('./paying-hooks.ts', import.meta.url));
/** The origin of the partner's pages. */
export const origin = 'https://clinic.example';

/** A running server process. */
export interface Running {
  url: string;
  port: number;
  child: ChildProcess;
  customer(id: string): Customer;
  logged(): string;
  /** Sends the signal; resolves with the exit code: 0 if the server ended by itself, 1 if its own limit ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Creates a database, a sandbox and settings for server processes. They end with the test.
 * @param hold returns a promise to hold a request back from the service until it resolves
 */
export async function runnableServer(kind: StoreKind, key?: object, hold?: Change) {
  const store = await newStoreSettings(kind, 'migrated');
  const upstream = await startSandbox({ port: 0 });
  const sandbox = new Sandbox(upstream.url);
  const wire = await startRecordingProxy(upstream.url, { change: hold });
  const dir = folderOfTest();
  onTestFinished(async () => {
    await wire.close();
    await upstream.close();
  });
  const assumptionsFile = join(dir, 'assumptions.json');
  await writeFile(assumptionsFile, JSON.stringify({ evidence: { attestationVersion: '2025-01' } }));
  const env: NodeJS.ProcessEnv = {
    UPSTREAM_URL: wire.url,
    UPSTREAM_API_KEY: (key ? await sandbox.makeKey(key) : await sandbox.permanentKey()).api_key,
    ORIGINS: origin,
    SQLITE_FILE: store.sqliteFile,
    DATABASE_URL: store.databaseUrl ?? '',
    ASSUMPTIONS_FILE: assumptionsFile,
    HOOKS_MODULE: hooks,
    ...(await developmentKeys()),
  };

  /** @param port the port of an ended process, to take its place */
  async function run(over: Record<string, string> = {}, port?: number): Promise<Running> {
    const at = port ?? (await freePort(0, '127.0.0.1'));
    const url = `http://127.0.0.1:${at}`;
    const child = spawn(process.execPath, [main], {
      env: { ...bareEnv, ...env, PORT: String(at), PUBLIC_URL: url, ...over },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let logged = '';
    const listens = new Promise<void>((done, fail) => {
      child.once('exit', () => fail(new Error('the server ended as it started')));
      child.stdout?.on('data', (bytes: Buffer) => {
        logged += bytes.toString();
        if (logged.includes('server.listening')) done();
      });
    });
    await listens;
    return {
      url,
      port: at,
      child,
      customer: (id) => new Customer(url, origin, `user-${id}`),
      logged: () => logged,
      async stop(signal = 'SIGTERM') {
        // Resolves after all output is read.
        const ended = once(child, 'close');
        child.kill(signal);
        const [code] = await ended;
        return code;
      },
    };
  }

  return { env, store, sandbox, wire, run };
}
