/**
 * How the server stops: requests and writes under way have the same few seconds, then writes are handed over and whoever
 * waits is answered, and nothing (a slow body, an idle connection, a service that does not answer) holds it any longer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from './connections.ts';

/** Other processes may take the writes a second sooner (jobs/jobs.ts). */
const finishWithinMs = 6_000;
/** For the answers that are still on their way then. */
const graceMs = 500;

export async function stopInOrder(deps: {
  connections: Connections;
  workers: readonly { stop(): Promise<void> }[];
  upstreams: { close(): Promise<void> }[];
  store: { close(): Promise<void> };
}): Promise<void> {
  const { connections, workers, upstreams, store } = deps;
  const stopped = Promise.allSettled(workers.map((worker) => worker.stop()));
  await atMost(finishWithinMs, Promise.all([connections.drain(), stopped]));
  // Whoever still waits for the service waits no longer, and says so.
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
