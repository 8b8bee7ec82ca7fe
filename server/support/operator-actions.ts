/** What an operator can do, by a command or over the admin API. Each action leaves one record in the access log. */
import type { AccessEntry, AccessLog } from '../access-log/access-log.ts';
import type {
  ActionResult,
  CustomerView,
  EraseResult,
  noteResult,
  SupportRecords,
} from '../contract/admin-api/views.ts';
import { type CustomerRecords, noRecords, readRecords } from '../customers/customer-records.ts';
import type { Removed } from '../customers/delete-customer.ts';
import type { Erasure, Erasures } from '../customers/erasures.ts';
import { type CustomerExport, exportCustomer } from '../customers/export-customer.ts';
import { purge } from '../customers/purge.ts';
import { underWay } from '../customers/under-way.ts';
import { overwritingDeleted } from '../store/erase-traces.ts';
import { supportRecordsOf } from './booking-records.ts';
import { type FailureOnly, type Found, findCustomer } from './find-customer.ts';
import { addNote } from './notes.ts';
import { releaseWork } from './release-work.ts';
import { retryWork, type WorkDeps } from './retry-work.ts';

/** Nothing is stored under a reference or a subject. */
export class NothingFound extends Error {
  constructor() {
    super('Nothing is stored under this reference.');
    this.name = 'NothingFound';
  }
}

/**
 * The actions of one operator. All except `purge` throw {@link NothingFound}. All throw Error if the access log cannot
 * store their record: what they changed stays changed.
 */
export interface OperatorActions {
  /** Reads the records of the customer that a reference leads to. @param options.notes shows the texts of notes */
  lookup(reference: string, options: { notes: boolean }): Promise<SupportRecords>;
  /** Makes the waiting and parked work of the customer due. Running servers do it. */
  retry(reference: string): Promise<ActionResult>;
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
}

/** Creates the actions of one operator. */
export function createOperatorActions(deps: ActionsDeps, operator: Operator): OperatorActions {
  const { store, encryption, wake } = deps;
  const { byAnyReference, byReference, bySubject, recorded } = createRecorder(deps, operator);

  return {
    lookup: (reference, options) =>
      byAnyReference('view', reference, async (found) => {
        const records =
          found.customerId === null
            ? noRecords()
            : await readRecords(store.db, encryption, found.customerId, { newest });
        return { result: supportRecordsOf(found, records, options), isDone: true };
      }),
    retry: (reference) =>
      byReference('retry', reference, async (found) => {
        const result = await retryWork(deps, found);
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
      bySubject('view', subject, async ({ records, erased }) => {
        if (isEmpty(records) && !erased) throw new NothingFound();
        return { result: customerView(subject, records, erased), isDone: true };
      }),
    exportCustomer: (subject) =>
      bySubject('export', subject, async ({ records }) => {
        if (isEmpty(records)) throw new NothingFound();
        return { result: exportCustomer(records, { subject, nowMs: deps.now() }), isDone: true };
      }),
    erase: (subject, options) =>
      bySubject(options.yes ? 'erase' : 'view', subject, async ({ records, erased: earlier }) => {
        const isUnfinished = earlier !== null && earlier.state !== 'done';
        if (isEmpty(records) && !isUnfinished) throw new NothingFound();
        const isRefused = underWay(records).length > 0 && !options.evenUnderWay;
        const erased = options.yes && !isRefused ? await deps.erasures.erase(subject) : null;
        const result = { ...customerView(subject, records, erased), ...idsAtTheService(records) };
        return { result, isDone: erased !== null || !options.yes };
      }),
    purge: (customers) =>
      recorded({ action: 'erase', customerId: null, record: { kind: 'customer', id: null } }, async () => ({
        result: await overwritingDeleted(store.db, () => purge(store.db, encryption, customers)),
        isDone: true,
      })),
  };
}

interface Acted<T> {
  result: T;
  isDone: boolean;
}

type Entry = Pick<AccessEntry, 'action' | 'customerId' | 'record'>;

/** Finds whom an action concerns, runs it, and records it before its result is shown. */
function createRecorder({ store, encryption, erasures, accessLog }: ActionsDeps, operator: Operator) {
  const { name, requestId } = operator;
  async function recorded<T>(entry: Entry, act: () => Promise<Acted<T>>): Promise<T> {
    const record = (outcome: AccessEntry['outcome']) => {
      const request = requestId === undefined ? {} : { requestId };
      accessLog.record({ actor: { role: 'operator', name }, ...entry, ...request, outcome });
      return accessLog.flush();
    };
    const acted = await act().catch(async (error: unknown) => {
      await record(error instanceof NothingFound ? 'refused' : 'failed');
      throw error;
    });
    await record(acted.isDone ? 'done' : 'refused');
    return acted.result;
  }

  async function byAnyReference<T>(
    action: Entry['action'],
    reference: string,
    act: (found: Found | FailureOnly) => Promise<Acted<T>>,
  ): Promise<T> {
    const found = await findCustomer(store, encryption, reference);
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
      act: (found: Found) => Promise<Acted<T>>,
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
          records: await readRecords(store.db, encryption, subject),
          erased: await erasures.last(subject),
        }),
      );
    },
  };
}

const isEmpty = (records: CustomerRecords) => Object.values(records).every((list) => list.length === 0);

const customerView = (subject: string, records: CustomerRecords, erased: Erasure | null): CustomerView => ({
  subject,
  records: Object.fromEntries(Object.entries(records).map(([kind, list]) => [kind, list.length])),
  under_way: underWay(records),
  erased: erased && {
    id: erased.id,
    at: new Date(erased.beganAtMs).toISOString(),
    state: erased.state,
    removed: erased.removed,
  },
});

/** The ids under which the service and the partner's backend know the customer's bookings. */
function idsAtTheService({ appointments }: CustomerRecords) {
  const idsOf = (column: string) => [...new Set(appointments.map(({ row }) => `${row[column]}`))];
  return { order_ids: idsOf('order_id'), appointment_ids: idsOf('appointment_id') };
}
