/**
 * A server over the real sandbox whose processes die by SIGKILL within the writes that a test names. Each is followed
 * by the next process on the same database.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { freePort } from '../../examples/free-port.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { bareEnv } from './bare-env.ts';
import { answerStep, at, choosePlace } from './booking.ts';
import { Customer } from './customer.ts';
import { developmentKeys } from './keys.ts';
import { Sandbox } from './sandbox.ts';
import { newStoreSettings, type StoreKind } from './test-stores.ts';

/** The origin of the partner's pages. */
export const origin = 'https://clinic.example';

/** The write and the point within it at which a process dies. */
export type Death = readonly [
  kind: string,
  point: 'before_commit' | 'after_commit' | 'after_send' | 'after_answer' | 'after_settle',
];

/** A server whose processes can die. */
export interface CrashServer {
  url: string;
  sandbox: Sandbox;
  /** The signals by which processes have ended so far. */
  signals: (NodeJS.Signals | null)[];
  /** Kills the current process. */
  kill(): void;
  /** Calls `doing`. Each time that the server dies, signs in at the next process and calls `then`. */
  through<T>(customer: Customer, doing: () => Promise<T>, then: () => Promise<T>): Promise<T>;
}

/** The longest lease of a dead process. */
const leaseMs = 5_000;

/**
 * Starts the server and its sandbox.
 * @param key the modes of the API key
 * @param deaths one for each process but the last
 * @param settings of the server, once its key exists. @default those of the full API
 */
export async function startCrashServer(
  store: StoreKind,
  key: { flow?: string; customer_consent_mode: string; physician_order_mode: string },
  deaths: Death[],
  settings: (upstreamUrl: string, apiKey: string) => Promise<Record<string, string>> = async (_, apiKey) => ({
    UPSTREAM_API_KEY: apiKey,
  }),
): Promise<CrashServer> {
  const dir = await mkdtemp(join(tmpdir(), 'dx-crash-'));
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
  const { sqliteFile, databaseUrl } = await newStoreSettings(store, inject('migrated').database);
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const { api_key: apiKey } = await sandbox.makeKey({ flow: 'full_api', ...key });
  const env = {
    ...bareEnv,
    PORT: String(port),
    PUBLIC_URL: url,
    UPSTREAM_URL: upstream.url,
    ORIGINS: origin,
    SQLITE_FILE: sqliteFile,
    DATABASE_URL: databaseUrl ?? '',
    ASSUMPTIONS_FILE: assumptionsFile,
    STRUCTURED_PHYSICIAN_ENABLED: 'true',
    UPSTREAM_TIMEOUT_SECONDS: '0.9',
    WRITE_LEASE_SECONDS: '1',
    WRITE_RETRY_BASE_SECONDS: '0.05',
    ...(await developmentKeys()),
    ...(await settings(upstream.url, apiKey)),
  };

  async function startProcess(): Promise<ChildProcess> {
    const [kind, point] = deaths[children.length] ?? [];
    const death = kind === undefined ? {} : { DIES_ON: kind, DIES_AT: point };
    const script = join(import.meta.dirname, 'crash-server-process.ts');
    const child = spawn(process.execPath, [script], {
      // A later process finds that every lease of the dead ones is over.
      env: { ...env, ...death, CLOCK_AHEAD_MS: String(children.length * leaseMs) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    if (!child.stdout) throw new Error('the server has no output');
    await once(child.stdout, 'data');
    return child;
  }

  const signals: CrashServer['signals'] = [];
  let child = await startProcess();
  /** Resolves when the process after `child` listens. */
  let replaced: Promise<void>;
  const replaceWhenDead = () => {
    replaced = once(child, 'exit').then(async ([, signal]) => {
      signals.push(signal);
      if (children.length > deaths.length) return;
      child = await startProcess();
      replaceWhenDead();
    });
  };
  replaceWhenDead();
  return {
    url,
    sandbox,
    signals,
    kill: () => void child.kill('SIGKILL'),
    async through(customer, doing, then) {
      for (let call = doing; ; call = then) {
        const [asked, next] = [child, replaced];
        try {
          return await call();
        } catch (error) {
          const isAlive = asked.exitCode === null && asked.signalCode === null;
          if (isAlive && !(error instanceof TypeError)) throw error;
          await next;
          await customer.signIn().catch(() => {});
        }
      }
    },
  };
}

/** Books a requested appointment, with consent. */
export async function bookAt({ url }: CrashServer, name: string): Promise<string> {
  const customer = new Customer(url, origin, name);
  let view = await choosePlace(customer, 'DEXA');
  for (let turns = 0; turns < 15 && view.shows.step !== 'sent'; turns++)
    view = await answerStep(customer, view);
  return at(view, 'sent').appointment_id;
}

/** Counts how often the sandbox received a write, with how many keys and bodies. */
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
