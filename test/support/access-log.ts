/** The access log of a test's own database. */

import type { Jobs } from '../../server/core/jobs/jobs.ts';
import { type Log, silentLog } from '../../server/core/observability/log.ts';
import type { Encryption } from '../../server/core/store/encryption.ts';
import { openServerKeys, type ServerKeys } from '../../server/core/store/server-keys.ts';
import type { Store } from '../../server/core/store/store.ts';
import { createAccessLog, type ServerAccessLog } from '../../server/operate/access-log/access-log.ts';
import type { AccessEntry } from '../../server/operate/access-log/entry.ts';
import type { SinkSettings } from '../../server/operate/access-log/sink.ts';

/** Creates the access log of one process. The caller starts the jobs, if it has a sink. */
export async function newAccessLog(
  store: Store,
  encryption: Encryption,
  jobs: Jobs,
  { sink = null, log = silentLog }: { sink?: SinkSettings | null; log?: Log } = {},
): Promise<ServerAccessLog & { keys: ServerKeys }> {
  const keys = await openServerKeys(encryption.customerKeys, store);
  return { ...createAccessLog({ sink, store, keys, jobs, log }), keys };
}

/** An entry of a customer who looks at a booking. */
export const viewOf = (customerId: string, id: string): AccessEntry => ({
  actor: { role: 'customer', id: customerId },
  customerId,
  record: { kind: 'booking', id },
  action: 'view',
  outcome: 'done',
  status: 200,
  requestId: crypto.randomUUID(),
});

/** Another value of the same type: one bit of a number, the first letter of a text. */
export const flipped = (value: unknown) => {
  if (typeof value === 'number') return value + 1;
  const text = typeof value === 'string' ? value : '';
  return `${text.startsWith('x') ? 'y' : 'x'}${text.slice(1)}`;
};
