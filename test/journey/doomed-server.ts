/** The partner's server as a process of its own that dies by SIGKILL at one point of one write, if it is told to, and tells how much memory it holds. */
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { silentLog } from '../../server/http/log.ts';
import { peakBytes } from '../peak-memory.ts';

const { DIES_AT, DIES_ON, PURCHASE } = process.env;
const config = readConfig(process.env);
const app = await createApp({
  config,
  log: silentLog,
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
  },
});
// In bytes: now, and at the most since it began.
process.on('message', () => {
  process.send?.({ rss: process.memoryUsage.rss(), peak: peakBytes() });
});
app.server.listen(config.port, config.host, () => process.stdout.write('ready\n'));
