/** A backup under load, a lost server, and a restore elsewhere: no booking is lost, and none is made twice. */
import { expect, it } from 'vitest';
import { copiedPostgres, copiedSqlite } from '../../support/faults/copied-database.ts';
import { bookThroughRestore } from '../../support/faults/restored.ts';
import { folderOfTest } from '../../support/folders.ts';
import { newMigratedDatabase } from '../../support/test-stores.ts';

/** The server dies as the last customers begin. The torture draws the moment. */
const atOnce = () => 0;

it('restores SQLite and its data keys from a backup under load', async () => {
  const folder = folderOfTest();
  const { faults } = await bookThroughRestore(copiedSqlite(folder), atOnce);
  expect(faults).toEqual([]);
});

it('restores PostgreSQL from a dump under load', async () => {
  const [before, after] = [await newMigratedDatabase(), await newMigratedDatabase()];
  const { faults } = await bookThroughRestore(copiedPostgres(before, after), atOnce);
  expect(faults).toEqual([]);
});
