/** `dx-booking access-log verify --head`: an emptied, restored or cut log is a fault, although it is sound by itself. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessLogVerify } from '../../../server/operate/cli/access-log.ts';
import { customersShow } from '../../../server/operate/cli/customers.ts';
import { eventually } from '../../support/eventually.ts';
import { folderOfFile } from '../../support/folders.ts';
import { runCommand } from '../../support/run-command.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

const folder = folderOfFile();
const service = await serverOfFile();
const store = await service.store();
beforeAll(async () => {
  const customer = service.customer('ada');
  await customer.open();
  await customer.draft('place', { zip: '10002' });
  const records = () => store.db.selectFrom('access_log').select('seq').execute();
  await eventually(async () => (await records()).length === 2);
});

/** All rows of the log, and a function that puts them back. */
async function copyLog(): Promise<() => Promise<void>> {
  const [records, chains] = [
    await store.db.selectFrom('access_log').selectAll().execute(),
    await store.db.selectFrom('access_log_chains').selectAll().execute(),
  ];
  return async () => {
    await emptyLog();
    await store.db.insertInto('access_log').values(records).execute();
    await store.db.insertInto('access_log_chains').values(chains).execute();
  };
}

async function emptyLog(): Promise<void> {
  await store.db.deleteFrom('access_log').execute();
  await store.db.deleteFrom('access_log_chains').execute();
}

describe('with the head of an earlier run', () => {
  let head: string;
  const verified = async () => {
    const { code, output } = await runCommand(accessLogVerify, service.env, { head, json: true });
    const { faults } = JSON.parse(output) as { faults: { fault: string; seq: number | null }[] };
    return { code, faults: faults.map(({ fault, seq }) => [fault, seq]) };
  };
  beforeAll(async () => {
    head = join(folder, 'access-log.head');
    // A command has a chain of its own.
    await runCommand(customersShow, service.env, { subject: 'user-ada', operator: 'grace' });
  });

  it('says that a log is emptied, restored or cut, and takes what was added or purged', async () => {
    expect(await verified()).toEqual({ code: 0, faults: [] });
    const restoreEarlier = await copyLog();
    for (let count = 0; count < 2; count++)
      await runCommand(customersShow, service.env, { subject: 'user-ada', operator: 'grace' });
    expect(await verified()).toEqual({ code: 0, faults: [] });
    const made = await readFile(head, 'utf8');
    const restore = await copyLog();
    const chains = await store.db
      .selectFrom('access_log_chains')
      .select('id')
      .orderBy('number', 'desc')
      .execute();

    await emptyLog();
    const emptied = await verified();
    expect(emptied.code).toBe(1);
    expect(emptied.faults[0]).toEqual(['emptied', null]);
    expect(emptied.faults).toHaveLength(1 + chains.length);
    expect((await runCommand(accessLogVerify, service.env, {})).output).toContain(
      'The log is empty, although there are customers.',
    );
    // A new log that is sound by itself.
    await runCommand(customersShow, service.env, { subject: 'user-ada', operator: 'grace' });
    expect(await runCommand(accessLogVerify, service.env, {})).toMatchObject({ code: 0 });
    expect((await verified()).faults.every(([fault]) => fault === 'head_missing')).toBe(true);

    await restoreEarlier();
    expect(await runCommand(accessLogVerify, service.env, {})).toMatchObject({ code: 0 });
    expect(await verified()).toEqual({
      code: 1,
      faults: [
        ['head_missing', 1],
        ['head_missing', 1],
      ],
    });

    await restore();
    const { id } = chains[0] ?? { id: '' };
    await store.db.deleteFrom('access_log').where('chain', '=', id).execute();
    await store.db.deleteFrom('access_log_chains').where('id', '=', id).execute();
    expect(await runCommand(accessLogVerify, service.env, {})).toMatchObject({ code: 0 });
    expect(await verified()).toEqual({ code: 1, faults: [['head_missing', 1]] });
    const { output } = await runCommand(accessLogVerify, service.env, { head });
    expect(output).toContain(`Chain ${id}: record 1 is in the head, and was removed.`);

    await restore();
    // The file stays as it was while there was a fault.
    expect(await readFile(head, 'utf8')).toBe(made);
    expect(await verified()).toEqual({ code: 0, faults: [] });
  });

  it('takes no head that somebody changed, and none that is no head', async () => {
    const made = await readFile(head, 'utf8');
    await writeFile(head, made.replace(/"seq":1/, '"seq":0'));
    expect(await verified()).toEqual({ code: 1, faults: [['head_changed', null]] });
    await writeFile(head, '{}');
    await expect(runCommand(accessLogVerify, service.env, { head })).rejects.toThrow(
      'is not a head of the access log',
    );
    await expect(
      runCommand(accessLogVerify, service.env, { head: join(folder, 'no', 'head') }),
    ).rejects.toThrow('cannot be written');
    await writeFile(head, made);
  });
});
