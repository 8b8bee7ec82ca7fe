/** A child process that commits a write, sends it, and is killed at the point that its parent chose. */

import { createEncryption } from '../../../server/core/store/encryption.ts';
import { openStore } from '../../../server/core/store/store.ts';
import { createUpstreamHttp } from '../../../server/upstream/http.ts';
import { createOutbox } from '../../../server/upstream/writes/outbox.ts';
import { newJobs } from '../../support/jobs.ts';
import { patience } from '../../support/patience.ts';
import { saveIdentityBody } from '../../support/save-identity.ts';

const { store: storeSettings, keys, url, apiKey, leaseMs, point } = JSON.parse(process.argv[2] ?? '{}');

const store = await openStore(storeSettings);
const outbox = createOutbox({
  jobs: newJobs(store),
  flow: 'full_api',
  store,
  encryption: createEncryption(keys),
  http: createUpstreamHttp({
    baseUrl: url,
    apiKey,
    timeoutMs: patience.upstreamTimeoutMs,
    connections: 1,
  }),
  settings: {
    leaseMs,
    retryLimit: 6,
    retryBaseMs: 10,
    retryCapMs: 40,
    parkedRetryMs: 60_000,
    probeMs: 60_000,
  },
  log: () => {},
  testPoint: (name) => {
    if (name === point) process.kill(process.pid, 'SIGKILL');
  },
});
const writes = outbox.owner<null>('journey', async () => {});
const write = { kind: 'identity.save' as const, params: {}, body: saveIdentityBody };
const id = await store.transaction((trx) =>
  writes.enqueue(trx, { ownerId: 'journey-1', customerId: 'customer-1', write }),
);
await writes.wait(id, 5_000);
