/** Opens the database for the commands about customers. */
import { type Config, readConfig } from '../config/config.ts';
import { createErasures, type Erasures } from '../customers/erasures.ts';
import { systemClock } from '../jobs/clock.ts';
import { createJobs } from '../jobs/jobs.ts';
import type { Log } from '../observability/log.ts';
import { createEncryption, type Encryption } from '../store/encryption.ts';
import { createPubSub } from '../store/pubsub.ts';
import { openStore, type Store } from '../store/store.ts';
import { readFormat } from '../store/store-format.ts';
import { createRevocations } from '../tokens/revocations.ts';
import { CommandError } from './command-error.ts';

/** The database, and what works on the customers in it. */
interface Opened {
  store: Store;
  encryption: Encryption;
  erasures: Erasures;
}

/**
 * Runs `work` with the database open.
 * @throws CommandError if the database must be converted first
 */
export async function withCustomers<T>(
  env: NodeJS.ProcessEnv,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const store = await openStore(config);
  try {
    const encryption = createEncryption(config.storeKeys, store.separateKeys);
    if ((await readFormat(store.db, encryption.storeKeys)) !== 'bound')
      throw new CommandError('The database has values of an earlier version. Run dx-booking reseal first.');
    return await work({ store, encryption, erasures: erasuresOf(config, store, encryption) });
  } finally {
    await store.close();
  }
}

/** The jobs are not started: the command does its own erasure and no other work. */
function erasuresOf(config: Config, store: Store, encryption: Encryption): Erasures {
  const log: Log = (event, fields) => {
    if (event === 'erasure.failed') process.stderr.write(`${event} ${JSON.stringify(fields)}\n`);
  };
  const clock = systemClock();
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
  return createErasures({
    store,
    encryption,
    jobs,
    revocations,
    channel: pubsub.channel('dx_erasures'),
    log,
  });
}
