/**
 * Stops the server in order. Running requests and writes get the same few seconds. Then other processes may take the
 * writes, waiting requests get their response, and nothing (a slow body, an idle connection, a silent service) delays
 * the end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from './connections.ts';

/** Other processes may take the writes one second earlier (jobs/jobs.ts). */
const finishWithinMs = 6_000;
/** For responses that still run at that point. */
const graceMs = 500;

/** Stops the server. Resolves when the store is closed, even if some work has not ended in its time. */
export async function stopInOrder(deps: {
  connections: Connections;
  workers: readonly { stop(): Promise<void> }[];
  upstreams: { close(): Promise<void> }[];
  /** Has records of requests up to the last one. */
  accessLog: { close(): Promise<void> };
  store: { close(): Promise<void> };
}): Promise<void> {
  const { connections, workers, upstreams, accessLog, store } = deps;
  const stopped = Promise.allSettled(workers.map((worker) => worker.stop()));
  await atMost(finishWithinMs, Promise.all([connections.drain(), stopped]));
  // Completes requests that still wait for the service.
  await Promise.all(upstreams.map((upstream) => upstream.close()));
  await connections.end(graceMs);
  await atMost(graceMs, Promise.all([stopped, accessLog.close()]));
  await store.close();
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const late = sleep(ms, undefined, { signal: over.signal }).catch(() => {});
  await Promise.race([work, late]);
  over.abort();
}
