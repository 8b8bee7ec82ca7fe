/** `dx-booking backup`: what it copies, what it refuses, and a copy that lacks a migration. */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { migrations } from '../../../server/core/store/migrate.ts';
import { readRestored } from '../../../server/core/store/restored.ts';
import { sqliteDialect } from '../../../server/core/store/sqlite.ts';
import { openStore } from '../../../server/core/store/store.ts';
import type { Tables } from '../../../server/core/store/tables.ts';
import { backup } from '../../../server/operate/cli/backup.ts';
import { migrateStore } from '../../../server/operate/cli/migrate.ts';
import { restoredBegin, restoredEnd, restoredList } from '../../../server/operate/cli/restored.ts';
import { codeBlocksOf, escapeForShell, readDocument } from '../../support/documents.ts';
import { folderOfTest } from '../../support/folders.ts';
import { developmentKeys } from '../../support/keys.ts';

let folder: string;
let env: Record<string, string>;
beforeEach(async () => {
  folder = folderOfTest();
  env = {
    PUBLIC_URL: 'https://booking.example',
    ORIGINS: 'https://clinic.example',
    UPSTREAM_URL: 'http://127.0.0.1:1',
    UPSTREAM_API_KEY: 'prefix.secret',
    SQLITE_FILE: join(folder, 'dx.sqlite'),
    ...(await developmentKeys()),
  };
});

/** Runs the command. @returns what it printed */
async function copy(own: Record<string, string>, keys?: string): Promise<string> {
  const lines: string[] = [];
  const files = { file: join(folder, 'copy.sqlite'), ...(keys ? { keys: join(folder, keys) } : {}) };
  await backup({ ...env, ...own }, files, (line) => void lines.push(line));
  return lines.join('\n');
}

it('copies a database that lacks a migration, which is migrated when it is restored', async () => {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(env.SQLITE_FILE ?? '') });
  await sql`create table migrations (name text not null primary key, applied_at bigint not null)`.execute(db);
  const said = await copy({});
  await db.destroy();
  expect((await stat(join(folder, 'copy.sqlite'))).mode & 0o777).toBe(0o600);
  const time = /restored begin (\S+)$/.exec(said)?.[1] ?? '';
  await copyFile(join(folder, 'copy.sqlite'), join(folder, 'restored.sqlite'));
  const restored = { ...env, SQLITE_FILE: join(folder, 'restored.sqlite') };
  await expect(restoredBegin(restored, { time }, () => {})).rejects.toThrow('pending: 0001-schema');
  await migrateStore(restored, {}, () => {});
  await restoredBegin(restored, { time }, () => {});
  const store = await openStore({ sqliteFile: restored.SQLITE_FILE });
  const applied = await store.db
    .selectFrom('migrations' as never)
    .selectAll()
    .execute();
  expect(applied).toHaveLength(migrations.length);
  expect(await readRestored(store.db)).toBe(Date.parse(time));
  await store.close();
  await restoredEnd(restored, {}, () => {});
  await expect(restoredEnd(restored, {}, () => {})).rejects.toThrow('Name the time of the backup first');
  await expect(restoredList(restored, {}, () => {})).rejects.toThrow('Name the time of the backup first');
});

it('is restored by the commands of the guide without what a killed server wrote after it', async () => {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(env.SQLITE_FILE ?? '') });
  await sql`create table marks (mark text)`.execute(db);
  await sql`insert into marks values ('before')`.execute(db);
  await copy({});
  await sql`insert into marks values ('after')`.execute(db);
  const killed = join(folder, 'killed');
  await mkdir(killed);
  for (const file of ['dx.sqlite', 'dx.sqlite-wal', 'dx.sqlite-shm'])
    await copyFile(join(folder, file), join(killed, file));
  await db.destroy();

  const guide = codeBlocksOf(await readDocument('server/backup.md'));
  const { code = '' } = guide.find(({ code }) => code.includes('cp dx-monday.sqlite')) ?? {};
  const commands = code
    .replaceAll('/var/lib/dx-booking/a', escapeForShell(killed))
    .replaceAll('dx-monday.sqlite', escapeForShell(join(folder, 'copy.sqlite')));
  execFileSync('bash', ['-ec', commands]);
  const restored = new Kysely<Tables>({ dialect: sqliteDialect(join(killed, 'dx.sqlite')) });
  const { rows } = await sql`select mark from marks`.execute(restored);
  await restored.destroy();
  expect(rows).toEqual([{ mark: 'before' }]);
});

it('leaves no copy, and says why', async () => {
  await expect(copy({})).rejects.toThrow('dx.sqlite does not exist.');
  await writeFile(env.SQLITE_FILE ?? '', 'no database at all '.repeat(100));
  await expect(copy({})).rejects.toThrow('cannot be copied: file is not a database.');
  await expect(stat(join(folder, 'copy.sqlite'))).rejects.toThrow('ENOENT');
  await writeFile(join(folder, 'copy.sqlite'), 'of last week');
  await expect(copy({})).rejects.toThrow('exists. Name a new file.');
  await expect(copy({ DATABASE_URL: 'postgres://dx@127.0.0.1/dx' })).rejects.toThrow('pg_dump');
  await expect(copy({ KEYS_SQLITE_FILE: join(folder, 'keys.sqlite') })).rejects.toThrow('with --keys');
  await expect(copy({}, 'copy-keys.sqlite')).rejects.toThrow('KEYS_SQLITE_FILE is not set');
});

it('takes only a time of the past', async () => {
  for (const time of ['yesterday', new Date(Date.now() + 3_600_000).toISOString()])
    await expect(restoredBegin(env, { time }, () => {})).rejects.toThrow('is not a time of the past');
});
