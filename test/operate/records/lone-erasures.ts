/** The erasures of a process beside which no other runs, and whose customers have no session to end. */
import type { Jobs } from '../../../server/core/jobs/jobs.ts';
import { silentLog } from '../../../server/core/observability/log.ts';
import type { Encryption } from '../../../server/core/store/encryption.ts';
import { openServerKeys } from '../../../server/core/store/server-keys.ts';
import type { Store } from '../../../server/core/store/store.ts';
import { recordKinds } from '../../../server/operate/record-kinds.ts';
import { createErasures, type Erasures } from '../../../server/operate/records/erasures.ts';
import { silentChannel } from '../../support/jobs.ts';

/** @param jobs check each erasure later, once they are started */
export async function loneErasures(store: Store, encryption: Encryption, jobs: Jobs): Promise<Erasures> {
  return createErasures({
    store,
    encryption,
    keys: await openServerKeys(encryption.customerKeys, store),
    kinds: recordKinds,
    jobs,
    revocations: { revoke: async () => {} },
    channel: silentChannel,
    log: silentLog,
  });
}
