/** Opens the database for the commands of operators. */
import { userInfo } from 'node:os';
import { type AccessEntry, type AccessLog, createCommandAccessLog } from '../access-log/access-log.ts';
import { type Config, readConfig } from '../config/config.ts';
import { createErasures } from '../customers/erasures.ts';
import { type Clock, systemClock } from '../jobs/clock.ts';
import { createJobs } from '../jobs/jobs.ts';
import type { Log } from '../observability/log.ts';
import { createEncryption, type Encryption } from '../store/encryption.ts';
import { createPubSub } from '../store/pubsub.ts';
import { openServerKeys } from '../store/server-keys.ts';
import { openStore, type Store } from '../store/store.ts';
import { readFormat } from '../store/store-format.ts';
import { createOperatorActions, NothingFound, type OperatorActions } from '../support/operator-actions.ts';
import { createRevocations } from '../tokens/revocations.ts';
import { CommandError } from './command-error.ts';

/** The database, and what an operator can do in it. */
interface Opened {
  store: Store;
  config: Config;
  encryption: Encryption;
  actions: OperatorActions;
  /** Stores a record of what the operator did in the access log. */
  record(entry: Omit<AccessEntry, 'actor'>): Promise<void>;
}

/**
 * Runs `work` on the database of the settings, and closes it.
 * @param options.operator the name in the access log. @default the user of the system
 * @param options.nothing what the command says if nothing is found. @default the sentence of the error
 * @throws CommandError if nothing is found, if the access log does not take the name, or if the database has values of
 *   an earlier version
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export async function withOperator<T>(
  env: NodeJS.ProcessEnv,
  { operator, nothing }: { operator?: string | undefined; nothing?: string | undefined },
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const name = operatorName(operator);
  const store = await openStore(config);
  try {
    const encryption = createEncryption(config.storeKeys, store.separateKeys);
    if ((await readFormat(store.db, encryption.storeKeys)) !== 'bound')
      throw new CommandError('The database has values of an earlier version. Run dx-booking reseal first.');
    const opened = { config, store, encryption };
    const clock = systemClock();
    const keys = await openServerKeys(encryption.customerKeys, store);
    const accessLog = createCommandAccessLog({ store, keys, clock, log });
    const record = (entry: Omit<AccessEntry, 'actor'>) => {
      accessLog.record({ actor: { role: 'operator', name }, ...entry });
      return accessLog.flush();
    };
    return await work({ ...opened, record, actions: actionsOf({ ...opened, clock, accessLog }, name) });
  } catch (error) {
    throw error instanceof NothingFound ? new CommandError(nothing ?? error.message) : error;
  } finally {
    await store.close();
  }
}

const log: Log = (event, fields) => {
  if (event === 'erasure.failed') process.stderr.write(`${event} ${JSON.stringify(fields)}\n`);
};

/** The jobs are not started: the command does its own erasure and no other work. */
function actionsOf(
  deps: { config: Config; store: Store; encryption: Encryption; clock: Clock; accessLog: AccessLog },
  name: string,
): OperatorActions {
  const { config, store, encryption, clock, accessLog } = deps;
  const pubsub = createPubSub({ store, databaseUrl: config.databaseUrl, log });
  const jobs = createJobs({ store, clock, channel: pubsub.channel('dx_jobs'), onError() {} });
  const revocations = createRevocations({
    store,
    channel: pubsub.channel('dx_revocations'),
    every() {},
    onRevoked() {},
    log,
    now: clock.now,
  });
  const channel = pubsub.channel('dx_erasures');
  const erasures = createErasures({ store, encryption, jobs, revocations, channel, log });
  const { wake } = jobs;
  return createOperatorActions({ store, encryption, erasures, wake, accessLog, now: clock.now }, { name });
}

/**
 * Chooses the name of the operator in the access log.
 * @param operator as `--operator` gives it. @default the user of the system
 * @throws CommandError if the access log does not take the name
 */
function operatorName(operator: string | undefined): string {
  const name = operator ?? systemUser();
  if (!/^[\w.@+-]{1,64}$/.test(name))
    throw new CommandError('The name of an operator has 1 to 64 letters, digits and . @ + - _');
  return name;
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number without a name.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
