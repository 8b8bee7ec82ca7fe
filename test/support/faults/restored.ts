/**
 * A backup while customers book, a SIGKILL some time later, and a restore in another place. Customers continue, and the
 * operator gives back the bookings that began after the backup. At the end the service has one booking for each customer.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { databasesOf, readConfig } from '../../../server/config/config.ts';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import { freePort } from '../../../server/core/free-port.ts';
import { encryptedTables } from '../../../server/core/store/encrypted-columns.ts';
import { createEncryption } from '../../../server/core/store/encryption.ts';
import { openStore } from '../../../server/core/store/store.ts';
import { restoredAdopt, restoredBegin, restoredList } from '../../../server/operate/cli/restored.ts';
import { book, stuckAfterMs } from '../book.ts';
import { profile, signConsent } from '../booking.ts';
import { Customer } from '../customer.ts';
import { decryptedBytes, encryptedTableNames } from '../decrypted-columns.ts';
import type { Verdict } from '../rounds.ts';
import { type Found, inRounds } from '../rounds.ts';
import type { Sandbox } from '../sandbox.ts';
import { origin, startService } from '../service.ts';
import { startPostgres, type TestPostgres } from '../start-postgres.ts';
import { type Copied, copiedPostgres, copiedSqlite } from './copied-database.ts';
import { startServer } from './server-process.ts';

/**
 * Decrypts all values.
 * @param env settings of a server
 * @returns the values that cannot be read, and a line if there is none at all
 */
async function unreadableValues(env: NodeJS.ProcessEnv): Promise<string[]> {
  const config = readConfig(env);
  const store = await openStore(databasesOf(config));
  try {
    const encryption = createEncryption(config.STORE_KEYS, store.separateKeys);
    const faults: string[] = [];
    let count = 0;
    for (const table of encryptedTableNames) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
        store.db,
      );
      for (const row of rows)
        for (const column of encryptedTables[table].columns) {
          if (row[column] === null) continue;
          count += 1;
          await decryptedBytes(store.db, encryption, table, column, row).catch((error: Error) =>
            faults.push(error.message),
          );
        }
    }
    return count === 0 ? ['there is no encrypted value'] : faults;
  } finally {
    await store.close();
  }
}

const customersAtOnce = 20;
/** Customers who begin after the backup, and as many who begin just before the end. */
const laterCustomers = 3;

/** One customer through both servers. */
interface Booker {
  name: string;
  /** The appointment that the page has shown. */
  appointmentId: string | null;
  /** The customer answers some questions differently after the restore. */
  changesMind: boolean;
}

const newBooker = (name: string, changesMind = false): Booker => ({ name, appointmentId: null, changesMind });

/** Books as one customer until the end or a fault. @param isAgain after the restore */
function bookAs(url: string, booker: Booker, isAgain: boolean, onView = (_: JourneyView) => {}) {
  const customer = new Customer(url, origin, booker.name);
  const isChanged = isAgain && booker.changesMind;
  const own = {
    ...profile,
    email: `${booker.name}@patient.example`,
    phone: isChanged ? '212 555 0199' : profile.phone,
  };
  // A page that opens shows the notice of an answer before.
  let hasAnswered = false;
  return book(customer, stuckAfterMs, {
    seen(view) {
      if (view.shows.step === 'sent') booker.appointmentId = view.shows.appointment_id;
      onView(view);
    },
    answers(view) {
      if (hasAnswered && view.notice?.code === 'support_needed') throw new Error('support_needed');
      hasAnswered = true;
      if (view.shows.step === 'identity') return customer.answer('identity', own);
      if (view.shows.step === 'consent' && isChanged)
        return customer.answer('consent', { ...signConsent(view), typed_name: 'I. Okonkwo-Lindqvist' });
      return null;
    },
  });
}

/** Books until the step is shown. */
const bookUntil = (url: string, booker: Booker, step: string) =>
  new Promise<void>((resolve, reject) => {
    void bookAs(url, booker, false, (view) => {
      if (view.shows.step !== step) return;
      resolve();
      throw new Error('stops here');
    }).then(reject);
  });

/**
 * Runs the whole case.
 * @param random draws how long after the backup the server dies
 * @returns what is wrong
 */
export async function bookThroughRestore(copied: Copied, random: () => number): Promise<Found> {
  const service = await startService();
  const { sandbox } = service;
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const shared = {
    ...service.env,
    PORT: String(port),
    PUBLIC_URL: url,
    TUNING: JSON.stringify({ reconcileMs: 1_000 }),
  };
  const before = { ...shared, ...copied.env[0] };
  const after = { ...shared, ...copied.env[1] };
  let server = await startServer(before);
  try {
    const early = Array.from({ length: customersAtOnce }, (_, n) => newBooker(`user-early-${n}`));
    const changing = newBooker('user-changing', true);
    const later = Array.from({ length: 2 * laterCustomers }, (_, n) => newBooker(`user-later-${n}`));
    await bookUntil(url, changing, 'identity');
    const { time, first } = await backupUnderLoad(copied, before, { url, early });
    const ended = [changing, ...later.slice(0, laterCustomers)].map((each) => bookAs(url, each, false));
    const faults = (await Promise.all(ended)).filter((fault) => fault !== null);
    for (const each of later.slice(laterCustomers)) void bookAs(url, each, false);
    await sleep(random() * 700);
    server.signal('SIGKILL');
    await server.ended;

    await sandbox.transition(first, { to: 'confirmed' });
    await copied.restore();
    await restoredBegin(after, { time }, () => {});
    server = await startServer(after);
    faults.push(...(await continueAll({ after, sandbox, url, early: [...early, changing], later, first })));
    server.signal('SIGTERM');
    await server.ended;
    faults.push(...(await unreadableValues(after)));
    return { faults, ms: {} };
  } finally {
    server.signal('SIGKILL');
    await server.ended;
    await service.close();
  }
}

/** Backs up once the first of the customers has finished. @returns its time, and the finished appointment */
async function backupUnderLoad(
  copied: Copied,
  env: NodeJS.ProcessEnv,
  { url, early }: { url: string; early: Booker[] },
): Promise<{ time: string; first: string }> {
  const some = Promise.withResolvers<string>();
  const ended = early.map((each) =>
    bookAs(url, each, false, ({ shows }) => {
      if (shows.step === 'sent') some.resolve(shows.appointment_id);
    }),
  );
  void Promise.all(ended).then((faults) => some.reject(new Error(faults.join(', '))));
  const first = await some.promise;
  return { time: await copied.copy(env), first };
}

/** All customers open the page again. The operator gives back the bookings that began after the backup. */
async function continueAll(found: {
  after: Record<string, string>;
  sandbox: Sandbox;
  url: string;
  early: Booker[];
  later: Booker[];
  first: string;
}): Promise<string[]> {
  const { after, sandbox, url, early, later, first } = found;
  const faults: string[] = [];
  await isConfirmed(url, early, first, sandbox);
  const known = new Map(early.map((each) => [each, each.appointmentId]));
  await Promise.all(
    early.map(async (each) => {
      const fault = await bookAs(url, each, true);
      const shown = known.get(each);
      if (fault) faults.push(`${each.name}: ${fault}`);
      if (shown && shown !== each.appointmentId) faults.push(`${each.name} got another appointment`);
    }),
  );
  for (const each of later) {
    const shown = each.appointmentId;
    let fault = await bookAs(url, each, true);
    if (fault?.includes('support_needed')) {
      const id = await lostAppointment(after, each);
      await restoredAdopt(after, { appointment: id, subject: each.name }, () => {});
      if (shown && shown !== id) faults.push(`${each.name} got another appointment`);
      fault = shown ? null : await bookAs(url, each, true);
      const listed = await appointmentsOf(url, each.name);
      // Who has requested a time sees it there, and cannot order again. The ledger shows it if there is no request.
      if (fault?.includes('support_needed')) fault = null;
      if (!listed.includes(id)) faults.push(`${each.name} does not see the appointment`);
    } else if (shown) faults.push(`${each.name} could book a second time`);
    if (fault) faults.push(`${each.name}: ${fault}`);
  }
  if ((await restoredList(after, {}, () => {})) !== 0) faults.push('appointments are left that nobody has');
  const all = early.length + later.length;
  const { orders, appointments, schedule_requests } = await sandbox.ledger();
  for (const [name, count] of Object.entries({ orders, appointments, schedule_requests }))
    if (count !== all) faults.push(`${count} ${name} of ${all} customers`);
  return faults;
}

/** The change of an appointment whose event was missed is found in the service's list. */
async function isConfirmed(url: string, early: Booker[], id: string, sandbox: Sandbox): Promise<void> {
  const owner = early.find(({ appointmentId }) => appointmentId === id);
  if (!owner) throw new Error('the first appointment has no customer');
  await sandbox.fault('GET', '/v1/appointments/*', { kind: 'status', status: 503 }, { times: 1_000 });
  const customer = new Customer(url, origin, owner.name);
  for (const endsAt = performance.now() + stuckAfterMs; ; await sleep(100)) {
    const { body } = await customer.call<{ appointments: { id: string; status: string }[] }>(
      'GET',
      '/appointments',
    );
    if (JSON.stringify(body).includes('"confirmed"')) break;
    if (performance.now() > endsAt) throw new Error('the missed confirmation was not found');
  }
  await sandbox.clearFaults();
}

const appointmentsOf = async (url: string, name: string): Promise<string> =>
  JSON.stringify((await new Customer(url, origin, name).call<unknown>('GET', '/appointments')).body);

/** The partner knows the appointment from its events, or the service finds it by the customer's e-mail. */
async function lostAppointment(
  env: Record<string, string>,
  { name, appointmentId }: Booker,
): Promise<string> {
  if (appointmentId) return appointmentId;
  const list = `${env.UPSTREAM_URL}/v1/appointments?email=${encodeURIComponent(`${name}@patient.example`)}`;
  const response = await fetch(list, { headers: { 'x-api-key': env.UPSTREAM_API_KEY ?? '' } });
  return ((await response.json()) as { data: { items: { appointment_id: string }[] } }).data.items[0]
    ?.appointment_id as string;
}

/** The part of the torture: rounds on both databases. */
export async function restored(random: () => number, rounds: number): Promise<Verdict[]> {
  const postgres = await startPostgres();
  try {
    const onSqlite = await inRounds(random, rounds, 1, async (own) => {
      const folder = await mkdtemp(join(tmpdir(), 'dx-restored-'));
      return bookThroughRestore(copiedSqlite(folder), own).finally(() => rm(folder, { recursive: true }));
    });
    const onPostgres = await inRounds(random, rounds, 1, async (own) =>
      bookThroughRestore(copiedPostgres(await postgres.newDatabase(), await migratedDatabase(postgres)), own),
    );
    const figures = `${rounds * customersAtOnce} customers at the backup`;
    return [
      { what: 'restored from a backup under load, SQLite', rounds, faults: onSqlite.faults, figures },
      { what: 'restored from a backup under load, PostgreSQL', rounds, faults: onPostgres.faults, figures },
    ];
  } finally {
    await postgres.stop();
  }
}

async function migratedDatabase(postgres: TestPostgres): Promise<string> {
  const databaseUrl = await postgres.newDatabase();
  await openStore({ databaseUrl, sqliteFile: '' }).then((store) => store.close());
  return databaseUrl;
}
