/** `dx-booking customers show|export|erase|purge`: what the server stores of one customer (server/customer-data.md). */
import { open, rm } from 'node:fs/promises';
import type { CustomerView, EraseResult } from '../../contract/admin-api/views.ts';
import { eraseTraces } from '../../core/store/erase-traces.ts';
import { recordKinds } from '../record-kinds.ts';
import { checkAfterMs } from '../records/erasures.ts';
import { listCustomers } from '../records/purge.ts';
import { CommandError } from './command-error.ts';
import { counted } from './counted.ts';
import { withOperator } from './open-operator.ts';
import type { Print, Subcommand } from './run-command.ts';

const onCustomer = <T>(
  env: NodeJS.ProcessEnv,
  { subject, operator }: { subject: string; operator?: string },
  work: Parameters<typeof withOperator<T>>[2],
): Promise<T> => {
  // The empty id is the server's own (store/customer-keys.ts).
  if (subject === '') throw new CommandError('The subject is empty.');
  const nothing = `The server stores nothing of "${subject}". The id is the one of your user tokens (sub).`;
  return withOperator(env, { operator, nothing }, work);
};

/**
 * `customers show`: how many records of each kind there are, what is under way, and whether the customer was erased. It
 * prints no health data.
 * @returns the exit code: 1 if a record does not fit its schema
 * @throws CommandError if the server stores nothing of the customer and never erased one of this id
 * @throws Error as {@link withOperator}
 */
export const customersShow: Subcommand<{ subject: string; json?: boolean; operator?: string }> = async (
  env,
  { json = false, ...customer },
  print,
) =>
  onCustomer(env, customer, async ({ actions, countInvalid }) => {
    const view = await actions.show(customer.subject);
    if (json) print(JSON.stringify(view));
    else {
      for (const [kind, count] of Object.entries(view.records)) print(`${kind.padEnd(18)} ${count}`);
      printUnderWay(view, print);
      if (view.erased) print(`Erased at ${view.erased.at} (${view.erased.state}).`);
    }
    return countInvalid() > 0 ? 1 : 0;
  });

function printUnderWay({ under_way }: CustomerView, print: Print): void {
  if (under_way.length > 0) print('Under way:');
  for (const { kind, id, message } of under_way) print(`  ${kind} ${id}: ${message}`);
}

/**
 * `customers export`: writes everything that the server stores of a customer into a new file that only its owner can
 * read.
 * @param options.to the path of the file
 * @returns the exit code: 1 if a record does not fit its schema. The file has it as it is stored
 * @throws CommandError if the server stores nothing of the customer, or the file exists or cannot be written
 * @throws Error as {@link withOperator}
 */
export const customersExport: Subcommand<{ subject: string; to: string; operator?: string }> = async (
  env,
  { to, ...customer },
  print,
) =>
  onCustomer(env, customer, async ({ actions, countInvalid }) => {
    // Before the export, so that the access log has none that the operator did not get.
    const file = await open(to, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(
        error.code === 'EEXIST'
          ? `${to} exists. Name a new file.`
          : `${to} cannot be written (${error.code}).`,
      );
    });
    try {
      const document = await actions.exportCustomer(customer.subject);
      await file.writeFile(`${JSON.stringify(document, null, 2)}\n`);
      const count = Object.values(document.records).reduce((sum, list) => sum + list.length, 0);
      print(`Wrote ${counted(count, 'record')} to ${to}. The file is health data.`);
    } catch (error) {
      await rm(to);
      throw error;
    } finally {
      await file.close();
    }
    return countInvalid() > 0 ? 1 : 0;
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
 * @returns the exit code: 1 if nothing was erased, or if the erasure has begun and the data is not deleted yet
 * @throws CommandError if the server stores nothing of the customer
 * @throws Error as {@link withOperator}
 */
export const customersErase: Subcommand<EraseOptions> = async (
  env,
  { yes = false, evenUnderWay = false, json = false, ...customer },
  print,
) =>
  onCustomer(env, customer, async ({ actions }) => {
    const result = await actions.erase(customer.subject, { yes, evenUnderWay });
    const { erased, records, under_way } = result;
    const isBegun = erased !== null && erased.state !== 'erasing';
    if (json) print(JSON.stringify(result));
    else if (erased) reportErased(erased, result, print);
    else {
      for (const [kind, count] of Object.entries(records))
        if (count > 0) print(`${kind.padEnd(18)} ${count}`);
      printUnderWay(result, print);
      print(
        under_way.length > 0 && !evenUnderWay
          ? 'Nothing was erased. Finish or cancel what is under way, or add --even-under-way to cut it off.'
          : 'Nothing was erased. Add --yes to erase these records. Nobody can restore them.',
      );
    }
    return isBegun ? 0 : 1;
  });

/**
 * `customers purge`: erases again after a restore. It deletes every row that no data key decrypts.
 * @param options.yes deletes; without it the command only counts. @default false
 * @returns the exit code: 1 if nothing was deleted because `yes` is missing
 * @throws CommandError if no customer has a data key: then the keys are missing, not the customers
 * @throws Error as {@link withOperator}
 */
export const customersPurge: Subcommand<{ yes?: boolean; operator?: string }> = (
  env,
  { yes = false, operator },
  print,
) =>
  withOperator(env, { operator }, async ({ store, encryption, actions }) => {
    const { all, withoutKey } = await listCustomers({ db: store.db, encryption, kinds: recordKinds });
    if (all.length > 0 && withoutKey.length === all.length)
      throw new CommandError('No customer has a data key. Restore the data keys first; nothing was deleted.');
    print(`${withoutKey.length} of ${all.length} customers have no data key.`);
    if (!yes) {
      print('Nothing was deleted. Add --yes to delete every row that no data key decrypts.');
      return 1;
    }
    const removed = await actions.purge(all);
    await eraseTraces(store.db);
    for (const [kind, count] of Object.entries(removed)) print(`${kind.padEnd(18)} ${count} deleted`);
    return 0;
  });

function reportErased(
  { id, state, removed }: NonNullable<EraseResult['erased']>,
  { order_ids, appointment_ids }: EraseResult,
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
