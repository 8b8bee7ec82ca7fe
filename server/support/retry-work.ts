/** Retries the work of a customer that waits or is parked. A running server does it; nothing is sent here. */
import type { ActionResult, WorkItem } from '../contract/admin-api/views.ts';
import { type CustomerRecord, type CustomerRecords, readRecords } from '../customers/customer-records.ts';
import { createEventLog } from '../events/event-log.ts';
import { endPause, reopenWrites } from '../jobs/operate.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import { type Flow, isWriteKind } from '../upstream/write-kinds.ts';
import { askReads } from '../webhooks/ask-reads.ts';
import { outcomeOf } from './booking-records.ts';
import type { Found } from './find-customer.ts';

/** The database that an action works on. */
export interface WorkDeps {
  store: Store;
  encryption: Encryption;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const busy = 'A server works on it right now. Look again in a minute.';

/**
 * Makes everything of the customer due that waits for a later try or is parked, and requests a read of each
 * appointment. If the reference names a write, makes only that write due.
 */
export async function retryWork(deps: WorkDeps, { customerId, writeId }: Found): Promise<ActionResult> {
  const records = await readRecords(deps.store.db, deps.encryption, customerId);
  if (writeId !== null) return retryWrites(deps, ofId(records.writes, 'id', writeId));
  const results = [
    await retryWrites(deps, records.writes),
    refusedWrites(records),
    await retryEvents(deps, records.events),
    await retryWaiting(deps, 'evidence', records.evidence),
    await retryWaiting(deps, 'physician_orders', records.physician_orders),
    await readAgain(deps, records.appointments),
  ];
  return {
    done: results.flatMap(({ done }) => done),
    refused: results.flatMap(({ refused }) => refused),
  };
}

const ofId = (records: readonly CustomerRecord[], column: string, id: string) =>
  records.filter(({ row }) => row[column] === id);

/** A parked write keeps its key and its bytes, so that the service carries it out once. */
async function retryWrites(
  { store: { db }, now }: WorkDeps,
  records: readonly CustomerRecord[],
): Promise<ActionResult> {
  const idsIn = (state: string) => records.filter(({ row }) => row.state === state);
  const isKnown = ({ row }: CustomerRecord) => isWriteKind(row.flow as Flow, `${row.kind}`);
  const parked = idsIn('parked');
  const reopened = await reopenWrites(db, parked.filter(isKnown).map(idOf), now());
  const due = idsIn('due');
  const earlier = await endPause(db, 'writes', due.map(idOf), now());
  const item = (record: CustomerRecord, says: string): WorkItem => ({
    kind: 'write',
    id: idOf(record),
    write: `${record.row.kind}`,
    says,
  });
  return {
    done: [
      ...parked.filter((record) => reopened.includes(idOf(record))),
      ...due.filter((record) => earlier.includes(idOf(record))),
    ].map((record) => item(record, 'Due now, with the same key and the same content.')),
    refused: [
      ...parked
        .filter((record) => !isKnown(record))
        .map((record) => item(record, 'This version does not know this kind of write.')),
      ...due.filter((record) => !earlier.includes(idOf(record))).map((record) => item(record, busy)),
    ],
  };
}

const idOf = ({ row }: CustomerRecord) => `${row.id}`;

/** The last write of each open journey, if the service refused it. */
function refusedWrites({ journeys, writes }: CustomerRecords): ActionResult {
  const refused = journeys
    .filter(({ row }) => row.state === 'open')
    .flatMap(({ row }): WorkItem[] => {
      const own = ofId(writes, 'owner_id', `${row.id}`);
      const last = own.toSorted((a, b) => Number(b.row.created_at) - Number(a.row.created_at))[0];
      const outcome = last && outcomeOf(last);
      if (!last || outcome?.ok !== false) return [];
      const { status, code } = outcome.error;
      const why = status === 0 ? 'An operator gave it up.' : `The service refused it with ${status}.`;
      const says = [why, code && `Code: ${code}.`, 'It is not repeated: the customer answers again.'];
      return [
        { kind: 'write', id: idOf(last), write: `${last.row.kind}`, says: says.filter(Boolean).join(' ') },
      ];
    });
  return { done: [], refused };
}

async function retryEvents(
  { store, encryption, now }: WorkDeps,
  records: readonly CustomerRecord[],
): Promise<ActionResult> {
  const parked = records.filter(({ row }) => row.state === 'parked');
  const ids = [...new Set(parked.map(({ row }) => `${row.event_id}`))];
  if (ids.length > 0) await createEventLog(store, encryption, now).replay({ ids, state: 'parked' });
  const waiting = records.filter(({ row }) => row.state === 'due').map(idOf);
  const earlier = await endPause(store.db, 'events', waiting, now());
  const says = 'Due now, with the same id.';
  return {
    done: [...parked, ...records.filter((record) => earlier.includes(idOf(record)))].map(({ row }) => ({
      kind: 'event',
      id: `${row.event_id}`,
      write: null,
      says,
    })),
    refused: [],
  };
}

/** The kinds of work whose pause can end, and the phases in which they wait. */
const waits = {
  evidence: { kind: 'document', id: 'id', phases: ['transferring', 'processing'] },
  physician_orders: { kind: 'physician_order', id: 'appointment_id', phases: ['rendering', 'refreshing'] },
} as const;

async function retryWaiting(
  { store: { db }, now }: WorkDeps,
  table: keyof typeof waits,
  records: readonly CustomerRecord[],
): Promise<ActionResult> {
  const { kind, id, phases } = waits[table];
  const waiting = records
    .filter(({ row }) => phases.some((phase) => phase === row.phase))
    .map(({ row }) => `${row[id]}`);
  const earlier = await endPause(db, table, waiting, now());
  const item = (says: string) => (key: string) => ({ kind, id: key, write: null, says });
  return {
    done: earlier.map(item('Continued now.')),
    refused: waiting.filter((key) => !earlier.includes(key)).map(item(busy)),
  };
}

/** Also repeats the reads that were left after their last try. */
async function readAgain(
  { store: { db }, now }: WorkDeps,
  records: readonly CustomerRecord[],
): Promise<ActionResult> {
  const refs = records.map(({ row }) => `${row.appointment_id}`);
  await askReads(
    db,
    refs.map((ref) => ({ kind: 'appointment', ref })),
    now(),
  );
  return {
    done: refs.map((id) => ({
      kind: 'read',
      id,
      write: null,
      says: 'The appointment is read from the service again.',
    })),
    refused: [],
  };
}
