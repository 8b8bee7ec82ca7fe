/** `dx-booking access-log`: who saw what, and whether somebody changed the answer. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databasesOf, readConfig } from '../../../server/config/config.ts';
import { openStore, type Store } from '../../../server/core/store/store.ts';
import { accessLogList, accessLogVerify } from '../../../server/operate/cli/access-log.ts';
import { customersShow } from '../../../server/operate/cli/customers.ts';
import { supportLookup } from '../../../server/operate/cli/support.ts';
import { eventually } from '../../support/eventually.ts';
import { folderOfFile } from '../../support/folders.ts';
import { type FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';

let service: FullApiServer;
let store: Store;
const folder = folderOfFile();
let journeyId: string;
let file: string;
beforeAll(async () => {
  file = join(folder, 'access.jsonl');
  service = await startFullApiServer({ env: { ACCESS_LOG_URL: `file:${file}` } });
  store = await openStore(databasesOf(readConfig(service.env)));
  const customer = service.customer('ada');
  journeyId = (await customer.open()).journey_id;
  await customer.draft('place', { zip: '10002' });
  await eventually(async () => (await readFile(file, 'utf8').catch(() => '')).includes(journeyId));
});
afterAll(async () => {
  await store.close();
  await service.stop();
});

async function run<O>(
  command: (env: NodeJS.ProcessEnv, options: O, print: (line: string) => void) => Promise<number>,
  options: O,
) {
  const lines: string[] = [];
  const code = await command(service.env, options, (line) => void lines.push(line));
  return { code, lines };
}

it('lists what a user did and what operators did with the data of the user, each under one pseudonym', async () => {
  await run(customersShow, { subject: 'user-ada', operator: 'grace' });
  await run(supportLookup, { reference: journeyId, json: false });
  await expect(run(customersShow, { subject: 'user-ada', operator: 'a b' })).rejects.toThrow('operator has');
  const { code, lines } = await run(accessLogList, { subject: 'user-ada', json: true });
  expect(code).toBe(0);
  const rows = lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(rows.map(({ role, record_kind, action }) => `${role} ${action} ${record_kind}`)).toEqual([
    'customer change booking',
    'customer change booking',
    'operator view customer',
    'operator view customer',
  ]);
  expect(rows[2]?.actor).toBe('operator:grace');
  expect(new Set(rows.map(({ subject }) => subject)).size).toBe(1);
  expect(lines.join('')).not.toContain('user-ada');
  const byRecord = await run(accessLogList, { record: journeyId });
  expect(byRecord.lines).toHaveLength(1);
  expect(byRecord.lines[0]).toContain(`change booking ${journeyId}  done  204`);
  const later = await run(accessLogList, { record: journeyId, since: '2999-01-01' });
  expect(later).toEqual({ code: 1, lines: ['No record.'] });
  await expect(run(accessLogList, {})).rejects.toThrow('--subject');
  await expect(run(accessLogList, { subject: 'a', since: 'soon' })).rejects.toThrow('no time');
});

it('verifies the database and the sink, and exits with 1 at a fault of either', async () => {
  expect(await run(accessLogVerify, { sink: [file] })).toMatchObject({ code: 0 });
  const changed = join(folder, 'changed.jsonl');
  await writeFile(changed, (await readFile(file, 'utf8')).replace('"action":"change"', '"action":"view"'));
  const ofSink = await run(accessLogVerify, { sink: [changed], json: true });
  expect(ofSink.code).toBe(1);
  expect(JSON.parse(ofSink.lines[0] ?? '').faults).toMatchObject([{ fault: 'sink_changed', seq: 1 }]);
  await expect(run(accessLogVerify, { sink: [join(folder, 'none')] })).rejects.toThrow('cannot be read');
  await sql`update access_log set outcome = 'failed' where record_id = ${journeyId}`.execute(store.db);
  const { code, lines } = await run(accessLogVerify, {});
  expect(code).toBe(1);
  expect(lines[0]).toMatch(/^Chain \S+: record 2 was changed\.$/);
});
