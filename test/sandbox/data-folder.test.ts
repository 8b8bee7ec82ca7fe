/** What a data folder writes, and when. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openDataFolder } from '../../server/sandbox/data-folder.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { stateAtStart } from '../../server/sandbox/state.ts';
import { folderOfTest } from '../support/folders.ts';
import { order } from './booking.ts';
import { confirmed } from './confirmed-appointment.ts';
import { harnessAt } from './sandbox-harness.ts';

it('requests of one moment share a write, and the next has its own', async () => {
  const folder = folderOfTest();
  const state = stateAtStart();
  const { save, close } = openDataFolder(folder, state);
  const first = save();
  expect(save()).toBe(first);
  state.clock.offsetMs = 1;
  await first;
  const saved = stateAtStart();
  const other = openDataFolder(folder, saved);
  // What changed before the write is in it.
  expect(saved.clock.offsetMs).toBe(1);
  await other.close();
  const second = save();
  expect(second).not.toBe(first);
  await second;
  await close();
});

/** Counts each record that is written, in a table that triggers fill. */
function countWrites(folder: string) {
  const database = new DatabaseSync(join(folder, 'sandbox.sqlite'));
  onTestFinished(() => database.close());
  database.exec('create table counted (bytes integer)');
  for (const change of ['insert', 'update'])
    database.exec(`create trigger on_${change} after ${change} on records begin
      insert into counted values (length(new.record)); end`);
  const count = database.prepare('select count(*) as records, sum(bytes) as bytes from counted');
  return async (action: () => Promise<unknown>) => {
    database.exec('delete from counted');
    await action();
    return count.get() as { records: number; bytes: number };
  };
}

it('a booking writes the same records beside 10 others as beside 500', async () => {
  const folder = folderOfTest();
  const { url, close } = await startSandbox({ dataFolder: folder });
  onTestFinished(close);
  const harness = harnessAt(url, close);
  const partners = await Promise.all(Array.from({ length: 10 }, () => harness.partner()));
  const orderForEach = () => Promise.all(partners.map((partner) => order(partner, 'DEXA')));
  const last = await harness.partner();
  await confirmed(harness, last);
  const writesOf = countWrites(folder);
  await orderForEach();
  const besideTen = await writesOf(() => confirmed(harness, last));
  for (let round = 1; round < 50; round += 1) await orderForEach();
  const besideMany = await writesOf(() => confirmed(harness, last));
  expect(besideTen.records).toBeGreaterThan(10);
  expect(besideMany.records).toBe(besideTen.records);
  // Numbers and counters are longer.
  expect(besideMany.bytes).toBeLessThan(besideTen.bytes * 1.02);
});
