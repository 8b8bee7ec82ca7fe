/** Fixtures of one booking under faults: its own sandbox, a database, and the shared settings of the servers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../sandbox.ts';
import { origin, startService } from '../service.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { WatchedCustomer } from './watched-customer.ts';

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
  const service = await startService();
  const { sandbox } = service;
  const settings = { ...service.env, SQLITE_FILE: join(folder, 'dx.sqlite'), ...env };
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
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
