/** `dx-booking access-log verify|list`: who touched which health data (server/access-log.md). */
import { createReadStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { readConfig } from '../../config/config.ts';
import { jsonOrNull } from '../../core/json.ts';
import type { AccessLogRow } from '../../core/store/access-log-tables.ts';
import { openServerKeys, type ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import { type AccessLogHead, accessLogHead, emptiedFault, newHead, verifyHead } from '../access-log/head.ts';
import { faultWords, type LogFault } from '../access-log/log-fault.ts';
import { verify } from '../access-log/verify.ts';
import { verifySink } from '../access-log/verify-sink.ts';
import { CommandError } from './command-error.ts';
import { counted } from './counted.ts';
import type { Print, Subcommand } from './run-command.ts';
import { withDatabase } from './with-database.ts';

/**
 * `access-log verify`: finds what was changed, removed, added or reordered.
 * @param options.head the file of the head that the last run wrote. The log must contain it, and a run without a fault
 *   replaces it. A file that does not exist is made. @default the log is compared with no earlier state
 * @param options.sink files of the sink, oldest first. @default only the database is verified
 * @param options.json prints one JSON document. @default false
 * @returns the exit code: 1 if something is wrong
 * @throws CommandError if a file cannot be read or written
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export const accessLogVerify = (
  env: NodeJS.ProcessEnv,
  { head: headFile, sink = [], json = false }: { head?: string; sink?: string[]; json?: boolean },
  print: Print,
): Promise<number> =>
  withAccessLog(env, async (store, keys) => {
    const head = headFile === undefined ? null : await readHead(headFile);
    const { faults, chains, records } = await verify(store.db, keys);
    const ofHead = head ? await verifyHead(store.db, keys, head) : [];
    const inSink = sink.length > 0 ? await verifySink(store.db, keys, linesIn(sink)) : null;
    const all = [...(await emptiedFault(store, chains)), ...faults, ...ofHead, ...(inSink?.faults ?? [])];
    if (headFile !== undefined && all.length === 0)
      await writeHead(headFile, newHead(keys, chains, new Date().toISOString()));
    if (json) {
      const counts = { chains: chains.length, records, sink_records: inSink?.records ?? null };
      print(JSON.stringify({ ...counts, head_of: head?.at ?? null, faults: all }));
    } else {
      for (const fault of all) print(sentenceOf(fault));
      const alsoHead = head ? `, the head of ${head.at}` : '';
      const alsoSink = inSink ? `, and ${counted(inSink.records, 'record')} of the sink` : '';
      print(
        `Verified ${counted(records, 'record')} in ${counted(chains.length, 'chain')}${alsoHead}${alsoSink}: ${counted(all.length, 'fault')}.`,
      );
    }
    return all.length === 0 ? 0 : 1;
  });

/** @returns null if there is no file yet @throws CommandError */
async function readHead(file: string): Promise<AccessLogHead | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CommandError(`${file} cannot be read.`);
  });
  if (text === null) return null;
  const { data } = accessLogHead.safeParse(jsonOrNull(text));
  if (!data) throw new CommandError(`${file} is not a head of the access log.`);
  return data;
}

/** Writes the whole file or nothing. @throws CommandError */
async function writeHead(file: string, head: AccessLogHead): Promise<void> {
  const next = `${file}.next`;
  try {
    await writeFile(next, `${JSON.stringify(head)}\n`, { mode: 0o600 });
    await rename(next, file);
  } catch {
    throw new CommandError(`${file} cannot be written.`);
  }
}

function sentenceOf({ fault, chain, seq }: LogFault): string {
  if (chain === null) return `${faultWords[fault]}.`;
  if (seq !== null) return `Chain ${chain}: record ${seq} ${faultWords[fault]}.`;
  const meaning = fault === 'removed' ? 'The chain was removed from the database' : faultWords[fault];
  return `Chain ${chain}: ${meaning}.`;
}

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
export const accessLogList: Subcommand<{
  subject?: string;
  record?: string;
  since?: string;
  json?: boolean;
}> = (env, { subject, record, since, json = false }, print) =>
  withAccessLog(env, async ({ db }, { pseudonymOf }) => {
    if (subject === undefined && record === undefined)
      throw new CommandError('Name a user with --subject, or a record with --record.');
    const sinceMs = since === undefined ? 0 : Date.parse(since);
    if (Number.isNaN(sinceMs)) throw new CommandError('--since is no time. Write it like 2026-11-01.');
    let query = db.selectFrom('access_log').selectAll().where('at', '>=', sinceMs);
    if (record !== undefined) query = query.where('record_id', '=', record);
    if (subject !== undefined) {
      // The customer whose data it was, or the user who acted.
      const pseudonym = pseudonymOf(subject);
      query = query.where((row) => row.or([row('subject', '=', pseudonym), row('actor', '=', pseudonym)]));
    }
    const rows = await query.orderBy('at').orderBy('chain').orderBy('seq').execute();
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

const withAccessLog = (
  env: NodeJS.ProcessEnv,
  work: (store: Store, keys: ServerKeys) => Promise<number>,
): Promise<number> =>
  withDatabase(readConfig(env), async ({ store, encryption }) =>
    work(store, await openServerKeys(encryption.customerKeys, store)),
  );
