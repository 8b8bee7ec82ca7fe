/**
 * Stops the server in order: requests and writes under way get the same few seconds. Then other processes may take the
 * writes, waiting requests are answered, and nothing (a slow body, an idle connection, a silent service) delays the end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from './connections.ts';

/** Other processes may take the writes a second sooner (jobs/jobs.ts). */
const finishWithinMs = 6_000;
/** For responses that are still under way then. */
const graceMs = 500;

/** Stops the server. Resolves when everything has stopped. */
export async function stopInOrder(deps: {
  connections: Connections;
  workers: readonly { stop(): Promise<void> }[];
  upstreams: { close(): Promise<void> }[];
  store: { close(): Promise<void> };
}): Promise<void> {
  const { connections, workers, upstreams, store } = deps;
  const stopped = Promise.allSettled(workers.map((worker) => worker.stop()));
  await atMost(finishWithinMs, Promise.all([connections.drain(), stopped]));
  // Requests that still wait for the service are answered now.
  await Promise.all(upstreams.map((upstream) => upstream.close()));
  await connections.end(graceMs);
  await atMost(graceMs, stopped);
  await store.close();
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const late = sleep(ms, undefined, { signal: over.signal }).catch(() => {});
  await Promise.race([work, late]);
  over.abort();
}
