/** A server over the real sandbox that dies by SIGKILL right after it has sent one kind of write, and its successor over the same store. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../examples/free-port.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { bareEnv } from './bare-env.ts';
import { answerStep, at, choosePlace } from './booking.ts';
import { Customer } from './customer.ts';
import { developmentKeys } from './keys.ts';
import { Sandbox } from './sandbox.ts';
import { newStoreSettings, type StoreKind } from './test-stores.ts';

export const origin = 'https://clinic.example';

export interface CrashServer {
  url: string;
  sandbox: Sandbox;
  /** How the first process ended. */
  died: Promise<unknown[]>;
  /** Ends the first process now. */
  kill(): void;
  /** Does it; where the server dies of it, `then` is done with its successor. */
  through<T>(customer: Customer, doing: () => Promise<T>, then: () => Promise<T>): Promise<T>;
}

export async function startCrashServer(
  store: StoreKind,
  modes: { customer_consent_mode: string; physician_order_mode: string },
  kind: string,
): Promise<CrashServer> {
  const dir = await mkdtemp(join(tmpdir(), 'dx-doomed-'));
  const upstream = await startSandbox({ port: 0 });
  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
    await upstream.close();
    await rm(dir, { recursive: true, force: true });
  });
  const sandbox = new Sandbox(upstream.url);
  const assumptionsFile = join(dir, 'assumptions.json');
  await writeFile(assumptionsFile, JSON.stringify({ evidence: { attestationVersion: '2025-01' } }));
  const settings = await newStoreSettings(store);
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...bareEnv,
    PORT: String(port),
    PUBLIC_URL: url,
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: (await sandbox.makeKey({ flow: 'full_api', ...modes })).api_key,
    ORIGINS: origin,
    SQLITE_FILE: settings.sqliteFile,
    DATABASE_URL: settings.databaseUrl ?? '',
    ASSUMPTIONS_FILE: assumptionsFile,
    STRUCTURED_PHYSICIAN_ENABLED: 'true',
    UPSTREAM_TIMEOUT_SECONDS: '0.9',
    WRITE_LEASE_SECONDS: '1',
    WRITE_RETRY_BASE_SECONDS: '0.05',
    ...(await developmentKeys()),
  };

  async function startServer(more: Record<string, string>): Promise<ChildProcess> {
    const script = join(import.meta.dirname, 'crash-server-process.ts');
    const child = spawn(process.execPath, [script], {
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    if (!child.stdout) throw new Error('the server has no output');
    await once(child.stdout, 'data');
    return child;
  }

  const first = await startServer({ DIES_AT: 'after_send', DIES_ON: kind });
  const died = once(first, 'exit');
  const replaced = died.then(() => startServer({}));
  return {
    url,
    sandbox,
    died,
    kill: () => void first.kill('SIGKILL'),
    async through(customer, doing, then) {
      try {
        return await doing();
      } catch (error) {
        if (first.exitCode === null && first.signalCode === null && !(error instanceof TypeError))
          throw error;
        await replaced;
        await customer.signIn();
        return then();
      }
    },
  };
}

/** An appointment that is asked for, under consent that is given here. */
export async function bookAt({ url }: CrashServer, name: string): Promise<string> {
  const customer = new Customer(url, origin, name);
  let view = await choosePlace(customer, 'DEXA');
  for (let turns = 0; turns < 15 && view.shows.step !== 'sent'; turns++)
    view = await answerStep(customer, view);
  return at(view, 'sent').appointment_id;
}

/** That all its tries had one key and the same bytes. */
export async function keysOf({ sandbox }: CrashServer, path: RegExp) {
  const sent = (await sandbox.requests()).filter(
    (request) => request.method === 'POST' && path.test(request.path),
  );
  return {
    tries: sent.length,
    keys: new Set(sent.map((request) => request.idempotency_key)).size,
    bodies: new Set(sent.map((request) => request.body_sha256)).size,
  };
}
