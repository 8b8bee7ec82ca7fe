/** The files of the embedded database: nobody but their owner reads them, and freed space returns to the disk. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../server/core/observability/log.ts';
import { createUpkeep } from '../../../server/core/store/upkeep.ts';
import { folderOfTest } from '../../support/folders.ts';
import { openTestStore } from '../../support/test-stores.ts';

const opener = fileURLToPath(new URL('./opening-process.ts', import.meta.url));

function newFolder(): string {
  const folder = folderOfTest();
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

it('restricts those that another program made, with the log and the index', async () => {
  const folder = newFolder();
  const sqliteFile = join(folder, 'dx.sqlite');
  const other = new DatabaseSync(sqliteFile);
  onTestFinished(() => other.close());
  other.exec('pragma journal_mode = wal; create table earlier (id text)');
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
    new URL('../../../server/core/store/sqlite-file.ts', import.meta.url).href,
  )};
    if (process.getuid() === 0) process.setuid(65534);
    process.stdout.write(JSON.stringify(closeToOthers(${JSON.stringify(file)})));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script]).toString();
  expect(JSON.parse(output)).toEqual(['']);
});

it.each(['', '-wal', '-shm'])(
  'refuses to write while dx.sqlite%s is another file than the server opened: the next process would lack it',
  async (suffix) => {
    const sqliteFile = join(newFolder(), 'dx.sqlite');
    const store = await openTestStore({ sqliteFile });
    const write = () => store.db.deleteFrom('document_parts').execute();
    const moved = { name: 'StoreUnavailable', code: 'SQLITE_READONLY_DBMOVED' };
    await write();
    const file = sqliteFile + suffix;
    renameSync(file, `${file}-kept`);
    await expect(write()).rejects.toMatchObject(moved);
    await expect(store.transaction(async () => {})).rejects.toMatchObject(moved);
    copyFileSync(`${file}-kept`, file);
    await expect(write()).rejects.toMatchObject(moved);
    rmSync(file);
    renameSync(`${file}-kept`, file);
    await expect(write()).resolves.toHaveLength(1);
  },
);

it('returns the space of deleted rows to the disk', async () => {
  const sqliteFile = join(newFolder(), 'dx.sqlite');
  const store = await openTestStore({ sqliteFile });
  const part = { document_id: 'a', customer_id: 'c', created_at: 0 };
  for (let place = 0; place < 80; place++)
    await store.db
      .insertInto('document_parts')
      .values({ ...part, place, body: new Uint8Array(128 * 1024) })
      .execute();
  await store.db.deleteFrom('document_parts').execute();
  await createUpkeep({ store, log: silentLog })();
  expect(statSync(sqliteFile).size).toBeLessThan(3_000_000);
  expect(statSync(`${sqliteFile}-wal`).size).toBeLessThan(5_000_000);
  expect(await store.db.selectFrom('document_parts').select('place').execute()).toEqual([]);
});

it('leaves a file as it is that another program made without incremental vacuum', async () => {
  const sqliteFile = join(newFolder(), 'dx.sqlite');
  const other = new DatabaseSync(sqliteFile);
  other.exec(
    `create table other (body blob); insert into other values (zeroblob(3000000)); delete from other`,
  );
  other.close();
  const store = await openTestStore({ sqliteFile });
  await createUpkeep({ store, log: silentLog })();
  expect(statSync(sqliteFile).size).toBeGreaterThan(3_000_000);
});
