/** A server of the release before runs on the database of this one (server/upgrade.md). */
import { Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Migration, migrate, migrations } from '../../server/store/migrate.ts';
import { postgresDialect } from '../../server/store/postgres.ts';
import { sqliteDialect } from '../../server/store/sqlite.ts';
import type { Tables } from '../../server/store/tables.ts';
import { lastMigrationBefore } from '../support/earlier-release.ts';
import { newStoreSettings, type StoreKind, storeKinds } from '../support/test-stores.ts';
import { breaches, schemaOf } from './added-columns.ts';

const before = migrations.filter(([name]) => name <= lastMigrationBefore);

/** Migrates a database of the release before. @returns the changes that its servers do not stand */
async function changesOf(kind: StoreKind, later: readonly Migration[]): Promise<string[]> {
  const { databaseUrl, sqliteFile } = await newStoreSettings(kind);
  const db = new Kysely<Tables>({
    dialect: databaseUrl ? postgresDialect(databaseUrl) : sqliteDialect(sqliteFile),
  });
  try {
    await migrate(db, kind, null, before);
    const earlier = await schemaOf(db, kind);
    await migrate(db, kind, null, [...before, ...later]);
    return breaches(earlier, await schemaOf(db, kind));
  } finally {
    await db.destroy();
  }
}

describe.each(storeKinds)('the migrations since the release before, on %s', (kind) => {
  it('leave what its servers use', async () => {
    expect(before.at(-1)?.[0]).toBe(lastMigrationBefore);
    expect(await changesOf(kind, migrations.slice(before.length))).toEqual([]);
  });

  it.each([
    ['alter table drafts drop column updated_at', 'drafts.updated_at is gone'],
    ['alter table drafts rename to notes', 'drafts is gone'],
    [
      'create unique index one_each on writes (owner_id)',
      'one_each forbids rows of writes that an older version may add',
    ],
    [
      kind === 'sqlite'
        ? "alter table drafts add column mood text not null default 'x'"
        : 'alter table drafts add column mood text not null',
      kind === 'sqlite' ? null : 'drafts.mood is new and needed, which an older version does not know',
    ],
  ])('may not contain: %s', async (text, fault) => {
    const bad: Migration = ['9999-bad', async (db) => void (await sql.raw(text).execute(db))];
    expect(await changesOf(kind, [bad])).toEqual(fault === null ? [] : [fault]);
  });
});
