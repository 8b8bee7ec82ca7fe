/** `dx-booking restored`: what the service has and a restored database has lost (server/backup.md). */
import { findLost } from '../../booking/appointments/lost-appointments.ts';
import { registerAppointment } from '../../booking/appointments/register.ts';
import { type Config, databasesOf, readConfig } from '../../config/config.ts';
import { silentLog } from '../../core/observability/log.ts';
import { beginRestored, endRestored, readRestored } from '../../core/store/restored.ts';
import { openStore, type Store } from '../../core/store/store.ts';
import { createAppointmentReads } from '../../upstream/appointments/reads.ts';
import type { Appointment } from '../../upstream/appointments/responses.ts';
import { createAssumptions } from '../../upstream/assumptions/assumptions.ts';
import { createReads } from '../../upstream/full-api-reads.ts';
import { createUpstreamHttp, type UpstreamHttp } from '../../upstream/http.ts';
import type { Flow } from '../../upstream/write-kinds.ts';
import { CommandError } from './command-error.ts';
import { withOperator } from './open-operator.ts';

type Print = (line: string) => void;

/** An appointment of the service that this database does not have. */
interface Lost {
  flow: Flow;
  appointment: Appointment;
}

/**
 * `restored begin`: stores the time of the backup. Run it before the first server starts on the restored database.
 * @param backupTime ISO 8601
 * @returns the exit code
 * @throws CommandError if `backupTime` is not a time, or is in the future
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export async function restoredBegin(
  env: NodeJS.ProcessEnv,
  backupTime: string,
  print: Print,
): Promise<number> {
  const backupAtMs = Date.parse(backupTime);
  if (Number.isNaN(backupAtMs) || backupAtMs > Date.now())
    throw new CommandError(`${backupTime} is not a time of the past, such as 2026-11-22T03:00:00Z.`);
  return withStore(env, async ({ store }) => {
    await store.transaction((trx) => beginRestored(trx, backupAtMs));
    print('Start the servers. Then list what is lost: dx-booking restored list');
    return 0;
  });
}

/**
 * `restored list`: prints the appointments that the service has and this database does not, without health data.
 * @returns the exit code: 1 if there are some
 * @throws CommandError if the restore was not begun; UpstreamError
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export const restoredList = (
  env: NodeJS.ProcessEnv,
  { json = false }: { json?: boolean },
  print: Print,
): Promise<number> =>
  withStore(env, async ({ config, store }) => {
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

/**
 * `restored adopt`: gives a lost appointment to the customer who booked it.
 * @param options.subject your own id of the user
 * @param options.operator the name in the access log. @default the user of the system
 * @returns the exit code
 * @throws CommandError if the appointment is not among the lost ones, or if the restore was not begun; UpstreamError
 * @throws Error as {@link withOperator}
 */
export const restoredAdopt = (
  env: NodeJS.ProcessEnv,
  { appointmentId, subject, operator }: { appointmentId: string; subject: string; operator?: string },
  print: Print,
): Promise<number> =>
  withOperator(env, { operator }, async ({ config, store, encryption, record }) => {
    if (subject === '') throw new CommandError('The subject is empty.');
    const lost = (await listLost(config, store)).find(
      ({ appointment }) => appointment.appointment_id === appointmentId,
    );
    if (!lost) throw new CommandError(`${appointmentId} is not among the lost appointments.`);
    const physicianMode = lost.flow === 'full_api' ? await readPhysicianMode(config) : null;
    const { order_id: orderId, test_type: testType } = lost.appointment;
    if (orderId === null || testType === null)
      throw new CommandError(`The service does not send the order and the test of ${appointmentId}.`);
    await store.transaction((trx) =>
      registerAppointment(
        trx,
        encryption,
        {
          appointmentId,
          customerId: subject,
          orderId,
          flow: lost.flow,
          testType,
          catalogId: null,
          offeringId: null,
          physicianMode,
          orderRef: null,
          patient: null,
        },
        Date.parse(lost.appointment.created_at ?? '') || Date.now(),
      ),
    );
    await record({
      customerId: subject,
      record: { kind: 'appointment', id: appointmentId },
      action: 'change',
      outcome: 'done',
    });
    print(`${appointmentId} belongs to ${subject}.`);
    return 0;
  });

/**
 * `restored end`: customers whose appointments are lost may book again. Restart the servers afterwards.
 * @returns the exit code
 * @throws CommandError if the restore was not begun
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export const restoredEnd = (env: NodeJS.ProcessEnv, print: Print): Promise<number> =>
  withStore(env, async ({ store }) => {
    if (!(await endRestored(store.db))) throw notBegun();
    print('Done.');
    return 0;
  });

const notBegun = () =>
  new CommandError('Name the time of the backup first: dx-booking restored begin 2026-11-22T03:00:00Z');

async function withStore<T>(
  env: NodeJS.ProcessEnv,
  work: (opened: { config: Config; store: Store }) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const store = await openStore({ ...databasesOf(config), mustExist: true });
  try {
    return await work({ config, store });
  } finally {
    await store.close();
  }
}

/** @throws CommandError if the restore was not begun; UpstreamError */
async function listLost(config: Config, store: Store): Promise<Lost[]> {
  const backupAtMs = await readRestored(store.db);
  if (backupAtMs === null) throw notBegun();
  const updated_after = new Date(backupAtMs).toISOString();
  const keys = { full_api: config.UPSTREAM_API_KEY, co_branded: config.HANDOFF_API_KEY };
  const lost: Lost[] = [];
  for (const [flow, apiKey] of Object.entries(keys) as [Flow, string | undefined][]) {
    if (apiKey === undefined) continue;
    await withService(config, apiKey, async (http) => {
      const assumptions = createAssumptions(config.ASSUMPTIONS_FILE);
      const reads = createAppointmentReads(http, assumptions, silentLog);
      const found = await findLost(store.db, reads, { updated_after });
      lost.push(...found.map((appointment) => ({ flow, appointment })));
    });
  }
  return lost;
}

const readPhysicianMode = (config: Config): Promise<string> =>
  withService(config, config.UPSTREAM_API_KEY ?? '', async (http) => {
    const reads = createReads(
      http,
      createAssumptions(config.ASSUMPTIONS_FILE, () => {}),
    );
    return (await reads.configuration()).physician_order.mode;
  });

async function withService<T>(
  config: Config,
  apiKey: string,
  work: (http: UpstreamHttp) => Promise<T>,
): Promise<T> {
  const http = createUpstreamHttp({ baseUrl: config.UPSTREAM_URL, apiKey, connections: 1 });
  try {
    return await work(http);
  } finally {
    await http.close();
  }
}
