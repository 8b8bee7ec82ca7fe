/** A stored body that does not fit its schema is an error of each command and of retention, and never a missing record. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { createLog } from '../../../server/core/observability/log.ts';
import { createEncryption, type Encryption } from '../../../server/core/store/encryption.ts';
import type { Store } from '../../../server/core/store/store.ts';
import { customersErase, customersExport, customersShow } from '../../../server/operate/cli/customers.ts';
import { supportLookup, supportRetry } from '../../../server/operate/cli/support.ts';
import { recordKinds } from '../../../server/operate/record-kinds.ts';
import { deleteOldRecords } from '../../../server/operate/records/retention.ts';
import { choosePlace } from '../../support/booking.ts';
import { decrypted } from '../../support/decrypted-columns.ts';
import { folderOfTest } from '../../support/folders.ts';
import { newJobs } from '../../support/jobs.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type Command, runCommand } from '../../support/run-command.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newMigratedDatabase, storeKinds } from '../../support/test-stores.ts';

const dayMs = 24 * 60 * 60_000;
const days = (count: number) => count * dayMs;

/** Stores the body of a customer's journey anew. */
async function changeJourney(
  { db }: Store,
  encryption: Encryption,
  customerId: string,
  change: (body: Record<string, unknown>) => object,
): Promise<string> {
  const row = await db
    .selectFrom('journeys')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const { id } = row;
  const body = await decrypted<Record<string, unknown>>(db, encryption, 'journeys', 'body', row);
  const bytes = Buffer.from(JSON.stringify(change(body)));
  const place = { table: 'journeys', column: 'body', key: [id], customerId } as const;
  const changed = await encryption.encryptBytes(db, place, bytes, 1);
  await db
    .updateTable('journeys')
    .set({ body: changed.toString('base64url') })
    .where('id', '=', id)
    .execute();
  return id;
}

/** As a version would store it that has another name for the payment. */
const renamed = ({ payment, ...body }: Record<string, unknown>) => ({ ...body, paid_with: payment });
const asBefore = ({ paid_with, ...body }: Record<string, unknown>) => ({ ...body, payment: paid_with });

it.each(storeKinds)('a renamed field stops no command and no deletion in silence, on %s', async (kind) => {
  const service = await serverOfTest({
    databaseUrl: kind === 'postgres' ? await newMigratedDatabase() : undefined,
  });
  const folder = folderOfTest();
  for (const name of ['ada', 'bo']) await choosePlace(service.customer(name), 'CALST');
  const config = readConfig(service.env);
  const store = await service.store();
  const encryption = createEncryption(config.STORE_KEYS, store.separateKeys);
  const journeyId = await changeJourney(store, encryption, 'user-ada', renamed);

  const errors: string[] = [];
  const written = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    errors.push(`${text}`);
    return true;
  });
  onTestFinished(() => written.mockRestore());
  async function run<O>(command: Command<O>, options: O) {
    errors.length = 0;
    const done = await runCommand(command, service.env, options);
    return { ...done, isLogged: errors.join('').includes('record.invalid') };
  }
  const subject = 'user-ada';

  const shown = await run(customersShow, { subject, json: true });
  expect([shown.code, shown.isLogged]).toEqual([1, true]);
  expect(JSON.parse(shown.output)).toMatchObject({
    records: { journeys: 1 },
    under_way: [{ kind: 'journeys', id: journeyId, message: expect.stringContaining('cannot read') }],
  });
  expect((await run(customersShow, { subject: 'user-bo' })).code).toBe(0);

  const to = join(folder, 'ada.json');
  const exported = await run(customersExport, { subject, to });
  expect([exported.code, exported.isLogged]).toEqual([1, true]);
  expect(JSON.parse(await readFile(to, 'utf8')).records.journeys).toMatchObject([
    { id: journeyId, body: { paid_with: null, search: expect.anything() } },
  ]);

  const looked = await run(supportLookup, { reference: subject, json: true });
  expect([looked.code, looked.isLogged]).toEqual([1, true]);
  expect(JSON.parse(looked.output).journeys).toMatchObject([{ id: journeyId, step: null }]);
  expect((await run(supportRetry, { reference: subject })).isLogged).toBe(true);

  const refused = await run(customersErase, { subject, yes: true });
  expect([refused.code, refused.isLogged]).toEqual([1, true]);
  expect(refused.output).toMatch(/cannot read a record.*\n.*Nothing was erased/);

  // A hundred days later.
  const lines: { event: string }[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(JSON.parse(line)) });
  const clock = manualClock(Date.now() + days(100));
  const jobs = newJobs(store, clock);
  const years = days(2190);
  deleteOldRecords({
    config: {
      retention: {
        unfinishedMs: days(90),
        bookingsMs: years,
        writesMs: years,
        eventsMs: years,
        erasuresMs: years,
        accessLogMs: years,
      },
    },
    store,
    encryption,
    kinds: recordKinds,
    jobs,
    accessLog: { purge: async () => {} },
    log,
  });
  jobs.start();
  onTestFinished(() => jobs.stop());
  const journeys = async () =>
    (await store.db.selectFrom('journeys').select('customer_id').orderBy('customer_id').execute()).map(
      ({ customer_id }) => customer_id,
    );
  await jobs.idle();
  expect(await journeys()).toEqual(['user-ada']);
  expect(lines).toContainEqual(
    expect.objectContaining({
      event: 'record.invalid',
      kind: 'journeys',
      record_id: journeyId,
      column: 'body',
      fields: 'payment',
    }),
  );

  // A version that reads it again deletes it on the next day.
  await changeJourney(store, encryption, 'user-ada', asBefore);
  clock.advance(dayMs);
  await jobs.idle();
  expect(await journeys()).toEqual([]);
});
