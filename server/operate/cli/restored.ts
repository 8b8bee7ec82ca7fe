/** `dx-booking restored`: what the service has and a restored database has lost (server/backup.md). */
import { readFile } from 'node:fs/promises';
import { findLost } from '../../booking/appointments/lost-appointments.ts';
import { registerAppointment } from '../../booking/appointments/register.ts';
import { appointmentColumns } from '../../booking/appointments/stored-appointment.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { loadHooks } from '../../config/load-hooks.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import { silentLog } from '../../core/observability/log.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import { isoTime } from '../../core/store/record-kind.ts';
import { beginRestored, endRestored, readRestored } from '../../core/store/restored.ts';
import type { Store } from '../../core/store/store.ts';
import { type AppointmentReads, createAppointmentReads } from '../../upstream/appointments/reads.ts';
import type { Appointment } from '../../upstream/appointments/responses.ts';
import { appointmentStatusOf } from '../../upstream/appointments/status-words.ts';
import { createAssumptions } from '../../upstream/assumptions/assumptions.ts';
import { createReads } from '../../upstream/full-api-reads.ts';
import type { Flow } from '../../upstream/write-kinds.ts';
import { recordKinds } from '../record-kinds.ts';
import { readRecords } from '../records/customer-records.ts';
import { CommandError } from './command-error.ts';
import { type Opened, withOperator } from './open-operator.ts';
import type { Subcommand } from './run-command.ts';
import { apiKeysOf, serviceLog, withDatabase, withService } from './with-database.ts';

/** An appointment of the service that this database does not have. */
interface Lost {
  flow: Flow;
  appointment: Appointment;
}

/**
 * `restored begin`: stores the time of the backup. Run it before the first server starts on the restored database.
 * @param options.time ISO 8601
 * @returns the exit code
 * @throws CommandError if it is not a time, or is in the future
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export const restoredBegin: Subcommand<{ time: string }> = async (env, { time }, print) => {
  const backupAtMs = Date.parse(time);
  if (Number.isNaN(backupAtMs) || backupAtMs > Date.now())
    throw new CommandError(`${time} is not a time of the past, such as 2026-11-22T03:00:00Z.`);
  return withDatabase(readConfig(env), async ({ store }) => {
    await store.transaction((trx) => beginRestored(trx, backupAtMs));
    print('Start the servers. Then list what is lost: dx-booking restored list');
    return 0;
  });
};

/**
 * `restored list`: prints the appointments that the service has and this database does not, without health data.
 * @returns the exit code: 1 if there are some
 * @throws CommandError if the restore was not begun; UpstreamError
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export const restoredList: Subcommand<{ json?: boolean }> = (env, { json = false }, print) => {
  const config = readConfig(env);
  return withDatabase(config, async ({ store }) => {
    const lost = (await listLost(config, store)).map(({ flow, appointment }) => ({
      appointment_id: appointment.appointment_id,
      order_id: appointment.order_id,
      flow,
      created_at: appointment.created_at,
    }));
    if (json) print(JSON.stringify(lost));
    else
      for (const one of lost)
        print(`${one.appointment_id}  order ${one.order_id}  ${one.created_at ?? ''}  ${one.flow}`);
    if (!json && lost.length === 0) print('Nothing is lost. End it: dx-booking restored end');
    return lost.length === 0 ? 0 : 1;
  });
};

/** How `restored adopt` learns who booked: one appointment and its user, a file of them, or the hook `whoBooked`. */
export interface AdoptOptions {
  appointment?: string;
  /** Your own id of the user. */
  subject?: string;
  /** A file with a line `APPOINTMENT,SUBJECT` for each appointment. */
  file?: string;
  /** Whether to ask the hook about every lost appointment. */
  byHook?: boolean;
  /** The name in the access log. @default the user of the system */
  operator?: string;
}

/**
 * `restored adopt`: gives lost appointments to the customers who booked them.
 * @returns the exit code: 1 if the hook or the file has no user for some that were asked about
 * @throws CommandError if the options or the file cannot be used, if an appointment is not among the lost ones, or if the
 *   restore was not begun; UpstreamError
 * @throws Error as {@link withOperator}
 */
export const restoredAdopt: Subcommand<AdoptOptions> = (env, { operator, ...options }, print) =>
  withOperator(env, { operator }, async ({ config, store, encryption, record }) => {
    const lost = new Map(
      (await listLost(config, store)).map((each) => [each.appointment.appointment_id, each]),
    );
    const users = await usersOf(env, options, lost);
    for (const id of users.keys())
      if (!lost.has(id)) throw new CommandError(`${id} is not among the lost appointments.`);
    const physicianMode = config.UPSTREAM_API_KEY ? await readPhysicianMode(config) : null;
    let left = 0;
    for (const [appointmentId, { flow, appointment }] of lost) {
      const subject = users.get(appointmentId);
      if (subject === undefined) continue;
      const { order_id: orderId, test_type: testType } = appointment;
      if (subject === null || orderId === null || testType === null) {
        print(
          `${appointmentId} is left: ${subject === null ? 'nobody knows who booked it' : 'the service does not send its order and its test'}.`,
        );
        left += 1;
        continue;
      }
      const unknown = {
        catalogId: null,
        offeringId: null,
        orderRef: null,
        consentJourneyId: null,
        patient: null,
      };
      const mode = flow === 'full_api' ? physicianMode : null;
      const row = {
        appointmentId,
        customerId: subject,
        orderId,
        flow,
        testType,
        physicianMode: mode,
        ...unknown,
      };
      const createdAtMs = Date.parse(appointment.created_at ?? '') || Date.now();
      await store.transaction((trx) => registerAppointment(trx, encryption, row, createdAtMs));
      await record({
        customerId: subject,
        record: { kind: 'appointment', id: appointmentId },
        action: 'change',
        outcome: 'done',
      });
      print(`${appointmentId} belongs to ${subject}.`);
    }
    return left === 0 ? 0 : 1;
  });

/**
 * Finds the user of each appointment; null for one whose user the hook does not know.
 * @throws CommandError
 */
async function usersOf(
  env: NodeJS.ProcessEnv,
  { appointment, subject, file, byHook }: AdoptOptions,
  lost: ReadonlyMap<string, Lost>,
): Promise<Map<string, string | null>> {
  if (file !== undefined) return readUsers(file);
  if (!byHook) {
    if (!appointment || !subject)
      throw new CommandError('Name an appointment with --subject, or --file, or --by-hook.');
    return new Map([[appointment, subject]]);
  }
  const loaded = await loadHooks(env);
  const whoBooked = 'hooks' in loaded ? loaded.hooks.whoBooked : undefined;
  if (!whoBooked) throw new CommandError('The hook "whoBooked" is missing, or the hooks cannot be loaded.');
  const users = new Map<string, string | null>();
  for (const [id, { appointment }] of lost) {
    const asked = whoBooked({ appointmentId: id, orderId: appointment.order_id ?? '' });
    const known = await asked.catch((error: unknown) => {
      const { error_class, error_code } = describeError(error);
      throw new CommandError(
        `Nothing is adopted: the hook "whoBooked" failed for ${id} (${error_code ?? error_class}).`,
      );
    });
    users.set(id, known?.subject ?? null);
  }
  return users;
}

/** @throws CommandError for a file that cannot be read, or a line of another form */
async function readUsers(file: string): Promise<Map<string, string>> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read.`);
  });
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return new Map(
    lines.map((line, at) => {
      const [, id, subject] = /^([^,\s]+),(\S.*)$/.exec(line.trim()) ?? [];
      if (!id || !subject) throw new CommandError(`Line ${at + 1} of ${file} is not APPOINTMENT,SUBJECT.`);
      return [id, subject] as const;
    }),
  );
}

/** What keeps a restore from its end: the customer has to come back. */
interface Waiting {
  subject: string;
  /** The booking that stopped, because the customer may have booked in what is lost; null for a lost one. */
  booking_id: string | null;
  /** The lost booking that was given back, for which the customer has paid and asked for no time; null for a stopped one. */
  appointment_id: string | null;
  since: string;
}

/**
 * `restored waiting`: prints the customers who cannot continue, because they may have booked in what is lost, and those
 * of adopted bookings that have no time yet.
 * @returns the exit code: 1 if there are some
 * @throws CommandError if the restore was not begun; UpstreamError
 * @throws Error as {@link withOperator}
 */
export const restoredWaiting: Subcommand<{ operator?: string; json?: boolean }> = (
  env,
  { operator, json = false },
  print,
) =>
  withOperator(env, { operator }, async (opened) => {
    const waiting = await listWaiting(opened);
    if (json) print(JSON.stringify(waiting));
    else for (const one of waiting) print(inWords(one));
    if (!json && waiting.length === 0) print('Nobody waits.');
    return waiting.length === 0 ? 0 : 1;
  });

/**
 * `restored end`: customers whose appointments are lost may book again. Restart the servers afterwards.
 * @param options.anyway whether it ends although customers wait. Who has paid for an adopted booking then pays again
 * @returns the exit code: 1, with nothing done, if customers wait
 * @throws CommandError if the restore was not begun; UpstreamError
 * @throws Error as {@link withOperator}
 */
export const restoredEnd: Subcommand<{ operator?: string; anyway?: boolean }> = (
  env,
  { operator, anyway = false },
  print,
) =>
  withOperator(env, { operator }, async (opened) => {
    const waiting = anyway ? [] : await listWaiting(opened);
    for (const one of waiting) print(inWords(one));
    if (waiting.length > 0) {
      print('Not ended. Ask these customers to come back: after the end they may order and pay again.');
      print('To end it anyway: dx-booking restored end --anyway');
      return 1;
    }
    if (!(await endRestored(opened.store.db))) throw notBegun();
    print('Done. Restart the servers.');
    return 0;
  });

const inWords = ({ subject, booking_id, appointment_id, since }: Waiting): string =>
  booking_id === null
    ? `${subject}  appointment ${appointment_id}, without a time  ${since}`
    : `${subject}  booking ${booking_id}, stopped  ${since}`;

/**
 * Lists them. The access log has a record of each before anyone sees it.
 * @throws CommandError if the restore was not begun; UpstreamError
 */
async function listWaiting({ record, ...opened }: Opened): Promise<Waiting[]> {
  const waiting = await findWaiting(opened);
  for (const { subject: customerId } of waiting)
    await record({ customerId, record: { kind: 'customer', id: null }, action: 'view', outcome: 'done' });
  return waiting;
}

async function findWaiting({
  config,
  store,
  encryption,
}: Pick<Opened, 'config' | 'store' | 'encryption'>): Promise<Waiting[]> {
  const backupAtMs = await readRestored(store.db);
  if (backupAtMs === null) throw notBegun();
  const stopped = await listStopped(store, encryption, backupAtMs);
  const { UPSTREAM_API_KEY: apiKey } = config;
  if (apiKey === undefined) return stopped;
  const adopted = await withService(config, { apiKey }, (http) =>
    listAdopted(store, encryption, {
      backupAtMs,
      reads: createAppointmentReads(http, createAssumptions(config.ASSUMPTIONS_FILE), serviceLog),
    }),
  );
  return [...stopped, ...adopted];
}

const journeyKinds = recordKinds.filter(({ table }) => table === 'journeys');

async function listStopped(store: Store, encryption: Encryption, backupAtMs: number): Promise<Waiting[]> {
  const rows = await store.db
    .selectFrom('journeys')
    .select('customer_id')
    .distinct()
    .where('state', '=', 'open')
    .where('updated_at', '>=', backupAtMs)
    .execute();
  const waiting: Waiting[] = [];
  const deps = { db: store.db, encryption, kinds: journeyKinds, log: silentLog };
  for (const { customer_id: subject } of rows)
    for (const { kind, records } of await readRecords(deps, subject))
      for (const record of records) {
        const shown =
          kind.support?.list === 'journeys' ? kind.support.summary(record, { notes: false }) : null;
        if (shown?.state === 'open' && shown.notice === 'support_needed')
          waiting.push({ subject, booking_id: shown.id, appointment_id: null, since: shown.updated_at });
      }
  return waiting;
}

/** The adopted bookings of the full API. The hosted page of the other flow finds its bookings itself. */
async function listAdopted(
  { db }: Store,
  encryption: Encryption,
  { backupAtMs, reads }: { backupAtMs: number; reads: AppointmentReads },
): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('appointments')
    .selectAll()
    .where('flow', '=', 'full_api')
    .where('created_at', '>=', backupAtMs)
    .execute();
  const waiting: Waiting[] = [];
  const { details: column } = appointmentColumns(encryption);
  for (const row of rows) {
    const { catalogId } = await column.decrypt(db, row, row.details);
    // Only `restored adopt` does not know the place.
    if (catalogId !== null || row.requested !== null) continue;
    const { appointment_id, customer_id: subject, created_at } = row;
    const { status } = await reads.appointment(appointment_id);
    if (appointmentStatusOf(status) !== 'unscheduled') continue;
    waiting.push({ subject, booking_id: null, appointment_id, since: isoTime(created_at) });
  }
  return waiting;
}

const notBegun = () =>
  new CommandError('Name the time of the backup first: dx-booking restored begin 2026-11-22T03:00:00Z');

/** @throws CommandError if the restore was not begun; UpstreamError */
async function listLost(config: Config, store: Store): Promise<Lost[]> {
  const backupAtMs = await readRestored(store.db);
  if (backupAtMs === null) throw notBegun();
  const updated_after = new Date(backupAtMs).toISOString();
  const lost: Lost[] = [];
  for (const { flow, apiKey } of apiKeysOf(config))
    await withService(config, { apiKey }, async (http) => {
      const assumptions = createAssumptions(config.ASSUMPTIONS_FILE);
      const reads = createAppointmentReads(http, assumptions, serviceLog);
      const found = await findLost(store.db, reads, { updated_after });
      lost.push(...found.map((appointment) => ({ flow, appointment })));
    });
  return lost;
}

const readPhysicianMode = (config: Config): Promise<string> =>
  withService(config, { apiKey: config.UPSTREAM_API_KEY ?? '' }, async (http) => {
    const reads = createReads(http, createAssumptions(config.ASSUMPTIONS_FILE), serviceLog);
    return (await reads.configuration()).physician_order.mode;
  });
