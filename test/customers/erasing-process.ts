/** A process that erases one customer and kills itself before the statement that its parent chose. */
import { flushCompileCache } from 'node:module';
import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import { checkAfterMs, createErasures } from '../../server/customers/erasures.ts';
import { silentLog } from '../../server/observability/log.ts';
import { createEncryption } from '../../server/store/encryption.ts';
import { openStore } from '../../server/store/store.ts';
import { newJobs, silentChannel } from '../support/jobs.ts';
import { manualClock } from '../support/manual-clock.ts';
import { eventually } from '../support/outbox-harness.ts';

const { settings, subject, atMs, dieBefore } = JSON.parse(process.argv[2] ?? '{}');
const store = await openStore(settings);
const clock = manualClock(atMs);
const jobs = newJobs(store, clock);
const erasures = createErasures({
  store,
  encryption: createEncryption(settings.storeKeys, store.separateKeys),
  jobs,
  revocations: { revoke: async () => {} },
  channel: silentChannel,
  log: silentLog,
});

// Node writes the compile cache at a normal exit, and this process may be killed.
flushCompileCache();
let statements = 0;
const counting = <M extends (...values: never[]) => unknown>(method: M): M =>
  function counted(this: unknown, ...values: never[]) {
    statements += 1;
    if (statements === dieBefore) process.kill(process.pid, 'SIGKILL');
    return method.apply(this, values);
  } as M;
Object.assign(StatementSync.prototype, {
  all: counting(StatementSync.prototype.all),
  run: counting(StatementSync.prototype.run),
});
Object.assign(pg.Client.prototype, { query: counting(pg.Client.prototype.query) });

await erasures.erase(subject);
clock.advance(checkAfterMs + 1);
jobs.start();
await eventually(async () => {
  clock.advance(0);
  return (await erasures.last(subject))?.state === 'done';
});
process.stdout.write(`${statements}\n`);
await jobs.stop();
await store.close();
