/** `dx-booking access-log verify|list`: who touched which health data (server/access-log.md). */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Kysely } from 'kysely';
import { databasesOf, readConfig } from '../../config/config.ts';
import type { AccessLogRow } from '../../core/store/access-log-tables.ts';
import { createEncryption } from '../../core/store/encryption.ts';
import { openServerKeys, type ServerKeys } from '../../core/store/server-keys.ts';
import { openStore, type Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import { type AccessLogFault, verify } from '../access-log/verify.ts';
import { type SinkFault, verifySink } from '../access-log/verify-sink.ts';
import { CommandError } from './command-error.ts';

type Print = (line: string) => void;

/**
 * `access-log verify`: finds what was changed, removed, added or reordered.
 * @param options.sink files of the sink, oldest first. @default only the database is verified
 * @param options.json prints one JSON document. @default false
 * @returns the exit code: 1 if something is wrong
 * @throws CommandError if a file cannot be read
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export const accessLogVerify = (
  env: NodeJS.ProcessEnv,
  { sink = [], json = false }: { sink?: string[]; json?: boolean },
  print: Print,
): Promise<number> =>
  withAccessLog(env, async (store, keys) => {
    const { faults, chains, records } = await verify(store.db, keys);
    const inSink = sink.length > 0 ? await verifySink(store.db, keys, linesIn(sink)) : null;
    const all = [...faults, ...(inSink?.faults ?? [])];
    if (json) print(JSON.stringify({ chains, records, sink_records: inSink?.records ?? null, faults: all }));
    else {
      for (const fault of all) print(sentenceOf(fault));
      const alsoSink = inSink ? `, and ${inSink.records} records of the sink` : '';
      print(`Verified ${records} records in ${chains} chains${alsoSink}: ${all.length} faults.`);
    }
    return all.length === 0 ? 0 : 1;
  });

const meanings: Record<AccessLogFault['fault'] | SinkFault['fault'], string> = {
  changed: 'was changed',
  missing: 'was removed',
  added: 'was added',
  chain_changed: 'The row of the chain was changed',
  chain_missing: 'A chain before it, or the row of the chain, was removed',
  sink_changed: 'was changed in the sink',
  sink_missing: 'is missing in the sink',
  removed: 'was removed from the database',
  replaced: 'is another one in the database',
};

const sentenceOf = ({ fault, chain, seq }: AccessLogFault | SinkFault) =>
  seq === null
    ? `Chain ${chain}: ${fault === 'removed' ? 'The chain was removed from the database' : meanings[fault]}.`
    : `Chain ${chain}: record ${seq} ${meanings[fault]}.`;

async function* linesIn(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) {
    try {
      yield* createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
    } catch {
      throw new CommandError(`${file} cannot be read.`);
    }
  }
}

/**
 * `access-log list`: prints who touched the data of a user, or a record, oldest first.
 * @param options.subject your own id of the user
 * @param options.record the id of a record
 * @param options.since ISO 8601, such as 2026-11-01. @default the beginning
 * @param options.json prints one JSON object a line. @default false
 * @returns the exit code: 1 if there is no record
 * @throws CommandError if neither a user nor a record is named, or if `since` is not a time
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export const accessLogList = (
  env: NodeJS.ProcessEnv,
  options: { subject?: string; record?: string; since?: string; json?: boolean },
  print: Print,
): Promise<number> =>
  withAccessLog(env, async (store, keys) => {
    const { subject, record, since, json = false } = options;
    if (subject === undefined && record === undefined)
      throw new CommandError('Name a user with --subject, or a record with --record.');
    const sinceMs = since === undefined ? 0 : Date.parse(since);
    if (Number.isNaN(sinceMs)) throw new CommandError('--since is no time. Write it like 2026-11-01.');
    const rows = await list(store.db, keys, {
      ...(subject !== undefined && { subject }),
      ...(record !== undefined && { recordId: record }),
      sinceMs,
    });
    for (const row of rows) print(json ? JSON.stringify(shownRow(row)) : textOf(row));
    if (rows.length === 0 && !json) print('No record.');
    return rows.length > 0 ? 0 : 1;
  });

const shownRow = ({ at, chain, seq, mac: _, ...row }: AccessLogRow) => ({
  at: new Date(at).toISOString(),
  ...row,
  chain,
  seq,
});

const textOf = (row: AccessLogRow): string => {
  const { at, role, actor, action, record_kind, record_id, outcome, status, request_id } = shownRow(row);
  const who = role === 'operator' || role === 'service' ? actor : `${role} ${actor}`;
  const what = [action, record_kind, record_id ?? 'all'].join(' ');
  return [at, who, what, outcome, status ?? '-', request_id ?? '-'].join('  ');
};

async function withAccessLog(
  env: NodeJS.ProcessEnv,
  work: (store: Store, keys: ServerKeys) => Promise<number>,
): Promise<number> {
  const config = readConfig(env);
  const store = await openStore({ ...databasesOf(config), mustExist: true });
  try {
    const { customerKeys } = createEncryption(config.STORE_KEYS, store.separateKeys);
    return await work(store, await openServerKeys(customerKeys, store));
  } finally {
    await store.close();
  }
}

/** Which records to find. */
interface AccessQuery {
  /** Your own id of the user: the customer whose data it was, or the one who acted. */
  subject?: string;
  /** The id of a record. */
  recordId?: string;
  /** Milliseconds since the epoch. @default the beginning */
  sinceMs?: number;
}

/** Lists records, oldest first. */
function list(
  db: Kysely<Tables>,
  { pseudonymOf }: Pick<ServerKeys, 'pseudonymOf'>,
  { subject, recordId, sinceMs = 0 }: AccessQuery,
): Promise<AccessLogRow[]> {
  let query = db.selectFrom('access_log').selectAll().where('at', '>=', sinceMs);
  if (recordId !== undefined) query = query.where('record_id', '=', recordId);
  if (subject !== undefined) {
    const pseudonym = pseudonymOf(subject);
    query = query.where((row) => row.or([row('subject', '=', pseudonym), row('actor', '=', pseudonym)]));
  }
  return query.orderBy('at').orderBy('chain').orderBy('seq').execute();
}
