/** The partner's server on a free port over the real sandbox, with a payment hook whose result a test sets. */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../examples/free-port.ts';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config/config.ts';
import type { Hooks, PaymentRequest } from '../../server/hooks.ts';
import { createLog } from '../../server/observability/log.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { watchApi } from './api-exchanges.ts';
import { Customer } from './customer.ts';
import { developmentKeys } from './keys.ts';
import { type Rewrite, startRecordingProxy } from './recording-proxy.ts';
import { Sandbox } from './sandbox.ts';

/** The origin of the partner's pages. */
export const origin = 'https://clinic.example';

/** A running server with its sandbox. */
export interface FullApiServer {
  url: string;
  /** Its settings, for a command that an operator runs with them. */
  env: NodeJS.ProcessEnv;
  sandbox: Sandbox;
  /** The requests that the server sent to the service. */
  wire: Awaited<ReturnType<typeof startRecordingProxy>>;
  /** The calls of the hook; `paid` decides its result. */
  payments: { asked: PaymentRequest[]; paid: boolean; broken: boolean };
  /** A signed-in customer of that id. */
  customer(id: string, headers?: Record<string, string>): Customer;
  logged: () => string;
  /** Address of the admin API; needs ADMIN_PORT. */
  adminUrl(): string;
  /** The metrics as Prometheus reads them; needs METRICS_PORT. */
  metrics(): Promise<string>;
  /** Every byte of the SQLite database, with its log. */
  stored(): Promise<string>;
  /**
   * Starts a second server on the same database and service, at another address; stop it first.
   * @param settings in place of the first server's. @default the same
   */
  another(
    settings?: Record<string, string>,
  ): Promise<Pick<FullApiServer, 'customer'> & { stop(): Promise<void> }>;
  stop(): Promise<void>;
}

/**
 * Starts a server and its sandbox. Both stop with `stop`.
 * @param options.env settings in place of the defaults
 * @param options.key how the API key is provisioned. @default consent and physicians of the service
 */
export async function startFullApiServer(
  options: {
    databaseUrl?: string | undefined;
    env?: Record<string, string>;
    key?: object;
    consentDocument?: Hooks['consentDocument'];
    /** Hooks in addition to the payment, or in place of the defaults. */
    hooks?: Hooks;
    /** The content of the assumptions file. */
    assumptions?: object;
    /** Changes the service's responses. */
    rewrite?: Rewrite | undefined;
    /** Milliseconds since the epoch. @default Date.now */
    now?: () => number;
  } = {},
): Promise<FullApiServer> {
  const upstream = await startSandbox({ port: 0 });
  const sandbox = new Sandbox(upstream.url);
  const wire = await startRecordingProxy(upstream.url, options.rewrite);
  const dir = await mkdtemp(join(tmpdir(), 'dx-'));
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const payments: FullApiServer['payments'] = { asked: [], paid: true, broken: false };
  const hooks: Hooks = {
    async payment(request) {
      payments.asked.push(request);
      if (payments.broken) throw new Error('the books are closed');
      if (payments.paid) return { state: 'paid', reference: `bill-${request.journeyId}` };
      return { state: 'due', payUrl: `${origin}/pay/${request.journeyId}` };
    },
    ...(options.consentDocument ? { consentDocument: options.consentDocument } : {}),
    // A partner that names an issuer signs its users' tokens.
    ...(options.env?.SUBJECT_ISSUER === undefined && {
      verifySubject: async (token: string) => (token.startsWith('user-') ? { subject: token } : null),
    }),
    ...options.hooks,
  };
  const key = options.key ? await sandbox.makeKey(options.key) : await sandbox.permanentKey();
  const assumptionsFile = join(dir, 'assumptions.json');
  await writeFile(assumptionsFile, JSON.stringify(options.assumptions ?? {}));
  const env = {
    ASSUMPTIONS_FILE: assumptionsFile,
    PORT: String(port),
    PUBLIC_URL: url,
    UPSTREAM_URL: wire.url,
    UPSTREAM_API_KEY: key.api_key,
    ORIGINS: origin,
    SQLITE_FILE: join(dir, 'dx.sqlite'),
    ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
    ...(await developmentKeys()),
    HOOKS_MODULE: 'unused',
    LOG_LEVEL: 'trace',
    WRITE_RETRY_BASE_SECONDS: '0.05',
    WRITE_RETRY_CAP_SECONDS: '0.3',
    ...options.env,
  };
  const config = readConfig(env);
  const lines: string[] = [];
  const log = createLog(config.logLevel, { write: (line: string) => void lines.push(line) });
  const app = await createApp({ config, hooks, log, ...(options.now && { now: options.now }) });
  watchApi(app.server);
  await new Promise<void>((done) => app.server.listen(port, '127.0.0.1', done));
  if (config.metrics) {
    const { port: metricsPort, host } = config.metrics;
    await new Promise<void>((done) => app.metricsServer?.listen(metricsPort, host, done));
  }
  if (app.adminServer && config.admin) {
    const { host } = config.admin;
    watchApi(app.adminServer, 'admin');
    await new Promise<void>((done) => app.adminServer?.listen(0, host, done));
  }
  const customerAt = (at: string) => (id: string, headers?: Record<string, string>) =>
    new Customer(at, origin, `user-${id}`, headers);
  return {
    url,
    env,
    sandbox,
    wire,
    payments,
    customer: customerAt(url),
    async another(settings = {}) {
      const otherPort = await freePort(0, '127.0.0.1');
      const publicUrl = `http://127.0.0.1:${otherPort}`;
      const own = readConfig({ ...env, ...settings, PUBLIC_URL: publicUrl });
      const other = await createApp({ config: own, hooks, log });
      watchApi(other.server);
      await new Promise<void>((done) => other.server.listen(otherPort, '127.0.0.1', done));
      return { customer: customerAt(publicUrl), stop: () => other.close() };
    },
    logged: () => lines.join(''),
    adminUrl: () => `http://127.0.0.1:${portOf(app.adminServer)}`,
    metrics: async () => (await fetch(`http://127.0.0.1:${portOf(app.metricsServer)}/metrics`)).text(),
    async stored() {
      const files = (await readdir(dir)).filter((name) => name.startsWith('dx.sqlite'));
      return (await Promise.all(files.map((name) => readFile(join(dir, name), 'latin1')))).join('');
    },
    async stop() {
      await app.close();
      await wire.close();
      await upstream.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function portOf(server: Server | null): number {
  const address = server?.address();
  if (typeof address !== 'object' || !address) throw new Error('This server does not listen.');
  return address.port;
}
