/**
 * The partner's server as a process of its own. Its environment names the point of a write at which it dies by SIGKILL or
 * stops by SIGSTOP, how far its clock is ahead, and whether it logs to its output; it answers messages with its memory.
 */
import { flushCompileCache } from 'node:module';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config/config.ts';
import { type Log, silentLog } from '../../server/observability/log.ts';
import { peakBytes } from './peak-memory.ts';

const { DIES_AT, DIES_ON, STOPS_AT, TELLS, PURCHASE, CLOCK_AHEAD_MS = '0' } = process.env;
/** Each as `kind@point`, and each once. */
const stops = new Set(STOPS_AT?.split(','));
const writeLog: Log = (event, fields) => process.stdout.write(`${event} ${JSON.stringify(fields)}\n`);
const config = readConfig(process.env);
const app = await createApp({
  config,
  log: TELLS ? writeLog : silentLog,
  now: () => Date.now() + Number(CLOCK_AHEAD_MS),
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
// In bytes: now, and at the most since it began.
process.on('message', () => {
  process.send?.({ rss: process.memoryUsage.rss(), peak: peakBytes() });
});
app.server.listen(config.port, config.host, () => {
  // It may not come to its end, where Node would do this.
  flushCompileCache();
  process.stdout.write('ready\n');
});
