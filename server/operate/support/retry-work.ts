/** Retries the work of a customer that waits or is parked. A running server does it; nothing is sent here. */
import { requestReads } from '../../booking/webhooks/request-reads.ts';
import type { ActionResult, WorkItem } from '../../contract/admin-api/views.ts';
import type { WaitingFilter } from '../../core/jobs/waiting-work.ts';
import type { Store } from '../../core/store/store.ts';
import type { WriteRow } from '../../core/store/tables.ts';
import { createEventLog } from '../../partner/events/event-log.ts';
import { eventRecords } from '../../partner/events/stored-events.ts';
import { isWriteKind } from '../../upstream/write-kinds.ts';
import { endPause, giveUpWrite, reopenWrites } from '../../upstream/writes/operate.ts';
import { releaseRefusal } from '../../upstream/writes/release-rules.ts';
import { writeRecords } from '../../upstream/writes/write-records.ts';
import {
  type CustomerRecords,
  type RecordsDeps,
  type RecordsOfKind,
  readRecords,
  recordsOf,
  textIn,
} from '../records/customer-records.ts';
import { summariesOf } from './booking-records.ts';
import type { FoundCustomer } from './find-customer.ts';

/** The database that an action works on, and the records in it. */
export interface WorkDeps extends Omit<RecordsDeps, 'db'> {
  store: Store;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** What is done to a write. */
const dueNow = 'Due now, with the same key and the same content.';
const eventDueNow = 'Due now, with the same id.';

const busy = 'A server works on it right now. Look again in a minute.';

const item = (kind: WorkItem['kind'], id: string, message: string): WorkItem => ({
  kind,
  id,
  write: null,
  message,
});
const writeItem = ({ id, kind }: Pick<WriteRow, 'id' | 'kind'>, message: string): WorkItem => ({
  ...item('write', id, message),
  write: kind,
});

/**
 * Makes everything of the customer due that waits for a later try or is parked, and requests a read of each
 * appointment. If the reference names a write, makes only that write due.
 */
export async function retryWork(
  deps: WorkDeps,
  { customerId, writeId }: FoundCustomer,
): Promise<ActionResult> {
  const records = await readRecords({ ...deps, db: deps.store.db }, customerId);
  const writes = recordsOf(records, writeRecords);
  if (writeId !== null)
    return retryWrites(
      deps,
      writes.filter(({ row }) => row.id === writeId),
    );
  const results = [
    await retryWrites(deps, writes),
    refusedWrites(records),
    await retryEvents(deps, recordsOf(records, eventRecords)),
  ];
  for (const each of records) results.push(await retryWaiting(deps, each));
  results.push(await readAgain(deps, records));
  return {
    done: results.flatMap(({ done }) => done),
    refused: results.flatMap(({ refused }) => refused),
  };
}

/** Makes the parked writes of all users due and, without a reason, the parked events. */
export async function retryParked(
  { store, encryption, now }: WorkDeps,
  filter: WaitingFilter,
): Promise<ActionResult> {
  const { reason, sinceMs = 0 } = filter;
  let parked = store.db
    .selectFrom('writes')
    .select(['id', 'kind'])
    .where('state', '=', 'parked')
    .where('created_at', '>=', sinceMs);
  if (reason !== undefined) parked = parked.where('parked_reason', '=', reason);
  const writes = await parked.execute();
  const reopened = new Set(
    await reopenWrites(
      store.db,
      writes.map(({ id }) => id),
      now(),
    ),
  );
  const events = createEventLog(store, encryption, now);
  const replayed = reason === undefined ? await events.replay({ state: 'parked', sinceMs }) : [];
  return {
    done: [
      ...writes.filter(({ id }) => reopened.has(id)).map((write) => writeItem(write, dueNow)),
      ...replayed.map((id) => item('event', id, eventDueNow)),
    ],
    refused: [],
  };
}

type WriteRecord = ReturnType<typeof recordsOf<typeof writeRecords>>[number];
type EventRecord = ReturnType<typeof recordsOf<typeof eventRecords>>[number];

/** A parked write keeps its key and its bytes, so that the service carries it out once. */
async function retryWrites(
  { store: { db }, now }: WorkDeps,
  records: readonly WriteRecord[],
): Promise<ActionResult> {
  const idsIn = (state: string) => records.filter(({ row }) => row.state === state);
  const isKnown = ({ row }: WriteRecord) => isWriteKind(row.flow, row.kind);
  const parked = idsIn('parked');
  const reopened = await reopenWrites(db, parked.filter(isKnown).map(idOf), now());
  const due = idsIn('due');
  const earlier = await endPause(db, 'writes', due.map(idOf), now());
  return {
    done: [
      ...parked.filter((record) => reopened.includes(idOf(record))),
      ...due.filter((record) => earlier.includes(idOf(record))),
    ].map(({ row }) => writeItem(row, dueNow)),
    refused: [
      ...parked
        .filter((record) => !isKnown(record))
        .map(({ row }) => writeItem(row, 'This version does not know this kind of write.')),
      ...due.filter((record) => !earlier.includes(idOf(record))).map(({ row }) => writeItem(row, busy)),
    ],
  };
}

const idOf = ({ row }: { row: { id: string } }) => row.id;

/** The last write of each open journey, if the service refused it. */
function refusedWrites(records: CustomerRecords): ActionResult {
  const writes = recordsOf(records, writeRecords);
  const refused = summariesOf(records)
    .journeys.filter(({ state }) => state === 'open')
    .flatMap(({ id }): WorkItem[] => {
      const own = writes.filter(({ row }) => row.owner_id === id);
      const last = own.toSorted((a, b) => b.row.created_at - a.row.created_at)[0];
      const outcome = last?.values?.outcome;
      if (!last || outcome?.ok !== false) return [];
      const { status, code } = outcome.error;
      const why = status === 0 ? 'An operator gave it up.' : `The service refused it with ${status}.`;
      const sentences = [why, code && `Code: ${code}.`, 'It is not repeated: the customer answers again.'];
      return [writeItem(last.row, sentences.filter(Boolean).join(' '))];
    });
  return { done: [], refused };
}

async function retryEvents(
  { store, encryption, now }: WorkDeps,
  records: readonly EventRecord[],
): Promise<ActionResult> {
  const parked = records.filter(({ row }) => row.state === 'parked');
  const ids = [...new Set(parked.map(({ row }) => row.event_id))];
  if (ids.length > 0) await createEventLog(store, encryption, now).replay({ ids, state: 'parked' });
  const waiting = records.filter(({ row }) => row.state === 'due').map(idOf);
  const earlier = await endPause(store.db, 'events', waiting, now());
  return {
    done: [...parked, ...records.filter((record) => earlier.includes(idOf(record)))].map(({ row }) =>
      item('event', row.event_id, eventDueNow),
    ),
    refused: [],
  };
}

/** Continues the work of other kinds that waits for its next try. */
async function retryWaiting(
  { store: { db }, now }: WorkDeps,
  { kind: { table, id, pause }, records }: RecordsOfKind,
): Promise<ActionResult> {
  if (!pause) return { done: [], refused: [] };
  const waiting = records.filter(pause.isWaiting).map(({ row }) => textIn(row, id));
  const earlier = await endPause(db, table, waiting, now());
  return {
    done: earlier.map((key) => item(pause.work, key, 'Continued now.')),
    refused: waiting.filter((key) => !earlier.includes(key)).map((key) => item(pause.work, key, busy)),
  };
}

/** Also repeats the reads that were left after their last try. */
async function readAgain({ store: { db }, now }: WorkDeps, records: CustomerRecords): Promise<ActionResult> {
  const refs = summariesOf(records).appointments.map(({ id }) => id);
  await requestReads(
    db,
    refs.map((ref) => ({ kind: 'appointment', ref })),
    now(),
  );
  return {
    done: refs.map((id) => item('read', id, 'The appointment is read from the service again.')),
    refused: [],
  };
}

const given =
  'Given up. The customer sees that the request was not accepted, and can send it again with another answer.';
const several = 'More than one write can be given up. Repeat the release with the id of one write.';
const nothing =
  'No write is parked, so no write holds the customer up. Retry the booking: the server then reads it again.';
const notParked = {
  due: 'The server still tries this write. Retry it, or wait until it is parked.',
  settled: 'This write is completed.',
};

/** Gives up the one parked write of the customer for which the rules allow it, or the write that the reference names. */
export async function releaseWork(deps: WorkDeps, found: FoundCustomer): Promise<ActionResult> {
  const records = await readRecords({ ...deps, db: deps.store.db }, found.customerId);
  const writes = recordsOf(records, writeRecords).map(({ row }) => row);
  const asked = writes.filter(({ id, state }) =>
    found.writeId === null ? state !== 'settled' : id === found.writeId,
  );
  if (asked.length === 0)
    return {
      done: [],
      refused: [item('booking', found.bookingId ?? found.customerId, nothing)],
    };
  const judged = asked.map((write) => ({ write, refusal: refusalOf(write) }));
  const allowed = judged.filter(({ refusal }) => refusal === null);
  const refused = judged.flatMap(({ write, refusal }) =>
    refusal === null ? [] : [writeItem(write, refusal)],
  );
  if (allowed.length > 1)
    return { done: [], refused: [...refused, ...allowed.map(({ write }) => writeItem(write, several))] };
  const [chosen] = allowed;
  if (!chosen) return { done: [], refused };
  return (await giveUp(deps, chosen.write))
    ? { done: [writeItem(chosen.write, given)], refused }
    : { done: [], refused: [...refused, writeItem(chosen.write, notParked.due)] };
}

const refusalOf = (write: WriteRow): string | null =>
  write.state === 'parked' ? releaseRefusal(write) : notParked[write.state];

async function giveUp(deps: WorkDeps, write: WriteRow): Promise<boolean> {
  if (!(await giveUpWrite(deps, write, deps.now()))) return false;
  // The service may have made the change: then the appointment shows it.
  if (write.kind.startsWith('appointment.'))
    await requestReads(deps.store.db, [{ kind: 'appointment', ref: write.owner_id }], deps.now());
  return true;
}
