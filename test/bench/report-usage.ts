/**
 * Loaded before a server's program (`node --import`): reports memory, processor time and delays of the process on request.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { peakBytes } from '../support/peak-memory.ts';
import type { Usage } from './usage.ts';

const timerMs = 1;
let delays: IntervalHistogram | undefined;

/** The histogram runs a timer, so it starts at the first question. */
function longestDelayMs(): number {
  const longest = delays ? Math.max(0, delays.max / 1e6 - timerMs) : 0;
  delays ??= monitorEventLoopDelay({ resolution: timerMs });
  delays.enable();
  delays.reset();
  return longest;
}

process.on('message', (asked) => {
  const { user, system } = process.cpuUsage();
  if (asked === 'collected') globalThis.gc?.();
  const blockedMs = asked === 'delays' ? longestDelayMs() : 0;
  const { rss, heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo().length;
  process.send?.({
    memory: { rss, peakRss: peakBytes(), heap: heapUsed, external, resources },
    cpuMs: (user + system) / 1000,
    blockedMs,
  } satisfies Usage);
});
// The open channel does not keep the process alive.
process.channel?.unref();
