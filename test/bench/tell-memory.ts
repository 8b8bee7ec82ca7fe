/** Loaded before the server's program (`node --import`): tells how much memory the process holds whenever it is asked. */
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

process.on('message', (weighing) => {
  if (weighing === 'collected') globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo().length;
  process.send?.({ rss, peakRss: peakBytes(), heap: heapUsed, external, resources } satisfies Memory);
});
// Whoever asks is no reason to go on.
process.channel?.unref();
