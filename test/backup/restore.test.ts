/** A backup under load, a lost server, and a restore elsewhere: no booking is lost, and none is made twice. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { newDatabase } from '../support/new-database.ts';
import { copiedPostgres, copiedSqlite } from '../torture/copied-database.ts';
import { bookThroughRestore } from '../torture/restored.ts';
import { seeded } from '../torture/verdict.ts';

it('restores SQLite and its data keys from a backup under load', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dx-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { faults } = await bookThroughRestore(copiedSqlite(folder), seeded(1));
  expect(faults).toEqual([]);
}, 60_000);

it('restores PostgreSQL from a dump under load', async () => {
  const { database } = inject('migrated');
  const server = inject('postgresUrl');
  const [before, after] = [await newDatabase(server, database), await newDatabase(server, database)];
  const { faults } = await bookThroughRestore(copiedPostgres(before, after), seeded(2));
  expect(faults).toEqual([]);
}, 60_000);
