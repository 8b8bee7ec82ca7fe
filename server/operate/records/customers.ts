/** The customers module: continues erasures that a command began, and deletes old records (server/customer-data.md). */

import type { Revocations } from '../../api/tokens/revocations.ts';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { Channel } from '../../core/store/pubsub.ts';
import type { RecordKind } from '../../core/store/record-kind.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import { createErasures, type Erasures } from './erasures.ts';
import {
  createDeleteAbandoned,
  type DeleteAbandoned,
  deleteOldRecords,
  type Retention,
} from './retention.ts';

/** With SQLite no message announces that a command deleted a data key. */
const noticeEveryMs = 5_000;

/** Creates the module. @param deps.channel makes the other processes forget their keys */
export function createCustomersModule(deps: {
  config: { retention: Retention };
  store: Store;
  encryption: Encryption;
  keys: ServerKeys;
  /** The descriptions of all records. */
  kinds: readonly RecordKind[];
  jobs: Jobs;
  accessLog: Parameters<typeof deleteOldRecords>[0]['accessLog'];
  revocations: Pick<Revocations, 'revoke'>;
  channel: Channel;
  log: Log;
}): Module & { erasures: Erasures; deleteAbandoned: DeleteAbandoned } {
  const erasures = createErasures(deps);
  deleteOldRecords(deps);
  if (deps.store.kind === 'sqlite') noticeErasures(deps);
  return { erasures, deleteAbandoned: createDeleteAbandoned(deps) };
}

/** Forgets the keys in memory once another process began an erasure. */
function noticeErasures({
  store,
  encryption,
  jobs,
  log,
}: Pick<Parameters<typeof createCustomersModule>[0], 'store' | 'encryption' | 'jobs' | 'log'>): void {
  let known: string | null = null;
  jobs.every(noticeEveryMs, async () => {
    try {
      const row = await store.db
        .selectFrom('erasures')
        .select('id')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      const latest = row?.id ?? '';
      if (known !== null && latest !== known) encryption.forget();
      known = latest;
    } catch (error) {
      log('erasure.failed', describeError(error));
    }
  });
}
