/**
 * Loaded before the server's program (`node --import`): reports memory and processor time of the process on request.
 */
import { peakBytes } from '../support/peak-memory.ts';

export interface Memory {
  /** What the process occupies now and occupied at most, in bytes. */
  rss: number;
  peakRss: number;
  heap: number;
  external: number;
  /** The number of connections and timers. */
  resources: number;
}

export interface Usage {
  memory: Memory;
  /** User and system time since the start, in milliseconds. */
  cpuMs: number;
}

process.on('message', (weighing) => {
  const { user, system } = process.cpuUsage();
  if (weighing === 'collected') globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo().length;
  process.send?.({
    memory: { rss, peakRss: peakBytes(), heap: heapUsed, external, resources },
    cpuMs: (user + system) / 1000,
  } satisfies Usage);
});
// The open channel does not keep the process alive.
process.channel?.unref();
