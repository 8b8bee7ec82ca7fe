/** Checks of the database itself, for `doctor`: what it is, whether it takes writes, its space and its clock. */
import { sql } from 'kysely';
import { StoreUnavailable } from '../../core/errors.ts';
import { followDatabase } from '../../core/store/database-clock.ts';
import type { Store } from '../../core/store/store.ts';
import { freeBytes, needSpace } from '../../core/store/write-probe.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** The supported major versions of PostgreSQL (server/operate/deploy/README.md). */
const supported = { from: 15, to: 18 };
/** With less free space, the operator should act. */
const fewBytes = 1024 ** 3;
/** With a larger difference, times in the log of this machine mislead. */
const largestDifferenceMs = 5_000;

/** Checks an open database and changes nothing in it. @throws StoreUnavailable if it does not respond */
export async function examineDatabase(store: Store): Promise<Finding[]> {
  return [
    ...(store.kind === 'postgres' ? await examinePostgres(store) : [await examineDisk(store)]),
    ...(await examineSpace(store)),
  ];
}

async function examinePostgres(store: Store): Promise<Finding[]> {
  const { rows } = await sql<{ version: string; standby: boolean; read_only: string; bytes: number }>`
    select current_setting('server_version') as version, pg_is_in_recovery() as standby,
      current_setting('transaction_read_only') as read_only, pg_database_size(current_database()) as bytes`.execute(
    store.db,
  );
  const [
    { version, standby, read_only: readOnly, bytes } = {
      version: '',
      standby: false,
      read_only: '',
      bytes: 0,
    },
  ] = rows;
  const major = Number.parseInt(version, 10);
  const isSupported = major >= supported.from && major <= supported.to;
  const named = `PostgreSQL ${version}, with ${inMib(bytes)} of data`;
  const findings = [
    isSupported
      ? ok(`The database is ${named}.`)
      : warning(`The database is ${named}. Versions ${supported.from} to ${supported.to} are supported.`),
  ];
  if (standby)
    findings.push(
      fault('The database is a standby, which takes no writes. DATABASE_URL must lead to the primary.'),
    );
  else if (readOnly === 'on')
    findings.push(fault('The database is read-only (default_transaction_read_only).'));
  const { aheadMs } = await followDatabase(store);
  const seconds = `${(Math.abs(aheadMs()) / 1000).toFixed(1)} s ${aheadMs() < 0 ? 'behind' : 'ahead of'} the database's`;
  findings.push(
    Math.abs(aheadMs()) > largestDifferenceMs
      ? warning(`The clock of this machine is ${seconds}. The server uses the database's time.`)
      : ok(`The clock of this machine is ${seconds}.`),
  );
  return findings;
}

async function examineDisk({ db }: Store): Promise<Finding> {
  const bytes = await freeBytes(db);
  const text = `The disk of SQLITE_FILE has ${inMib(bytes)} of free space.`;
  return bytes < fewBytes ? warning(text) : ok(text);
}

async function examineSpace(store: Store): Promise<Finding[]> {
  try {
    await needSpace(store);
    return [];
  } catch (error) {
    if (store.kind === 'postgres' && !(error instanceof StoreUnavailable)) throw error;
    return [fault('The disk of the database is full.')];
  }
}

const inMib = (bytes: number) => `${Math.round(bytes / 1024 ** 2).toLocaleString('en')} MiB`;
