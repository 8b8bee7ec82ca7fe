/** Loaded before the server's program (`node --import`): reports memory and processor time of the process when asked. */
import { peakBytes } from '../support/peak-memory.ts';

export interface Memory {
  /** What the process occupies, and the most it ever did, in bytes. */
  rss: number;
  peakRss: number;
  heap: number;
  external: number;
  /** Connections and timers. */
  resources: number;
}

export interface Usage {
  memory: Memory;
  /** User and system time since the start. */
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
// A process that could be asked still ends by itself.
process.channel?.unref();
