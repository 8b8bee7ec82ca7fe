/** Fixtures of one booking under faults: its own sandbox, a database, and the shared settings of the servers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../../server/sandbox/sandbox.ts';
import { developmentKeys } from '../keys.ts';
import { Sandbox } from '../sandbox.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { WatchedCustomer } from './watched-customer.ts';

const origin = 'https://clinic.example';

/** Other processes take over a dead process's work soon. */
export const quick = {
  TUNING: JSON.stringify({ upstreamTimeoutMs: 900, writes: { leaseMs: 1_000, retryBaseMs: 50 } }),
};

export interface Fixtures {
  sandbox: Sandbox;
  /** Starts a server; its settings replace the shared ones. */
  start(env: Record<string, string>): Promise<ServerProcess>;
  /** Creates a customer of this booking, whose browser uses this address. */
  customer(url: string, random: () => number): WatchedCustomer;
  close(): Promise<void>;
}

/** @param env settings of every server */
export async function openFixtures(env: Record<string, string>): Promise<Fixtures> {
  const folder = await mkdtemp(join(tmpdir(), 'dx-torture-'));
  const upstream = await startSandbox();
  const sandbox = new Sandbox(upstream.url);
  const settings = {
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: (await sandbox.permanentKey()).api_key,
    ORIGINS: origin,
    SQLITE_FILE: join(folder, 'dx.sqlite'),
    ...(await developmentKeys()),
    ...env,
  };
  const servers: ServerProcess[] = [];
  return {
    sandbox,
    async start(own) {
      const server = await startServer({ ...settings, ...own });
      servers.push(server);
      return server;
    },
    customer: (url, random) =>
      new WatchedCustomer(url, origin, `customer-${Math.floor(random() * 1e9)}`, sandbox),
    async close() {
      for (const server of servers) server.signal('SIGKILL');
      await Promise.all(servers.map((server) => server.ended));
      await upstream.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
