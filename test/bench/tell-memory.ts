/** Loaded before the server's program (`node --import`): tells how much memory the process holds whenever it is asked. */
import { readFileSync } from 'node:fs';

export interface Memory {
  /** What the process occupies, and the most it ever did, in bytes. */
  rss: number;
  peakRss: number;
  heap: number;
  external: number;
  /** Connections and timers. */
  resources: number;
}

/** Linux tells `getrusage` the most of the parent too, where that was more; its own file of the process does not. */
function peakBytes(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

process.on('message', (weighing) => {
  if (weighing === 'collected') globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo().length;
  process.send?.({ rss, peakRss: peakBytes(), heap: heapUsed, external, resources } satisfies Memory);
});
// Whoever asks is no reason to go on.
process.channel?.unref();
