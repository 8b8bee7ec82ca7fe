/** The files of the embedded database: nobody but their owner reads them, and freed space returns to the disk. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../server/observability/log.ts';
import { createUpkeep } from '../../server/store/upkeep.ts';
import { openTestStore } from '../support/test-stores.ts';

const opener = fileURLToPath(new URL('./opening-process.ts', import.meta.url));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dx-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o777);
  return folder;
}

const modesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );
const closed = { 'dx.sqlite': '600', 'dx.sqlite-shm': '600', 'dx.sqlite-wal': '600' };

it('creates them for their owner only, with any umask and folder mode', async () => {
  const folder = newFolder();
  const sqliteFile = join(folder, 'dx.sqlite');
  await openTestStore({ sqliteFile });
  expect(modesIn(folder)).toEqual(closed);
});

it('creates them so under a umask of zero', () => {
  const folder = newFolder();
  const settings = JSON.stringify({ sqliteFile: join(folder, 'dx.sqlite') });
  execFileSync('sh', ['-c', 'umask 0; exec "$0" "$@"', process.execPath, opener, settings], {
    stdio: 'ignore',
  });
  expect(new Set(Object.values(modesIn(folder)))).toEqual(new Set(['600']));
});

it('restricts those of an older version, with the log and the index', async () => {
  const folder = newFolder();
  const sqliteFile = join(folder, 'dx.sqlite');
  const older = new DatabaseSync(sqliteFile);
  onTestFinished(() => older.close());
  older.exec('pragma journal_mode = wal; create table earlier (id text)');
  for (const name of Object.keys(closed)) chmodSync(join(folder, name), 0o644);
  await openTestStore({ sqliteFile });
  expect(modesIn(folder)).toEqual(closed);
});

it('names the files that stay readable because they belong to another user', () => {
  const isRoot = process.getuid?.() === 0;
  const file = isRoot ? join(newFolder(), 'dx.sqlite') : '/etc/passwd';
  if (isRoot) {
    writeFileSync(file, '');
    chmodSync(file, 0o644);
  }
  const script = `import { closeToOthers } from ${JSON.stringify(
    new URL('../../server/store/sqlite-file.ts', import.meta.url).href,
  )};
    if (process.getuid() === 0) process.setuid(65534);
    process.stdout.write(JSON.stringify(closeToOthers(${JSON.stringify(file)})));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script]).toString();
  expect(JSON.parse(output)).toEqual(['']);
});

/** A file as an older version made it, with `bytes` in it and as many that are free. */
function older(bytes: number): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'made'));
  const sqliteFile = join(folder, 'made', 'dx.sqlite');
  const database = new DatabaseSync(sqliteFile);
  database.exec(`pragma journal_mode = wal; create table earlier (id integer primary key, body blob);
    insert into earlier values (1, zeroblob(${bytes})), (2, zeroblob(${bytes})); delete from earlier where id = 2`);
  database.close();
  return sqliteFile;
}

it.each([
  ['a new file', () => join(newFolder(), 'dx.sqlite')],
  ['a small one of an older version', () => older(3_000_000)],
])('returns the space of deleted rows to the disk, in %s', async (_, make) => {
  const sqliteFile = make();
  const store = await openTestStore({ sqliteFile });
  const upkeep = createUpkeep({ store, log: silentLog, now: Date.now });
  const before = statSync(sqliteFile).size;
  for (let place = 0; place < 80; place++)
    await store.db
      .insertInto('document_parts')
      .values({ document_id: 'a', place, body: new Uint8Array(128 * 1024), created_at: 0 })
      .execute();
  await store.db.deleteFrom('document_parts').execute();
  await upkeep();
  expect(statSync(sqliteFile).size).toBeLessThan(Math.max(before, 0) + 3_000_000);
  expect(statSync(`${sqliteFile}-wal`).size).toBeLessThan(5_000_000);
  expect(await store.db.selectFrom('document_parts').select('place').execute()).toEqual([]);
});

it('leaves a large file of an older version unchanged, so that no other process waits for it', async () => {
  const sqliteFile = older(70_000_000);
  const since = statSync(sqliteFile).ino;
  const store = await openTestStore({ sqliteFile });
  await createUpkeep({ store, log: silentLog, now: Date.now })();
  expect(statSync(sqliteFile).ino).toBe(since);
  expect(statSync(sqliteFile).size).toBeGreaterThan(140_000_000);
});
