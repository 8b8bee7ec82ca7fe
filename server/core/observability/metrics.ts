/**
 * The metrics of this process for Prometheus: a registry and a listener of their own, so that they are never served
 * where browsers come.
 */
import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import { version } from '../version.ts';
import type { Log } from './log.ts';
import { createCounter, measureLog } from './log-measures.ts';
import { waitingLogBytes } from './log-output.ts';
import { createStoreGauges, type QueueDepths } from './store-gauges.ts';

/** The metrics of this process and their listener. */
export interface Metrics {
  /** Wraps a log. Call it once. @returns the same log, which also counts its events */
  measure(log: Log): Log;
  /** Counts a response of the service that does not meet an entry of the assumptions. */
  countUnmet(entry: string): void;
  /** Remembers that the service has responded under the API key of a flow, and has accepted it. */
  responded(flow: string): void;
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
 * @param deps.isOfPaidBooking whether only a paid booking has writes of this kind
 * @param deps.flows the flows whose API key is set
 * @param deps.assumptionNames the values that the label `entry` can have
 * @param deps.liveStreams how many live streams are connected
 * @param deps.clockAheadMs how far the clock of this machine is ahead of the database's, in milliseconds
 */
export function createMetrics(deps: {
  readDepths: () => Promise<QueueDepths>;
  isWritable: () => Promise<boolean>;
  writeKinds: Readonly<Record<string, readonly string[]>>;
  isOfPaidBooking: (kind: string) => boolean;
  flows: readonly string[];
  assumptionNames: readonly string[];
  liveStreams: () => number;
  clockAheadMs: () => number;
  clock: Clock;
}): Metrics {
  const { readDepths, isWritable, writeKinds, isOfPaidBooking, liveStreams, clockAheadMs, clock } = deps;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const readGauges = createStoreGauges({
    ...{ registry, readDepths, isWritable, isOfPaidBooking, clock },
    flows: Object.keys(writeKinds),
  });
  const read = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  new Gauge({
    name: 'dx_build_info',
    help: 'Always 1; the label is the version of this process.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: version() }, 1);
  read('dx_log_waiting_bytes', 'Lines of the log that standard output has not taken.', waitingLogBytes);
  read('dx_live_streams', 'Live streams connected to this process.', liveStreams);
  read(
    'dx_clock_ahead_seconds',
    "How far this machine's clock is ahead of the database's.",
    () => clockAheadMs() / 1000,
  );

  const unmet = createCounter(
    registry,
    'dx_assumptions_unmet_total',
    'Answers that stop a step, because they do not meet an entry of the assumptions.',
    { entry: deps.assumptionNames },
  );
  const lastResponse = new Gauge({
    name: 'dx_upstream_last_response_timestamp_seconds',
    help: 'When the service last responded to this process and accepted its key, or the start of the process.',
    labelNames: ['flow'],
    registers: [registry],
  });
  const responded = (flow: string) => lastResponse.set({ flow }, clock.now() / 1000);
  for (const flow of deps.flows) responded(flow);

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
    responded,
    registry,
    server,
  };
}
