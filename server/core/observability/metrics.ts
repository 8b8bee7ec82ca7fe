/**
 * The metrics of this process for Prometheus: a registry and a listener of their own, so that they are never served
 * where browsers come.
 */
import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Log } from './log.ts';
import { measureLog } from './log-measures.ts';
import { createStoreGauges, type QueueDepths } from './store-gauges.ts';

/** The metrics of this process and their listener. */
export interface Metrics {
  /** Wraps a log. Call it once. @returns the same log, which also counts its events */
  measure(log: Log): Log;
  /** Counts a response of the service that does not meet an entry of the assumptions. */
  countUnmet(entry: string): void;
  /** All metrics. */
  registry: Registry;
  /** Answers GET /metrics, and nothing else. Not listening yet. */
  server: Server;
}

/**
 * Creates the metrics and their listener, which does not listen yet.
 * @param deps.readDepths reads what waits in the database, at each scrape
 * @param deps.isWritable whether the database takes writes; never rejects
 * @param deps.writeKinds the kinds of writes of each flow: the values that the labels `flow` and `kind` can have
 * @param deps.liveStreams how many live streams are connected
 */
export function createMetrics(deps: {
  readDepths: () => Promise<QueueDepths>;
  isWritable: () => Promise<boolean>;
  writeKinds: Readonly<Record<string, readonly string[]>>;
  liveStreams: () => number;
  clock: Clock;
}): Metrics {
  const { readDepths, isWritable, writeKinds, liveStreams, clock } = deps;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const readGauges = createStoreGauges({
    registry,
    readDepths,
    isWritable,
    flows: Object.keys(writeKinds),
    clock,
  });
  new Gauge({
    name: 'dx_live_streams',
    help: 'Live streams connected to this process.',
    registers: [registry],
    collect() {
      this.set(liveStreams());
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
      await readGauges();
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  return {
    measure: (log) => measureLog(log, registry, writeKinds),
    countUnmet: (entry) => unmet.inc({ entry }),
    registry,
    server,
  };
}
