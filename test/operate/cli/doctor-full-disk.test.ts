/** doctor on SQLite whose disk is full. It changes nothing. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { doctor } from '../../../server/operate/cli/doctor.ts';
import { migrateStore } from '../../../server/operate/cli/migrate.ts';
import { smallDisk } from '../../support/faults/disk-faults.ts';
import { folderOfTest } from '../../support/folders.ts';
import { notRun } from '../../support/not-run.ts';
import { operator } from '../../support/operator.ts';

it('says that the disk of SQLite is full, and leaves the file as it is', async (context) => {
  const folder = folderOfTest();
  const disk = smallDisk(folder, 8) ?? notRun(context, 'the right to mount a file system');
  onTestFinished(() => disk.unmount?.());
  const file = join(folder, 'dx.sqlite');
  const installation = await operator({ env: { SQLITE_FILE: file } });
  await migrateStore(installation.env, {}, () => {});
  const hash = async () =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  const before = await hash();
  await disk.begin();
  const { code, output } = await installation.run(doctor);
  expect(output).toMatch(
    /fault +The store at SQLITE_FILE cannot be opened for writing: [^\n]+; the disk is full\./,
  );
  expect(code).toBe(1);
  expect(await hash()).toBe(before);
});
