/** The actions of an operator, by a command or over the admin API. Each action leaves one record in the access log. */

import { type OperatorAction, operatorActions } from '../../contract/admin-api/operator-roles.ts';
import type {
  ActionResult,
  CustomerExport,
  CustomerView,
  EraseResult,
  noteResult,
  SupportRecords,
  WaitingRequest,
  WaitingWork,
} from '../../contract/admin-api/views.ts';
import { Problem } from '../../core/errors.ts';
import { readWaitingWork, type WaitingFilter } from '../../core/jobs/waiting-work.ts';
import { overwritingDeleted } from '../../core/store/erase-traces.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { AccessEntry, AccessLog } from '../access-log/access-log.ts';
import { type CustomerRecords, readRecords } from '../records/customer-records.ts';
import type { Removed } from '../records/delete-records.ts';
import type { Erasure, Erasures } from '../records/erasures.ts';
import { exportCustomer } from '../records/export-customer.ts';
import { purge } from '../records/purge.ts';
import { underWay } from '../records/under-way.ts';
import { summariesOf, supportRecordsOf } from './booking-records.ts';
import { type FailureOnly, type FoundCustomer, findCustomer } from './find-customer.ts';
import { addNote } from './notes.ts';
import { releaseWork, retryParked, retryWork, type WorkDeps } from './retry-work.ts';

/** Nothing is stored under a reference or a subject. */
export class NothingFound extends Error {
  constructor() {
    super('Nothing is stored under this reference.');
  }
}

/**
 * The actions of one operator. Those about a user throw {@link NothingFound}. All throw Error if the access log cannot
 * store their record: what they changed stays changed.
 */
export interface OperatorActions {
  /** Reads the records of the customer that a reference leads to. @param options.notes shows the texts of notes */
  lookup(reference: string, options: { notes: boolean }): Promise<SupportRecords>;
  /** Makes the waiting and parked work of the customer due. Running servers do it. */
  retry(reference: string): Promise<ActionResult>;
  /** Lists the work of all users that waits (core/jobs/waiting-work.ts). */
  waiting(request: WaitingRequest): Promise<WaitingWork>;
  /** Makes parked writes of all users due and, without a reason, parked events. Running servers send them. */
  retryParked(request: WaitingRequest): Promise<ActionResult>;
  /** Gives up a parked write if that is safe. */
  release(reference: string): Promise<ActionResult>;
  /** Attaches a note to a booking. @param text at most 2,000 characters */
  note(reference: string, text: string): Promise<(typeof noteResult)['_output']>;
  /** Counts the records of a customer, and lists what is under way. */
  show(subject: string): Promise<CustomerView>;
  /** Reads everything that the server stores of a customer. */
  exportCustomer(subject: string): Promise<CustomerExport>;
  /** Says what an erasure would erase, and erases with `yes`, unless something is under way. */
  erase(subject: string, options: { yes: boolean; evenUnderWay: boolean }): Promise<EraseResult>;
  /** Deletes every row of these customers that no data key decrypts. */
  purge(customers: readonly string[]): Promise<Removed>;
}

/** The dependencies of an operator's actions. */
export interface ActionsDeps extends WorkDeps {
  keys: ServerKeys;
  erasures: Erasures;
  /** Makes running servers look for work now. */
  wake: () => void;
  accessLog: AccessLog;
}

/** How many records of each kind a lookup shows. */
const newest = 50;

/** An operator, and the request that asks for the actions. */
export interface Operator {
  /** The name in the access log, and the author of notes. */
  name: string;
  /** The id of the request in the log. @default none */
  requestId?: string;
  /**
   * Called before each action.
   * @throws Problem if the operator may not do it
   * @default every action is permitted
   */
  permit?(action: OperatorAction): void;
}

/** Creates the actions of one operator. */
export function createOperatorActions(deps: ActionsDeps, operator: Operator): OperatorActions {
  const { store, wake } = deps;
  const { byAnyReference, byReference, bySubject, recorded } = createRecorder(deps, operator);

  return {
    lookup: (reference, options) =>
      byAnyReference('lookup', reference, async (found) => {
        const records =
          found.customerId === null
            ? []
            : await readRecords({ ...deps, db: store.db }, found.customerId, { newest });
        return { result: supportRecordsOf(found, records, options), isDone: true };
      }),
    retry: (reference) =>
      byReference('retry', reference, async (found) => {
        const result = await retryWork(deps, found);
        wake();
        return { result, isDone: result.done.length > 0 };
      }),
    waiting: (request) =>
      recorded(ofAll('list'), async () => ({
        result: await readWaitingWork(store.db, filterOf(request), deps.now()),
        isDone: true,
      })),
    retryParked: (request) =>
      recorded(ofAll('retry_parked'), async () => {
        const result = await retryParked(deps, filterOf(request));
        wake();
        return { result, isDone: result.done.length > 0 };
      }),
    release: (reference) =>
      byReference('release', reference, async (found) => {
        const result = await releaseWork(deps, found);
        wake();
        return { result, isDone: result.done.length > 0 };
      }),
    note: (reference, text) =>
      byReference('note', reference, async (found) => {
        const id = await addNote(deps, found, { author: operator.name, text });
        return { result: { id, booking_id: found.bookingId, length: text.length }, isDone: true };
      }),
    show: (subject) =>
      bySubject('show', subject, async ({ records, erased }) => {
        if (isEmpty(records) && !erased) throw new NothingFound();
        return { result: customerView(subject, records, erased), isDone: true };
      }),
    exportCustomer: (subject) =>
      bySubject('export', subject, async ({ records }) => {
        if (isEmpty(records)) throw new NothingFound();
        return { result: exportCustomer(records, { subject, nowMs: deps.now() }), isDone: true };
      }),
    erase: (subject, options) =>
      bySubject(options.yes ? 'erase' : 'show', subject, async ({ records, erased: earlier }) => {
        const isUnfinished = earlier !== null && earlier.state !== 'done';
        if (isEmpty(records) && !isUnfinished) throw new NothingFound();
        const isRefused = underWay(records).length > 0 && !options.evenUnderWay;
        const erased = options.yes && !isRefused ? await deps.erasures.erase(subject) : null;
        const result = { ...customerView(subject, records, erased), ...idsAtTheService(records) };
        return { result, isDone: erased !== null || !options.yes };
      }),
    purge: (customers) =>
      recorded(ofAll('erase'), async () => ({
        result: await overwritingDeleted(store.db, () => purge({ ...deps, db: store.db }, customers)),
        isDone: true,
      })),
  };
}

const filterOf = ({ reason, since }: WaitingRequest): WaitingFilter => ({
  reason,
  sinceMs: since === undefined ? undefined : Date.parse(since),
});

interface Acted<T> {
  result: T;
  isDone: boolean;
}

interface Entry extends Pick<AccessEntry, 'customerId' | 'record'> {
  action: OperatorAction;
}

/** Finds whom an action concerns, runs it, and records it before its result is shown. */
function createRecorder(deps: ActionsDeps, operator: Operator) {
  const { store, erasures, accessLog } = deps;
  const { name, requestId } = operator;
  async function recorded<T>(entry: Entry, act: () => Promise<Acted<T>>): Promise<T> {
    const record = (outcome: AccessEntry['outcome']) => {
      const request = requestId === undefined ? {} : { requestId };
      const action = operatorActions[entry.action].logged;
      accessLog.record({ actor: { role: 'operator', name }, ...entry, action, ...request, outcome });
      return accessLog.flush();
    };
    const permitted = async () => {
      operator.permit?.(entry.action);
      return act();
    };
    const acted = await permitted().catch(async (error: unknown) => {
      const isRefused = error instanceof NothingFound || error instanceof Problem;
      await record(isRefused ? 'refused' : 'failed');
      throw error;
    });
    await record(acted.isDone ? 'done' : 'refused');
    return acted.result;
  }

  async function byAnyReference<T>(
    action: Entry['action'],
    reference: string,
    act: (found: FoundCustomer | FailureOnly) => Promise<Acted<T>>,
  ): Promise<T> {
    const found = await findCustomer(deps, reference);
    // A lookup shows all bookings of the customer, and a retry continues them.
    const isOfBooking = (action === 'release' || action === 'note') && found && found.customerId !== null;
    const bookingId = isOfBooking ? found.bookingId : null;
    const record: Entry['record'] = bookingId
      ? { kind: 'booking', id: bookingId }
      : { kind: 'customer', id: null };
    return recorded({ action, customerId: found?.customerId ?? null, record }, async () => {
      if (!found) throw new NothingFound();
      return act(found);
    });
  }

  return {
    recorded,
    byAnyReference,
    /** Finds only references that lead to a customer. */
    byReference: <T>(
      action: Entry['action'],
      reference: string,
      act: (found: FoundCustomer) => Promise<Acted<T>>,
    ): Promise<T> =>
      byAnyReference(action, reference, async (found) => {
        if (found.customerId === null) throw new NothingFound();
        return act(found);
      }),
    async bySubject<T>(
      action: Entry['action'],
      subject: string,
      act: (customer: { records: CustomerRecords; erased: Erasure | null }) => Promise<Acted<T>>,
    ): Promise<T> {
      return recorded({ action, customerId: subject, record: { kind: 'customer', id: null } }, async () =>
        act({
          records: await readRecords({ ...deps, db: store.db }, subject),
          erased: await erasures.last(subject),
        }),
      );
    },
  };
}

/** An action that is not about one user. */
const ofAll = (action: Entry['action']): Entry => ({
  ...{ action, customerId: null, record: { kind: 'customer', id: null } },
});

const isEmpty = (records: CustomerRecords) => records.every((each) => each.records.length === 0);

const customerView = (subject: string, records: CustomerRecords, erased: Erasure | null): CustomerView => ({
  subject,
  records: Object.fromEntries(records.map((each) => [each.kind.kind, each.records.length])),
  under_way: underWay(records),
  erased: erased && {
    id: erased.id,
    at: new Date(erased.beganAtMs).toISOString(),
    state: erased.state,
    removed: erased.removed,
  },
});

/** The ids under which the service and the partner's backend know the customer's bookings. */
function idsAtTheService(records: CustomerRecords) {
  const { appointments } = summariesOf(records);
  return {
    order_ids: [...new Set(appointments.map(({ order_id }) => order_id))],
    appointment_ids: appointments.map(({ id }) => id),
  };
}
