/**
 * Loaded before a server's program (`node --import`): reports memory, processor time and delays of the process on request
 * (usage.ts). It is JavaScript, so that Node does not load its TypeScript compiler into the process under measurement.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const timerMs = 1;
/** @type {import('node:perf_hooks').IntervalHistogram | undefined} */
let delays;

/** The histogram runs a timer, so it starts at the first question. */
function longestDelayMs() {
  const longest = delays ? Math.max(0, delays.max / 1e6 - timerMs) : 0;
  delays ??= monitorEventLoopDelay({ resolution: timerMs });
  delays.enable();
  delays.reset();
  return longest;
}

process.on('message', (asked) => {
  const { user, system } = process.cpuUsage();
  const blockedMs = asked === 'delays' ? longestDelayMs() : 0;
  if (asked === 'collected') globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo().length;
  process.send?.({
    memory: { rss, heap: heapUsed, external, resources },
    cpuMs: (user + system) / 1000,
    blockedMs,
  });
});
// The open channel does not keep the process alive.
process.channel?.unref();
