/** `dx-booking support lookup`: the bookings of the user whom a reference or an id names, without health data. */
import { readConfig } from '../config/config.ts';
import { createEncryption } from '../store/encryption.ts';
import { openStore } from '../store/store.ts';
import { CommandError } from './command-error.ts';
import { findCustomer, readRecords } from './support-records.ts';

/**
 * Prints the records of the user.
 * @param reference from the user's screen, an id of the log, or your own id of the user
 * @returns the exit code
 * @throws CommandError if nothing is found; Error if a setting is at fault or the database cannot be opened
 */
export async function supportLookup(
  env: NodeJS.ProcessEnv,
  { reference, json }: { reference: string; json: boolean },
  print: (line: string) => void,
): Promise<number> {
  const config = readConfig(env);
  const encryption = createEncryption(config.storeKeys);
  const store = await openStore(config);
  try {
    const found = await findCustomer(store, encryption, reference);
    if (!found)
      throw new CommandError(
        'No booking has this reference. A request that failed before it reached the service is only in the log, as request_id.',
      );
    const records = await readRecords(store, encryption, found.customerId);
    if (json) print(JSON.stringify({ subject: found.customerId, found_by: found.by, ...records }));
    else {
      print(`user ${found.customerId}, found by ${found.by}`);
      for (const [kind, rows] of Object.entries(records)) {
        if (rows.length > 0) print(`\n${kind}`);
        for (const row of rows) print(`  ${lineOf(row)}`);
      }
    }
    return 0;
  } finally {
    await store.close();
  }
}

/** The values that are set, with their names. */
const lineOf = (row: object): string =>
  Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('  ');
