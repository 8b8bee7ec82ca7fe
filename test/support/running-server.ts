/**
 * The partner's server as an operator runs it, `node server/main.ts`, with more time for its stop, over its own sandbox. A test can restart it with
 * other settings on the same database.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { freePort } from '../../server/core/free-port.ts';
import { type StartedProcess, startServerProcess } from './child-processes.ts';
import { Customer } from './customer.ts';
import { folderOfTest } from './folders.ts';
import { type Change, startRecordingProxy } from './recording-proxy.ts';
import { origin, startService } from './service.ts';
import { newStoreSettings, type StoreKind } from './test-stores.ts';

const main = fileURLToPath(new URL('./tuned-server.ts', import.meta.url));
const hooks = fileURLToPath(new URL('./partner-hooks.ts', import.meta.url));

/** A running server process. */
export interface Running extends StartedProcess {
  url: string;
  port: number;
  customer(id: string): Customer;
  logged(): string;
}

/**
 * Creates a database, a sandbox and settings for server processes. They end with the test.
 * @param hold returns a promise to hold a request back from the service until it resolves
 */
export async function runnableServer(kind: StoreKind, key?: object, hold?: Change) {
  const store = await newStoreSettings(kind, 'migrated');
  const service = await startService(key);
  const wire = await startRecordingProxy(service.sandbox.url, { change: hold });
  const dir = folderOfTest();
  onTestFinished(async () => {
    await wire.close();
    await service.close();
  });
  const assumptionsFile = join(dir, 'assumptions.json');
  await writeFile(assumptionsFile, JSON.stringify({ evidence: { attestationVersion: '2025-01' } }));
  const env: NodeJS.ProcessEnv = {
    ...service.env,
    UPSTREAM_URL: wire.url,
    SQLITE_FILE: store.sqliteFile,
    DATABASE_URL: store.databaseUrl ?? '',
    ASSUMPTIONS_FILE: assumptionsFile,
    HOOKS_MODULE: hooks,
  };

  /** @param port the port of an ended process, to take its place */
  async function run(over: Record<string, string> = {}, port?: number): Promise<Running> {
    const at = port ?? (await freePort(0, '127.0.0.1'));
    const url = `http://127.0.0.1:${at}`;
    const server = startServerProcess([main], { ...env, PORT: String(at), PUBLIC_URL: url, ...over });
    onTestFinished(async () => void (await server.stop('SIGKILL')));
    await server.until(() => server.output().includes('server.listening'));
    const customer = (id: string) => new Customer(url, origin, `user-${id}`);
    return { ...server, url, port: at, customer, logged: server.output };
  }

  return { env, store, sandbox: service.sandbox, wire, run };
}
