/** The figures of this process for Prometheus, in a registry of its own, served by a listener of its own: never where browsers come. */
import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Store } from '../store/store.ts';
import type { AssumptionName } from '../upstream/assumptions/schema.ts';
import type { Log } from './log.ts';
import { measureLog } from './log-measures.ts';
import { createStoreGauges } from './store-gauges.ts';

export interface Metrics {
  /** The same log, counting. */
  measure(log: Log): Log;
  /** Counts an answer of the service that does not meet an entry of the assumptions. */
  countUnmet(entry: AssumptionName): void;
  /** Answers GET /metrics, and nothing else. */
  server: Server;
}

export function createMetrics(needs: {
  store: Pick<Store, 'db'>;
  liveStreams: () => number;
  now: () => number;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const readStore = createStoreGauges(needs.store, registry, needs.now);
  new Gauge({
    name: 'dx_live_streams',
    help: 'Live streams connected to this process.',
    registers: [registry],
    collect() {
      this.set(needs.liveStreams());
    },
  });

  const unmet = new Counter({
    name: 'dx_assumptions_unmet_total',
    help: 'Answers that do not meet an entry of the assumptions.',
    labelNames: ['entry'],
    registers: [registry],
  });

  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return response.writeHead(404).end();
    try {
      await readStore();
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  return {
    measure: (log) => measureLog(log, registry),
    countUnmet: (entry) => unmet.inc({ entry }),
    server,
  };
}
