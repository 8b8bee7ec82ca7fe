/** A backup under load, a lost server, and a restore elsewhere: no booking is lost, and none is made twice. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copiedPostgres, copiedSqlite } from '../../support/faults/copied-database.ts';
import { bookThroughRestore } from '../../support/faults/restored.ts';
import { newMigratedDatabase } from '../../support/test-stores.ts';

/** The server dies as the last customers begin. The torture draws the moment. */
const atOnce = () => 0;

it('restores SQLite and its data keys from a backup under load', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dx-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { faults } = await bookThroughRestore(copiedSqlite(folder), atOnce);
  expect(faults).toEqual([]);
});

it('restores PostgreSQL from a dump under load', async () => {
  const [before, after] = [await newMigratedDatabase(), await newMigratedDatabase()];
  const { faults } = await bookThroughRestore(copiedPostgres(before, after), atOnce);
  expect(faults).toEqual([]);
});
