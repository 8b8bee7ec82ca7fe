/** `dx-booking support bundle`: writes one file about the installation for a support request, without secrets and customers' data. */
import { writeFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { readConfig } from '../../config/config.ts';
import { readWaitingWork } from '../../core/jobs/waiting-work.ts';
import { isoTime } from '../../core/store/record-kind.ts';
import type { Store } from '../../core/store/store.ts';
import { storeFault } from '../../core/store/store-fault.ts';
import type { Tables } from '../../core/store/tables.ts';
import { version } from '../../core/version.ts';
import { readInstallation } from '../support/installation.ts';
import { CommandError } from './command-error.ts';
import { isSecret, shownSettings } from './config-show.ts';
import type { Subcommand } from './run-command.ts';
import { withDatabase } from './with-database.ts';

/** How far back failed requests are counted. */
const failuresSinceMs = 7 * 24 * 60 * 60_000;

/**
 * Writes the file. If the database cannot be opened or lacks migrations, the file says so and has the rest.
 * @param options.file a new file
 * @returns the exit code
 * @throws CommandError if the file exists or cannot be written
 * @throws Error if a setting is at fault
 */
export const supportBundle: Subcommand<{ file: string }> = async (env, { file }, print) => {
  const config = readConfig(env);
  const bundle = {
    format: 'dx-booking support bundle',
    made_at: new Date().toISOString(),
    versions: { server: version(), node: process.version, platform: `${process.platform} ${process.arch}` },
    settings: settingsOf(env),
    database: await withDatabase(config, ({ store }) =>
      readDatabase(store, config.ACCESS_LOG_URL !== undefined),
    ).catch((error: unknown) => {
      const fault = storeFault(error);
      if (fault === null) throw error;
      return { fault };
    }),
  };
  await writeFile(file, `${JSON.stringify(bundle, null, 2)}\n`, { mode: 0o600, flag: 'wx' }).catch(
    ({ code }: NodeJS.ErrnoException) => {
      throw new CommandError(
        code === 'EEXIST' ? `${file} exists. Name a new file.` : `${file} cannot be written (${code}).`,
      );
    },
  );
  print(`Wrote ${file}. It has no secret and no data of a customer: read it before you send it.`);
  return 0;
};

/** The settings in force. Of a secret, only whether it is set. */
const settingsOf = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    shownSettings(env).map(({ name, value }) => [name, isSecret(name) && value !== null ? 'set' : value]),
  );

async function readDatabase(store: Store, hasSink: boolean) {
  const nowMs = Date.now();
  const [installation, { groups }] = [
    await readInstallation({ store, hasSink, now: () => nowMs }),
    await readWaitingWork(store.db, {}, nowMs),
  ];
  return {
    kind: store.kind,
    version: await databaseVersion(store),
    migrations: await appliedMigrations(store.db),
    installation,
    waiting: groups,
    failed_requests: await failuresOf(store.db, nowMs - failuresSinceMs),
    tables: await tableSizes(store),
  };
}

async function databaseVersion({ kind, db }: Store): Promise<string> {
  const { rows } = await (kind === 'sqlite'
    ? sql<{ version: string }>`select sqlite_version() as version`
    : sql<{ version: string }>`select current_setting('server_version') as version`
  ).execute(db);
  return rows[0]?.version ?? '';
}

async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The requests of users that failed, by their code and place. */
async function failuresOf(db: Kysely<Tables>, sinceMs: number) {
  const rows = await db
    .selectFrom('failed_requests')
    .select(['code', 'status', 'method', 'route'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('at').as('last_at')])
    .where('at', '>=', sinceMs)
    .groupBy(['code', 'status', 'method', 'route'])
    .execute();
  return rows
    .map(({ count, last_at, ...place }) => ({
      ...place,
      count: Number(count),
      last_at: isoTime(Number(last_at)),
    }))
    .toSorted((a, b) => b.count - a.count);
}

interface TableSize {
  name: string;
  rows: number;
  bytes?: number;
}

/** The rows of each table. On PostgreSQL the last estimate of its statistics, and the bytes with all indexes. */
async function tableSizes({ kind, db }: Store): Promise<Record<string, Omit<TableSize, 'name'>>> {
  const sizes = await (kind === 'sqlite' ? countRows(db) : estimateSizes(db));
  return Object.fromEntries(sizes.map(({ name, ...size }) => [name, size]));
}

async function countRows(db: Kysely<Tables>): Promise<TableSize[]> {
  const sizes: TableSize[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db);
    sizes.push({ name, rows: rows[0]?.rows ?? 0 });
  }
  return sizes;
}

/** The database can also have other schemas, and views. */
async function estimateSizes(db: Kysely<Tables>): Promise<TableSize[]> {
  const { rows } = await sql<Required<TableSize>>`
    select relname as name, reltuples as rows, pg_total_relation_size(pg_class.oid) as bytes
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname = current_schema() order by relname`.execute(db);
  return rows.map(({ name, rows, bytes }) => ({ name, rows: Number(rows), bytes: Number(bytes) }));
}
