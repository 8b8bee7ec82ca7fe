/**
 * The partner's server as a process. Its environment names the point of a write at which it dies by SIGKILL or stops by
 * SIGSTOP, the offset of its clock, its times and limits, and whether it logs to its output. It responds to messages with its memory.
 */

import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config/config.ts';
import { systemClock } from '../../server/core/clock.ts';
import { type Log, silentLog } from '../../server/core/observability/log.ts';
import { patience } from './patience.ts';

/**
 * Reads the highest memory of this process since its start, in bytes. On Linux it reads the process's own file, because
 * `getrusage` reports the parent's maximum if that is higher.
 */
function peakBytes(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

const { DIES_AT, DIES_ON, STOPS_AT, TELLS, PURCHASE, CLOCK_AHEAD_MS = '0', TUNING = '{}' } = process.env;
/** Each as `kind@point`; each takes effect once. */
const stops = new Set(STOPS_AT?.split(','));
const writeLog: Log = (event, fields) => process.stdout.write(`${event} ${JSON.stringify(fields)}\n`);
const config = readConfig(process.env);
const app = await createApp({
  config,
  tuning: { ...patience, ...JSON.parse(TUNING) },
  log: TELLS ? writeLog : silentLog,
  clock: systemClock(() => Date.now() + Number(CLOCK_AHEAD_MS)),
  hooks: {
    payment: async ({ journeyId }) => ({ state: 'paid', reference: `bill-${journeyId}` }),
    handoffOrder: async ({ orderId }) => {
      if (PURCHASE) return { purchase: JSON.parse(PURCHASE) };
      return orderId ? { orderId } : null;
    },
    mayOrder: async () => true,
    verifySubject: async (token) =>
      token.startsWith('staff-') ? { subject: token, role: 'physician' } : { subject: token },
  },
  testPoint(point, write) {
    if (point === DIES_AT && write.kind === DIES_ON) process.kill(process.pid, 'SIGKILL');
    if (!stops.delete(`${write.kind}@${point}`)) return;
    process.stdout.write(`stopped ${write.kind}@${point}\n`);
    process.kill(process.pid, 'SIGSTOP');
  },
});
// In bytes: the memory now, and the highest since the start.
process.on('message', () => {
  process.send?.({ rss: process.memoryUsage.rss(), peak: peakBytes() });
});
app.server.listen(config.PORT, config.HOST, () => {
  // Node writes the compile cache at a normal exit, and this process may be killed.
  flushCompileCache();
  process.stdout.write('ready\n');
});
