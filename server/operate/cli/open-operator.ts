/** Opens the database for the commands of operators. */
import { userInfo } from 'node:os';
import { createRevocations } from '../../api/tokens/revocations.ts';
import { type Config, readConfig } from '../../config/config.ts';
import type { Clock } from '../../core/clock.ts';
import { createWork } from '../../core/jobs/work.ts';
import type { Log } from '../../core/observability/log.ts';
import { followDatabase } from '../../core/store/database-clock.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import { openServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import { type AccessEntry, createCommandAccessLog } from '../access-log/access-log.ts';
import { recordKinds } from '../record-kinds.ts';
import { createErasures } from '../records/erasures.ts';
import {
  type ActionsDeps,
  createOperatorActions,
  NothingFound,
  type OperatorActions,
} from '../support/operator-actions.ts';
import { CommandError } from './command-error.ts';
import { withoutControls } from './run-command.ts';
import { withDatabase } from './with-database.ts';

/** The database, and what an operator can do in it. */
export interface Opened {
  store: Store;
  config: Config;
  encryption: Encryption;
  actions: OperatorActions;
  /** How many values did not fit their schemas. A command that read one exits with 1. */
  countInvalid(): number;
  /** Stores a record of what the operator did in the access log. */
  record(entry: Omit<AccessEntry, 'actor'>): Promise<void>;
}

/**
 * Runs `work` on the database of the settings, and closes it.
 * @param options.operator the name in the access log. @default the user of the system
 * @param options.nothing what the command says if nothing is found. @default the sentence of the error
 * @throws CommandError if nothing is found, or if the access log does not take the name
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export async function withOperator<T>(
  env: NodeJS.ProcessEnv,
  { operator, nothing }: { operator?: string | undefined; nothing?: string | undefined },
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const name = operatorName(operator);
  return withDatabase(config, async ({ store, encryption }) => {
    const keys = await openServerKeys(encryption.customerKeys, store);
    const { clock } = await followDatabase(store);
    let invalid = 0;
    const log: Log = (event, fields) => {
      if (event === 'record.invalid') invalid += 1;
      if (event === 'record.invalid' || event === 'erasure.failed')
        process.stderr.write(`${withoutControls(`${event} ${JSON.stringify(fields)}`)}\n`);
    };
    const accessLog = createCommandAccessLog({ store, keys, clock, log });
    const record = (entry: Omit<AccessEntry, 'actor'>) => {
      accessLog.record({ actor: { role: 'operator', name }, ...entry });
      return accessLog.flush();
    };
    const actions = actionsOf({ config, store, encryption, keys, clock, accessLog, log }, name);
    return work({ config, store, encryption, record, actions, countInvalid: () => invalid });
  }).catch((error: unknown) => {
    throw error instanceof NothingFound ? new CommandError(nothing ?? error.message) : error;
  });
}

/** The jobs are not started: the command does its own erasure and no other work. */
function actionsOf(
  deps: Pick<ActionsDeps, 'store' | 'encryption' | 'keys' | 'accessLog' | 'log'> & {
    config: Config;
    clock: Clock;
  },
  name: string,
): OperatorActions {
  const { config, store, clock, log } = deps;
  const { pubsub, jobs } = createWork({ store, databaseUrl: config.DATABASE_URL, clock, log });
  const revocations = createRevocations({
    store,
    channel: pubsub.channel('dx_revocations'),
    userTokenSeconds: config.SUBJECT_TOKEN_MAX_SECONDS,
    every() {},
    onRevoked() {},
    log,
    now: clock.now,
  });
  const channel = pubsub.channel('dx_erasures');
  const kinds = recordKinds;
  const erasures = createErasures({ ...deps, kinds, jobs, revocations, channel });
  return createOperatorActions({ ...deps, kinds, erasures, wake: jobs.wake, now: clock.now }, { name });
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
