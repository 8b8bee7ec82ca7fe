/** Erasing a customer: nothing of them is left, in no file and in no backup, and another customer keeps everything. */

import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { databasesOf, readConfig } from '../../../server/config/config.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { createEncryption } from '../../../server/core/store/encryption.ts';
import { eraseTraces, overwritingDeleted } from '../../../server/core/store/erase-traces.ts';
import { openStore, type Store } from '../../../server/core/store/store.ts';
import { customersErase, customersExport, customersShow } from '../../../server/operate/cli/customers.ts';
import { webhooksRegister } from '../../../server/operate/cli/webhooks.ts';
import { checkAfterMs } from '../../../server/operate/records/erasures.ts';
import { at, choosePlace, pickTimes, profile, untilSent } from '../../support/booking.ts';
import { eventReceiver } from '../../support/event-receiver.ts';
import { eventually } from '../../support/eventually.ts';
import { folderOfTest } from '../../support/folders.ts';
import { newJobs } from '../../support/jobs.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { runCommand } from '../../support/run-command.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import {
  newEmptyDatabase,
  newMigratedDatabase,
  newStoreSettings,
  openTestStore,
  type StoreKind,
  storeKinds,
} from '../../support/test-stores.ts';
import { recordsByKind } from './customer-rows.ts';
import { loneErasures } from './lone-erasures.ts';

/** A customer who booked, and the texts that belong to nobody else. */
interface Booked {
  /** The id in the database. */
  subject: string;
  /** Texts that are encrypted in the database. */
  answers: string[];
  journeyId: string;
  orderId: string;
  appointmentId: string;
}

/** Starts a server whose data keys are in a database of their own, and books for two customers. */
async function bookedCustomers(kind: StoreKind, { separateKeys = true } = {}) {
  const folder = folderOfTest();
  const receiver = await eventReceiver();
  receiver.closeAfterTest();
  const keys: Record<string, string> =
    kind === 'sqlite'
      ? { KEYS_SQLITE_FILE: join(folder, 'keys.sqlite') }
      : { KEYS_DATABASE_URL: await newEmptyDatabase() };
  let aheadMs = 0;
  const service = await serverOfTest({
    databaseUrl: kind === 'postgres' ? await newMigratedDatabase() : undefined,
    env: {
      EVENTS_URL: receiver.url,
      EVENTS_SECRET: receiver.secret,
      ...(separateKeys ? keys : {}),
    },
    clock: systemClock(() => Date.now() + aheadMs),
  });
  await webhooksRegister(service.env, {}, () => {});
  const config = readConfig(service.env);
  const store = await service.store();

  async function book(name: string): Promise<Booked> {
    const canary = `canary${randomUUID().slice(0, 8)}`;
    const customer = service.customer(name);
    let view = await choosePlace(customer, 'CALST', name === 'ada' ? 0 : 1);
    view = await customer.answer('times', pickTimes(view));
    const person = {
      ...profile,
      first_name: `First${canary}`,
      last_name: `Last${canary}`,
      email: `${canary}@patient.example`,
      address: { ...profile.address, address_line_1: `18 ${canary} Street` },
    };
    view = await customer.answer('identity', person);
    view = await untilSent(customer, view);
    const { appointment_id: appointmentId } = at(view, 'sent');
    const { order_id: orderId } = await store.db
      .selectFrom('appointments')
      .select('order_id')
      .where('appointment_id', '=', appointmentId)
      .executeTakeFirstOrThrow();
    const { journey_id: journeyId } = view;
    // The service has sent its event, and the partner's backend has received ours.
    await eventually(async () => {
      const known = await store.db
        .selectFrom('webhook_events')
        .select('id')
        .where('ref', '=', appointmentId)
        .execute();
      return known.length > 0 && receiver.of(`user-${name}`).length > 0;
    });
    // The next booking has begun, and has a draft.
    await customer.open({ start_over: true });
    const { status } = await customer.draft('identity', { first_name: `First${canary}` });
    if (status >= 300) throw new Error(`the draft was answered ${status}`);
    return { subject: `user-${name}`, answers: [canary], journeyId, orderId, appointmentId };
  }

  const ada = await book('ada');
  const bo = await book('bo');
  await eventually(async () => {
    const due = await store.db.selectFrom('events').select('id').where('state', '=', 'due').execute();
    return due.length === 0;
  });
  return {
    service,
    store,
    config,
    folder,
    receiver,
    encryption: createEncryption(config.STORE_KEYS, store.separateKeys),
    ada,
    bo,
    /** Moves the server's clock. */
    advance: (ms: number) => {
      aheadMs += ms;
    },
  };
}

type RecordsByKind = Awaited<ReturnType<typeof recordsByKind>>;
type Installation = Awaited<ReturnType<typeof bookedCustomers>>;

/** Finishes erasures as a server does a minute later. */
async function aMinuteLater({ store, encryption }: Installation): Promise<void> {
  const clock = manualClock(Date.now() + checkAfterMs + 1_000);
  const jobs = newJobs(store, clock);
  await loneErasures(store, encryption, jobs);
  jobs.start();
  await eventually(async () => {
    // If a test beside this one has a transaction open, the erasure tries again a second later.
    clock.advance(1_000);
    const left = await store.db.selectFrom('erasures').select('id').where('state', '<>', 'done').execute();
    return left.length === 0;
  });
  await jobs.stop();
}

/** Every row of every table, or of those that are not left out. */
async function dump({ db }: Store, without: readonly string[] = []): Promise<string> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !without.includes(name));
  const all = await Promise.all(
    tables.map(async ({ name }) => (await sql`select * from ${sql.table(name)}`.execute(db)).rows),
  );
  return JSON.stringify(all);
}

/** Every byte of SQLite's files, of the data and of the keys. */
async function bytesOf({ config, folder }: Installation): Promise<string> {
  const names = [config.SQLITE_FILE, join(folder, 'keys.sqlite')];
  const files = names.flatMap((name) => [name, `${name}-wal`]);
  return (await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')))).join('');
}

/** Every byte of PostgreSQL's file of the data keys, as it is on disk. */
async function fileOfKeys({ store }: Installation): Promise<string> {
  const keys = store.separateKeys ?? store.db;
  await sql`checkpoint`.execute(keys);
  const { rows } = await sql<{ bytes: Buffer }>`
    select pg_read_binary_file(pg_relation_filepath('customer_keys')) as bytes`.execute(keys);
  return rows.map(({ bytes }) => bytes.toString('latin1')).join('');
}

const countOf = (records: RecordsByKind) =>
  Object.fromEntries(Object.entries(records).map(([kind, list]) => [kind, list.length]));
/** What the records say. A server may read an appointment again meanwhile, and then encrypts it anew. */
const valuesOf = (records: RecordsByKind) =>
  Object.fromEntries(Object.entries(records).map(([kind, list]) => [kind, list.map(({ values }) => values)]));
const wrappedKeyOf = async ({ store }: Installation, subject: string) =>
  (
    await (store.separateKeys ?? store.db)
      .selectFrom('customer_keys')
      .select('wrapped_key')
      .where('customer_id', '=', subject)
      .executeTakeFirst()
  )?.wrapped_key;

describe.each(storeKinds)('on %s', (kind) => {
  it('refuses while a booking is under way, then deletes all, and backups forget', async () => {
    const installation = await bookedCustomers(kind);
    const { service, store, encryption, folder, ada, bo } = installation;
    const { subject } = ada;
    const key = await wrappedKeyOf(installation, subject);
    const before = {
      ada: await recordsByKind(store.db, encryption, subject),
      bo: await recordsByKind(store.db, encryption, bo.subject),
    };
    // Each kind that a booking of this key makes, so that the test does not pass for an empty table.
    expect(countOf(before.ada)).toMatchObject({ journeys: 2, drafts: 1, appointments: 1, bookings: 1 });
    for (const some of ['writes', 'events', 'service_events'] as const)
      expect([some, (before.ada[some] ?? []).length > 0]).toEqual([some, true]);
    expect(JSON.stringify(before.ada)).toContain(ada.answers[0]);
    expect(Object.values(before.ada).flatMap((list) => list.map(({ values }) => values))).not.toContain(null);

    // A request that failed, whose reference names the customer by the pseudonym.
    await service.customer('ada').call('POST', `/journeys/${ada.journeyId}`, {});
    await eventually(async () => (await dump(store, ['access_log'])).includes('/journeys/:id'));

    // A backup of the data, from before: it has no data key.
    const backup =
      kind === 'sqlite'
        ? { sqliteFile: join(folder, 'backup.sqlite') }
        : { databaseUrl: await restoreCopy(installation), sqliteFile: '' };
    if (kind === 'sqlite') await sql`vacuum into ${sql.lit(backup.sqliteFile)}`.execute(store.db);

    // The empty id is the server's own.
    await expect(
      runCommand(customersErase, installation.service.env, { subject: '', yes: true }),
    ).rejects.toThrow('is empty');
    const refused = await runCommand(customersErase, installation.service.env, { subject, yes: true });
    expect(refused.code).toBe(1);
    expect(refused.output).toContain(`appointments ${ada.appointmentId}: An appointment is not over`);
    expect(refused.output).toMatch(/Nothing was erased\..*--even-under-way/);
    const asked = await runCommand(customersErase, installation.service.env, { subject, evenUnderWay: true });
    expect([asked.code, /Add --yes/.test(asked.output)]).toEqual([1, true]);
    expect(countOf(await recordsByKind(store.db, encryption, subject))).toEqual(countOf(before.ada));

    const to = join(folder, 'ada.json');
    expect((await runCommand(customersExport, installation.service.env, { subject, to })).code).toBe(0);
    await expect(runCommand(customersExport, installation.service.env, { subject, to })).rejects.toThrow(
      'exists',
    );

    const erased = await runCommand(customersErase, installation.service.env, {
      subject,
      yes: true,
      evenUnderWay: true,
    });
    expect(erased.code).toBe(0);
    expect(erased.output).toMatch(/appointments +1 deleted/);
    expect(erased.output).toContain(`orders ${ada.orderId}`);
    expect(erased.output).toMatch(/Kept: erasure \S+, with a pseudonym/);
    expect(erased.output).toContain('Kept: the access log');
    expect(await store.db.selectFrom('failed_requests').selectAll().execute()).toEqual([]);
    const entries = await store.db
      .selectFrom('access_log')
      .selectAll()
      .where('role', '=', 'operator')
      .execute();
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`).toSorted()).toEqual([
      'erase done',
      'erase refused',
      'export done',
      'view done',
    ]);
    await aMinuteLater(installation);

    const traces = [subject, ada.journeyId, ada.orderId, ada.appointmentId, ...ada.answers, key ?? ''];
    const left = (text: string) => traces.filter((trace) => text.includes(trace));
    expect(left(await dump(store, ['access_log']))).toEqual([]);
    // The access log keeps who touched which record, and nothing that names the customer.
    // The server stores its records once a second.
    await eventually(async () => left(await dump(store)).length > 0);
    expect(left(await dump(store))).toEqual([ada.journeyId]);
    await overwritingDeleted(store.db, () => store.db.deleteFrom('access_log').execute());
    await eventually(() => eraseTraces(store.db));
    // The log has ids of bookings, and nothing that names the customer.
    expect([subject, ...ada.answers].filter((trace) => service.logged().includes(trace))).toEqual([]);
    if (store.separateKeys)
      expect(
        JSON.stringify(await store.separateKeys.selectFrom('customer_keys').selectAll().execute()),
      ).not.toContain(subject);
    if (kind === 'sqlite') {
      const bytes = await bytesOf(installation);
      expect(left(bytes)).toEqual([]);
      expect(bytes).toContain(bo.subject);
    } else {
      const bytes = await fileOfKeys(installation);
      expect(bytes).not.toContain(key ?? '');
      expect(bytes).toContain((await wrappedKeyOf(installation, bo.subject)) ?? '-');
    }
    await expect(
      runCommand(customersExport, installation.service.env, { subject, to: `${to}2` }),
    ).rejects.toThrow('stores nothing');
    expect((await readdir(folder)).filter((name) => name.endsWith('.json2'))).toEqual([]);
    const shown = await runCommand(customersShow, installation.service.env, { subject, json: true });
    expect(JSON.parse(shown.output)).toMatchObject({ under_way: [], erased: { state: 'done' } });

    // The other customer has everything.
    expect(valuesOf(await recordsByKind(store.db, encryption, bo.subject))).toEqual(valuesOf(before.bo));

    // The backup, with the present keys: nothing of ada can be read, and all of bo.
    const restored = await openTestStore({
      ...backup,
      storeKeys: installation.config.STORE_KEYS,
      keysDatabase: databasesOf(installation.config).keysDatabase,
    });
    const reader = createEncryption(installation.config.STORE_KEYS, restored.separateKeys);
    const inBackup = await recordsByKind(restored.db, reader, subject);
    expect(countOf(inBackup)).toEqual({ ...countOf(before.ada) });
    const readable = Object.entries(inBackup).flatMap(([recordKind, list]) =>
      list.filter(({ values }) => values !== null).map(() => recordKind),
    );
    expect(readable).toEqual([]);
    expect(valuesOf(await recordsByKind(restored.db, reader, bo.subject))).toEqual(valuesOf(before.bo));
  });
});

/** Restores a dump of the data, without the data keys, into a database of its own. */
async function restoreCopy({ store }: Installation): Promise<string> {
  const settings = await newStoreSettings('postgres', 'migrated');
  const copy = await openStore(settings);
  const tables = await store.db.introspection.getTables();
  for (const name of tables.map((table) => table.name)) {
    if (['customer_keys', 'migrations'].includes(name)) continue;
    await sql`delete from ${sql.table(name)}`.execute(copy.db);
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(store.db);
    for (const row of rows)
      await sql`insert into ${sql.table(name)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
        values (${sql.join(Object.values(row))})`.execute(copy.db);
  }
  await copy.close();
  return settings.databaseUrl ?? '';
}
