/** `dx-booking customers show|export|erase|purge`: what the server stores of one customer (server/customer-data.md). */
import { open, rm } from 'node:fs/promises';
import { type CustomerRecords, readRecords } from '../customers/customer-records.ts';
import type { RecordKind } from '../customers/customer-tables.ts';
import { checkAfterMs, type Erasure } from '../customers/erasures.ts';
import { exportCustomer } from '../customers/export-customer.ts';
import { listCustomers, purge } from '../customers/purge.ts';
import { type UnderWay, underWay } from '../customers/under-way.ts';
import { eraseTraces, overwritingDeleted } from '../store/erase-traces.ts';
import { CommandError } from './command-error.ts';
import { withCustomers } from './open-customers.ts';
import { recordOperator } from './operator.ts';

type Print = (line: string) => void;

const countsOf = (records: CustomerRecords): [RecordKind, number][] =>
  (Object.entries(records) as [RecordKind, unknown[]][]).map(([kind, list]) => [kind, list.length]);
const isEmpty = (records: CustomerRecords) => countsOf(records).every(([, count]) => count === 0);

/** The empty id is the server's own (store/customer-keys.ts). */
function refuseEmpty(subject: string): void {
  if (subject === '') throw new CommandError('The subject is empty.');
}

const nothing = (subject: string) =>
  new CommandError(`The server stores nothing of "${subject}". The id is the one of your user tokens (sub).`);

/** The entry of the access log for a command about one customer. */
const entryOf = (customerId: string, action: 'view' | 'export' | 'erase') => ({
  customerId,
  record: { kind: 'customer', id: null } as const,
  action,
  outcome: 'done' as 'done' | 'refused' | 'failed',
});

/**
 * `customers show`: how many records of each kind there are, what is under way, and whether the customer was erased. It
 * prints no health data.
 * @returns the exit code
 * @throws CommandError if the server stores nothing of the customer and never erased one of this id
 */
export const customersShow = (
  env: NodeJS.ProcessEnv,
  { subject, json = false, operator }: { subject: string; json?: boolean; operator?: string },
  print: Print,
): Promise<number> =>
  withCustomers(env, async ({ store, encryption, erasures }) => {
    refuseEmpty(subject);
    const records = await readRecords(store.db, encryption, subject);
    const erased = await erasures.last(subject);
    if (isEmpty(records) && !erased) throw nothing(subject);
    await recordOperator({ store, encryption }, operator, entryOf(subject, 'view'));
    const counts = Object.fromEntries(countsOf(records));
    const waiting = underWay(records);
    if (json)
      print(JSON.stringify({ subject, records: counts, under_way: waiting, erased: shownErasure(erased) }));
    else {
      for (const [kind, count] of countsOf(records)) print(`${kind.padEnd(18)} ${count}`);
      printUnderWay(waiting, print);
      if (erased) print(`Erased at ${new Date(erased.beganAtMs).toISOString()} (${erased.state}).`);
    }
    return 0;
  });

const shownErasure = (erased: Erasure | null) =>
  erased && { at: new Date(erased.beganAtMs).toISOString(), state: erased.state, removed: erased.removed };

function printUnderWay(waiting: readonly UnderWay[], print: Print): void {
  if (waiting.length > 0) print('Under way:');
  for (const { kind, id, says } of waiting) print(`  ${kind} ${id}: ${says}`);
}

/**
 * `customers export`: writes everything that the server stores of a customer into a new file that only its owner can
 * read.
 * @param options.to the path of the file
 * @returns the exit code
 * @throws CommandError if the server stores nothing of the customer, or the file exists or cannot be written
 */
export const customersExport = (
  env: NodeJS.ProcessEnv,
  { subject, to, operator }: { subject: string; to: string; operator?: string },
  print: Print,
): Promise<number> =>
  withCustomers(env, async ({ store, encryption }) => {
    refuseEmpty(subject);
    const document = await exportCustomer(store.db, encryption, { subject, nowMs: Date.now() });
    const count = Object.values(document.records).reduce((sum, list) => sum + list.length, 0);
    if (count === 0) throw nothing(subject);
    const text = `${JSON.stringify(document, null, 2)}\n`;
    const file = await open(to, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(
        error.code === 'EEXIST'
          ? `${to} exists. Name a new file.`
          : `${to} cannot be written (${error.code}).`,
      );
    });
    try {
      await recordOperator({ store, encryption }, operator, entryOf(subject, 'export'));
      await file.writeFile(text);
    } catch (error) {
      await rm(to);
      throw error;
    } finally {
      await file.close();
    }
    print(`Wrote ${count} records to ${to}. The file is health data.`);
    return 0;
  });

/** The options of `customers erase`. */
export interface EraseOptions {
  subject: string;
  /** Erases; without it the command only says what it would erase. @default false */
  yes?: boolean;
  /** Erases although something is under way. @default false */
  evenUnderWay?: boolean;
  /** @default false */
  json?: boolean;
  /** Who erases, for the access log. @default the user of the system */
  operator?: string;
}

/**
 * `customers erase`: deletes everything that the server stores of a customer.
 * @returns the exit code: 1 if nothing was erased
 * @throws CommandError if the server stores nothing of the customer
 */
export const customersErase = (
  env: NodeJS.ProcessEnv,
  { subject, yes = false, evenUnderWay = false, json = false, operator }: EraseOptions,
  print: Print,
): Promise<number> =>
  withCustomers(env, async ({ store, encryption, erasures }) => {
    refuseEmpty(subject);
    const records = await readRecords(store.db, encryption, subject);
    const earlier = await erasures.last(subject);
    const isUnfinished = earlier !== null && earlier.state !== 'done';
    if (isEmpty(records) && !isUnfinished) throw nothing(subject);
    const waiting = underWay(records);
    const isRefused = waiting.length > 0 && !evenUnderWay;
    const upstream = idsAtTheService(records);
    const isErased = yes && !isRefused;
    const erased = isErased ? await erasures.erase(subject) : null;
    const isBegun = erased !== null && erased.state !== 'erasing';
    await recordOperator({ store, encryption }, operator, {
      ...entryOf(subject, yes ? 'erase' : 'view'),
      ...(yes && !isBegun && { outcome: isRefused ? 'refused' : 'failed' }),
    });
    if (json) {
      const counts = Object.fromEntries(countsOf(records));
      print(
        JSON.stringify({
          subject,
          records: counts,
          under_way: waiting,
          ...upstream,
          erased: shownErasure(erased),
        }),
      );
      return isBegun ? 0 : 1;
    }
    if (erased) {
      reportErased(erased, upstream, print);
      return isBegun ? 0 : 1;
    }
    for (const [kind, count] of countsOf(records)) if (count > 0) print(`${kind.padEnd(18)} ${count}`);
    printUnderWay(waiting, print);
    if (isRefused)
      print('Nothing was erased. Finish or cancel what is under way, or add --even-under-way to cut it off.');
    else print('Nothing was erased. Add --yes to erase these records. Nobody can restore them.');
    return 1;
  });

/**
 * `customers purge`: erases again after a restore. It deletes every row that no data key decrypts.
 * @returns the exit code: 1 if nothing was deleted because `yes` is missing
 * @throws CommandError if no customer has a data key: then the keys are missing, not the customers
 */
export const customersPurge = (
  env: NodeJS.ProcessEnv,
  { yes = false }: { yes?: boolean },
  print: Print,
): Promise<number> =>
  withCustomers(env, async ({ store, encryption }) => {
    const { all, withoutKey } = await listCustomers(store.db, encryption);
    if (all.length > 0 && withoutKey.length === all.length)
      throw new CommandError('No customer has a data key. Restore the data keys first; nothing was deleted.');
    print(`${withoutKey.length} of ${all.length} customers have no data key.`);
    if (!yes) {
      print('Nothing was deleted. Add --yes to delete every row that no data key decrypts.');
      return 1;
    }
    const removed = await overwritingDeleted(store.db, () => purge(store.db, encryption, all));
    await eraseTraces(store.db);
    for (const [kind, count] of Object.entries(removed)) print(`${kind.padEnd(18)} ${count} deleted`);
    return 0;
  });

/** The ids under which the service and the partner's backend know the customer's bookings. */
function idsAtTheService({ appointments }: CustomerRecords) {
  const idsOf = (column: string) => [...new Set(appointments.map(({ row }) => `${row[column]}`))];
  return { order_ids: idsOf('order_id'), appointment_ids: idsOf('appointment_id') };
}

function reportErased(
  { id, state, removed }: Erasure,
  { order_ids, appointment_ids }: ReturnType<typeof idsAtTheService>,
  print: Print,
): void {
  if (state === 'erasing') {
    print(
      `The erasure ${id} has begun and is not complete. A running server continues it, or this command again.`,
    );
    return;
  }
  for (const [kind, count] of Object.entries(removed))
    if (count > 0) print(`${kind.padEnd(18)} ${count} deleted`);
  print('The data key is deleted: a copy of the data without the key is unreadable.');
  print(
    `Kept: erasure ${id}, with a pseudonym of the customer, its time and the counts above. It is the proof of the erasure.`,
  );
  print('Kept: the access log, which names the customer by the same pseudonym. It has no health data.');
  if (order_ids.length > 0) {
    print('Not erased: what the service stores. Nothing was canceled there. Give these ids to the service:');
    print(`  orders ${order_ids.join(', ')}`);
    print(`  appointments ${appointment_ids.join(', ')}`);
  }
  print(
    'Not erased: your own records, events that your backend received, backups of the data keys, exports.',
  );
  if (state !== 'done')
    print(
      `In ${checkAfterMs / 1000} seconds a running server deletes what another process stored meanwhile, and the id of the customer.`,
    );
}
