/** `dx-booking support lookup`: the bookings of the user whom a reference or an id names, without health data. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { readConfig } from '../config/config.ts';
import { jsonOrNull } from '../json.ts';
import { createEncryption } from '../store/encryption.ts';
import { openStore } from '../store/store.ts';
import { CommandError } from './command-error.ts';
import { recordOperator } from './operator.ts';
import { findCustomer, readRecords } from './support-records.ts';

/**
 * Prints the records of the user.
 * @param options.reference from the user's screen, an id of the log, or your own id of the user
 * @param options.logFile the server's log, which has the references of failed requests. @default none
 * @returns the exit code
 * @throws CommandError if nothing is found; Error if a setting is at fault or the database cannot be opened
 */
export async function supportLookup(
  env: NodeJS.ProcessEnv,
  options: {
    reference: string;
    json: boolean;
    logFile?: string | undefined;
    /** Who asks, for the access log. @default the user of the system */
    operator?: string | undefined;
  },
  print: (line: string) => void,
): Promise<number> {
  const { reference, json, logFile, operator } = options;
  const config = readConfig(env);
  const store = await openStore(config);
  const encryption = createEncryption(config.storeKeys, store.separateKeys);
  try {
    const logged = logFile === undefined ? null : await recordInLog(logFile, reference);
    const found = await findCustomer(store, encryption, logged ?? reference);
    if (!found)
      throw new CommandError(
        logFile === undefined
          ? 'No booking has this reference. If it is of a request that failed, name the log with --log.'
          : 'No booking has this reference, and the log does not lead to one.',
      );
    await recordOperator({ store, encryption }, operator, {
      customerId: found.customerId,
      record: { kind: 'customer', id: null },
      action: 'view',
      outcome: 'done',
    });
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

const failedRequest = z.object({
  event: z.literal('request'),
  request_id: z.string(),
  upstream_request_id: z.string().optional(),
  record_id: z.string(),
});

/** Finds the journey, appointment or handoff of a failed request in the log. @throws CommandError */
async function recordInLog(file: string, reference: string): Promise<string | null> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const line of lines) {
      if (!line.includes(reference)) continue;
      const { data } = failedRequest.safeParse(jsonOrNull(line));
      if (data && [data.request_id, data.upstream_request_id].includes(reference)) return data.record_id;
    }
    return null;
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
}

/** The values that are set, with their names. */
const lineOf = (row: object): string =>
  Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('  ');
