/** `dx-booking access-log`: who saw what, and whether somebody changed the answer. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { accessLogList, accessLogVerify } from '../../../server/operate/cli/access-log.ts';
import { customersShow } from '../../../server/operate/cli/customers.ts';
import { supportLookup } from '../../../server/operate/cli/support.ts';
import { eventually } from '../../support/eventually.ts';
import { folderOfFile } from '../../support/folders.ts';
import { runCommand } from '../../support/run-command.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

const folder = folderOfFile();
const file = join(folder, 'access.jsonl');
const service = await serverOfFile({ env: { ACCESS_LOG_URL: `file:${file}` } });
const { db } = await service.store();
const customer = service.customer('ada');
const journeyId = (await customer.open()).journey_id;
await customer.draft('place', { zip: '10002' });
await eventually(async () => (await readFile(file, 'utf8').catch(() => '')).includes(journeyId));

it('lists what a user did and what operators did with the data of the user, each under one pseudonym', async () => {
  await runCommand(customersShow, service.env, { subject: 'user-ada', operator: 'grace' });
  await runCommand(supportLookup, service.env, { reference: journeyId, json: false });
  await expect(
    runCommand(customersShow, service.env, { subject: 'user-ada', operator: 'a b' }),
  ).rejects.toThrow('operator has');
  const { code, output } = await runCommand(accessLogList, service.env, { subject: 'user-ada', json: true });
  expect(code).toBe(0);
  const rows = output.split('\n').map((line) => JSON.parse(line) as Record<string, string>);
  expect(rows.map(({ role, record_kind, action }) => `${role} ${action} ${record_kind}`)).toEqual([
    'customer change booking',
    'customer change booking',
    'operator view customer',
    'operator view customer',
  ]);
  expect(rows[2]?.actor).toBe('operator:grace');
  expect(new Set(rows.map(({ subject }) => subject)).size).toBe(1);
  expect(output).not.toContain('user-ada');
  const byRecord = await runCommand(accessLogList, service.env, { record: journeyId });
  expect(byRecord.output.split('\n')).toHaveLength(1);
  expect(byRecord.output).toContain(`change booking ${journeyId}  done  204`);
  const later = await runCommand(accessLogList, service.env, { record: journeyId, since: '2999-01-01' });
  expect(later).toEqual({ code: 1, output: 'No record.' });
  await expect(runCommand(accessLogList, service.env, {})).rejects.toThrow('--subject');
  await expect(runCommand(accessLogList, service.env, { subject: 'a', since: 'soon' })).rejects.toThrow(
    'no time',
  );
});

it('verifies the database and the sink, and exits with 1 at a fault of either', async () => {
  expect(await runCommand(accessLogVerify, service.env, { sink: [file] })).toMatchObject({ code: 0 });
  const changed = join(folder, 'changed.jsonl');
  await writeFile(changed, (await readFile(file, 'utf8')).replace('"action":"change"', '"action":"view"'));
  const ofSink = await runCommand(accessLogVerify, service.env, { sink: [changed], json: true });
  expect(ofSink.code).toBe(1);
  expect(JSON.parse(ofSink.output).faults).toMatchObject([{ fault: 'sink_changed', seq: 1 }]);
  await expect(runCommand(accessLogVerify, service.env, { sink: [join(folder, 'none')] })).rejects.toThrow(
    'cannot be read',
  );
  await sql`update access_log set outcome = 'failed' where record_id = ${journeyId}`.execute(db);
  const { code, output } = await runCommand(accessLogVerify, service.env, {});
  expect(code).toBe(1);
  expect(output).toMatch(/^Chain \S+: record 2 was changed\.$/m);
  expect(output).toMatch(/^Verified \d+ records in \d+ chains: 1 fault\.$/m);
});
