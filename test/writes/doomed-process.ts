/** A process of its own that commits a write, sends it, and dies where its parent said: killed, without a last word. */
import { createSeal } from '../../server/store/sealing.ts';
import { openStore } from '../../server/store/store.ts';
import { createUpstreamHttp } from '../../server/upstream/http.ts';
import { createWriteJournal } from '../../server/writes/journal.ts';
import { saveIdentityBody } from './save-identity.ts';

const { store: storeSettings, keys, url, apiKey, leaseMs, point } = JSON.parse(process.argv[2] ?? '{}');

const store = await openStore(storeSettings);
const journal = createWriteJournal({
  flow: 'full_api',
  store,
  seal: createSeal(keys),
  http: createUpstreamHttp({
    baseUrl: url,
    apiKey,
    timeoutMs: 2_000,
    connections: 1,
  }),
  settings: { leaseMs, retryLimit: 6, retryBaseMs: 10, retryCapMs: 40 },
  log: () => {},
  testPoint: (name) => {
    if (name === point) process.kill(process.pid, 'SIGKILL');
  },
});
const enlisted = await journal.prepare('journey-1', {
  kind: 'identity.save',
  params: {},
  body: saveIdentityBody,
});
await store.transaction((trx) => enlisted.enlist(trx));
await journal.drive(enlisted.id, 5_000);
