/** Data keys in a database of their own, and what other processes do after a key is deleted. */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAppointments } from '../../../server/booking/appointments/appointment-records.ts';
import { createActivity } from '../../../server/core/activity.ts';
import { silentLog } from '../../../server/core/observability/log.ts';
import { Conflict } from '../../../server/core/store/conflict.ts';
import { createEncryption } from '../../../server/core/store/encryption.ts';
import { createPubSub } from '../../../server/core/store/pubsub.ts';
import type { KeysDatabase } from '../../../server/core/store/separate-keys.ts';
import { openServerKeys } from '../../../server/core/store/server-keys.ts';
import { openStore } from '../../../server/core/store/store.ts';
import { createHandoffs } from '../../../server/handoff/handoffs.ts';
import { recordKinds } from '../../../server/operate/record-kinds.ts';
import { createCustomersModule } from '../../../server/operate/records/customers.ts';
import { checkAfterMs, createErasures } from '../../../server/operate/records/erasures.ts';
import { listCustomers, purge } from '../../../server/operate/records/purge.ts';
import { eventually } from '../../support/eventually.ts';
import { newJobs, silentChannel } from '../../support/jobs.ts';
import { manualClock } from '../../support/manual-clock.ts';
import {
  newEmptyDatabase,
  newStoreSettings,
  openTestStore,
  type StoreKind,
  storeKinds,
} from '../../support/test-stores.ts';
import { addCustomer, recordsByKind } from './customer-rows.ts';
import { loneErasures } from './lone-erasures.ts';

const dayMs = 24 * 60 * 60_000;
const keptForYears = {
  unfinishedMs: 2190 * dayMs,
  bookingsMs: 2190 * dayMs,
  writesMs: 2190 * dayMs,
  eventsMs: 2190 * dayMs,
  erasuresMs: 2190 * dayMs,
  accessLogMs: 2190 * dayMs,
};

async function emptyDatabase(kind: StoreKind) {
  const settings = await newStoreSettings(kind, 'migrated');
  const keysDatabase: KeysDatabase =
    kind === 'sqlite'
      ? { sqliteFile: join(settings.sqliteFile, '..', 'keys.sqlite') }
      : { databaseUrl: await newEmptyDatabase() };
  const { storeKeys = [] } = settings;
  return { settings, keysDatabase, storeKeys };
}

const canceling = {
  kind: 'cancel',
  writeId: 'write-1',
  state: 'done',
  requested: null,
  within24Hours: false,
  requestId: null,
} as const;

const valuesOf = (records: Awaited<ReturnType<typeof recordsByKind>>) =>
  Object.values(records).flatMap((list) => list.map(({ values }) => values));

describe.each(storeKinds)('on %s', (kind) => {
  it('moves the keys once, and refuses processes that do not know where they are', async () => {
    const { settings, keysDatabase, storeKeys } = await emptyDatabase(kind);
    const running = await openTestStore(settings);
    await addCustomer(running, createEncryption(storeKeys), 'ada');
    const moved = await openTestStore({ ...settings, keysDatabase });
    const encryption = createEncryption(storeKeys, moved.separateKeys);
    expect(await moved.db.selectFrom('customer_keys').selectAll().execute()).toEqual([]);
    expect(valuesOf(await recordsByKind(moved.db, encryption, 'ada'))).not.toContain(null);
    await expect(openStore(settings)).rejects.toThrow(/KEYS_DATABASE_URL or KEYS_SQLITE_FILE is needed/);
    // A process that began before would otherwise make a second key for a customer.
    await expect(addCustomer(running, createEncryption(storeKeys), 'bo')).rejects.toThrow(
      'the data keys are in another database',
    );
    await addCustomer(moved, encryption, 'bo');
    expect(valuesOf(await recordsByKind(moved.db, encryption, 'bo'))).not.toContain(null);

    // A mistyped address must not become an empty database, with a second key for each customer.
    const { keysDatabase: empty } = await emptyDatabase(kind);
    await expect(openStore({ ...settings, keysDatabase: empty })).rejects.toThrow(
      kind === 'sqlite' ? 'the file of KEYS_SQLITE_FILE does not exist' : 'it lacks a table',
    );

    // The keys of other data are not mixed with these.
    const other = { ...(await emptyDatabase(kind)).settings, storeKeys };
    await addCustomer(await openTestStore(other), createEncryption(storeKeys), 'ada');
    await expect(openStore({ ...other, keysDatabase })).rejects.toThrow();
  });

  it('a change of what is stored makes no key for a customer who was erased meanwhile', async () => {
    const { settings, keysDatabase, storeKeys } = await emptyDatabase(kind);
    const store = await openTestStore({ ...settings, keysDatabase });
    const encryption = createEncryption(storeKeys, store.separateKeys);
    await addCustomer(store, encryption, 'gone', { tables: ['handoffs', 'appointments'] });
    const handoffs = createHandoffs(store, encryption, Date.now);
    const appointments = createAppointments(store, encryption, null, silentLog);
    const { id } = await store.db.selectFrom('handoffs').select('id').executeTakeFirstOrThrow();
    const handoff = await handoffs.load(id);
    const [owned] = (await appointments.ofCustomer('gone')).known;
    if (!handoff || !owned?.body) throw new Error('both were added');
    await encryption.customerKeys.remove(store.db, 'gone');
    await store.db.deleteFrom('handoffs').execute();
    await store.db.deleteFrom('appointments').execute();
    const next = { ...handoff, revision: handoff.revision + 1 };
    await expect(store.transaction((trx) => handoffs.update(trx, next))).rejects.toThrow(Conflict);
    await appointments.keep(owned.appointmentId, owned.body, Date.now() + dayMs, owned);
    const change = { ...canceling, scheduledFor: owned.body.scheduled_for };
    const said = { body: { ...owned.body, status: 'canceled' }, atMs: Date.now() };
    await expect(store.transaction((trx) => appointments.update(trx, owned, change, said))).rejects.toThrow(
      Conflict,
    );
    const keys = store.separateKeys?.selectFrom('customer_keys').select('customer_id');
    expect(await keys?.execute()).toEqual([]);
  });

  it('an erasure keeps a key that a booking has just made, by the time of the server', async () => {
    const { settings, keysDatabase, storeKeys } = await emptyDatabase(kind);
    const store = await openTestStore({ ...settings, keysDatabase });
    const clock = manualClock(Date.now());
    const encryption = createEncryption(storeKeys, store.separateKeys, clock.now);
    const jobs = newJobs(store, clock);
    onTestFinished(() => jobs.stop());
    await addCustomer(store, encryption, 'ada');
    const erasures = await loneErasures(store, encryption, jobs);
    await erasures.erase('ada');
    jobs.start();
    const state = async (afterMs: number) => {
      clock.advance(afterMs);
      await jobs.idle();
      return (await erasures.last('ada'))?.state;
    };
    expect(await state(checkAfterMs - 1_000)).toBe('checking');
    // She comes back: the key is committed before the booking.
    await encryption.customerKeys.forWriting(store.db, 'ada');
    expect(await state(2_000)).toBe('checking');
    expect(await encryption.customerKeys.forReading(store.db, 'ada')).not.toBe(null);
    // There was no booking. It is tried again while a transaction of another database is under way.
    await eventually(async () => (await state(checkAfterMs)) === 'done');
    expect(await encryption.customerKeys.forReading(store.db, 'ada')).toBe(null);
  });

  it('after a restore, deletes what no key decrypts, and keeps what a customer did since', async () => {
    const { settings, keysDatabase, storeKeys } = await emptyDatabase(kind);
    const store = await openTestStore({ ...settings, keysDatabase });
    const encryption = createEncryption(storeKeys, store.separateKeys);
    for (const customer of ['gone', 'back', 'other']) await addCustomer(store, encryption, customer);
    for (const customer of ['gone', 'back']) await encryption.customerKeys.remove(store.db, customer);
    await addCustomer(store, encryption, 'back', { tables: ['journeys', 'events', 'drafts'] });
    const { all, withoutKey } = await listCustomers({ db: store.db, encryption, kinds: recordKinds });
    expect([all, withoutKey]).toEqual([['back', 'gone', 'other'], ['gone']]);
    const other = await recordsByKind(store.db, encryption, 'other');
    expect(await purge({ db: store.db, encryption, kinds: recordKinds }, all)).toMatchObject({
      journeys: 2,
      appointments: 2,
      events: 2,
    });
    expect(valuesOf(await recordsByKind(store.db, encryption, 'gone'))).toEqual([]);
    const back = await recordsByKind(store.db, encryption, 'back');
    expect(Object.entries(back).flatMap(([name, list]) => list.map(() => name))).toEqual([
      'journeys',
      'drafts',
      'events',
    ]);
    expect(valuesOf(back)).not.toContain(null);
    expect(await recordsByKind(store.db, encryption, 'other')).toEqual(other);
  });

  it('a running server forgets the key of a customer whom another process erased', async () => {
    const { settings, storeKeys } = await emptyDatabase(kind);
    const store = await openTestStore(settings);
    const clock = manualClock(Date.now());
    const revocations = { revoke: async () => {} };
    const { databaseUrl } = settings;
    const started = { store, databaseUrl, clock, activity: createActivity(), log: silentLog };
    const [serverSide, commandSide] = [createPubSub(started), createPubSub(started)];
    const encryption = createEncryption(storeKeys);
    const jobs = newJobs(store, clock);
    const channel = serverSide.channel('dx_erasures');
    createCustomersModule({
      config: { retention: keptForYears },
      store,
      encryption,
      keys: await openServerKeys(encryption.customerKeys, store),
      kinds: recordKinds,
      jobs,
      accessLog: { purge: async () => {} },
      revocations,
      channel,
      log: silentLog,
    });
    let isListening = false;
    channel.subscribe({
      onMessage() {},
      onGap() {
        isListening = true;
      },
    });
    jobs.start();
    serverSide.start();
    onTestFinished(async () => {
      await jobs.stop();
      await serverSide.stop();
    });
    await addCustomer(store, encryption, 'ada');
    const isKnown = async () => (await encryption.customerKeys.forReading(store.db, 'ada')) !== null;
    clock.advance(0);
    // The first look has ended.
    await nextTurn();
    await eventually(() => kind === 'sqlite' || isListening);
    expect(await isKnown()).toBe(true);
    const command = createErasures({
      store,
      encryption: createEncryption(storeKeys),
      keys: await openServerKeys(encryption.customerKeys, store),
      kinds: recordKinds,
      jobs: newJobs(store),
      revocations,
      channel: kind === 'postgres' ? commandSide.channel('dx_erasures') : silentChannel,
      log: silentLog,
    });
    await command.erase('ada');
    // On PostgreSQL a message arrives at once.
    if (kind === 'sqlite') clock.advance(5_000);
    await eventually(async () => !(await isKnown()));
  });
});
