/** The operator who runs a command, and the records of what they do in the access log. */
import { userInfo } from 'node:os';
import { type AccessEntry, createCommandAccessLog } from '../access-log/access-log.ts';
import { systemClock } from '../jobs/clock.ts';
import { silentLog } from '../observability/log.ts';
import type { Encryption } from '../store/encryption.ts';
import { openServerKeys } from '../store/server-keys.ts';
import type { Store } from '../store/store.ts';
import { CommandError } from './command-error.ts';

/** What an operator did. */
export type OperatorEntry = Pick<AccessEntry, 'customerId' | 'record' | 'action' | 'outcome'>;

/**
 * Records in the access log what the operator does. Call it before the command shows health data.
 * @param operator the name that `--operator` gives. @default the user of the system
 * @throws CommandError if the name is none; Error if the database cannot store the record
 */
export async function recordOperator(
  { store, encryption }: { store: Store; encryption: Encryption },
  operator: string | undefined,
  entry: OperatorEntry,
): Promise<void> {
  const name = operator ?? userInfo().username;
  if (!/^[\w.@+-]{1,64}$/.test(name))
    throw new CommandError('The name of an operator has 1 to 64 letters, digits and . @ + - _');
  const keys = await openServerKeys(encryption.customerKeys, store);
  const accessLog = createCommandAccessLog({ store, keys, clock: systemClock(), log: silentLog });
  accessLog.record({ actor: { role: 'operator', name }, ...entry });
  await accessLog.flush();
}
