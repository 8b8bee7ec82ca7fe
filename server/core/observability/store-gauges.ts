/** Gauges of durable work that waits in the database, read when the metrics are scraped. */
import { Gauge, type Registry } from 'prom-client';
import { atMost, type Clock } from '../clock.ts';
import { oneOf } from './label-values.ts';

/** The unfinished work now. All processes that share a database read the same values. */
export interface QueueDepths {
  /** Writes that are not settled, by flow, kind, state, and what sends them again. */
  writes: {
    flow: string;
    kind: string;
    state: string;
    /** The column `waits_for` of a parked write. */
    waitsFor: string | null;
    count: number;
    oldestAtMs: number;
  }[];
  /** Reads that webhook events requested. */
  eventReads: number;
  /** Documents on their way to the service or examined by it, by phase. */
  documents: { phase: string; count: number }[];
  /** Events that have not arrived at a receiver, by state. */
  events: { state: string; count: number }[];
  /** The time of the oldest record of the access log that the sink does not have; null if it has all. */
  undeliveredAtMs: number | null;
}

const states = ['due', 'parked'] as const;
/**
 * What completes a write: the service responds, another version of the server reads its response, the API key is
 * accepted or replaced, or an operator acts.
 */
const waits = ['service', 'reader', 'key', 'operator'] as const;
const phases = ['transferring', 'processing'] as const;
/** How long a scrape waits for the database before it continues without these gauges. */
const waitTimeoutMs = 2_000;

/**
 * Registers the gauges.
 *
 * @param deps.readDepths reads the database
 * @param deps.isWritable whether the database takes writes; never rejects
 * @param deps.flows the values of the label `flow`
 * @param deps.isOfPaidBooking whether only a paid booking has writes of this kind
 * @returns reads the database once and sets the gauges; without a result in two seconds it removes them. Never rejects
 */
export function createStoreGauges(deps: {
  registry: Registry;
  readDepths: () => Promise<QueueDepths>;
  isWritable: () => Promise<boolean>;
  flows: readonly string[];
  isOfPaidBooking: (kind: string) => boolean;
  clock: Clock;
}): () => Promise<void> {
  const { registry, readDepths, isWritable, flows, isOfPaidBooking, clock } = deps;
  const { now } = clock;
  const { up, writable, writes, oldest, oldestPaid, inbox, documents, events, undelivered } =
    createGauges(registry);

  function setWrites(rows: QueueDepths['writes']): void {
    const ages = new Map<string, number>();
    const paidAges = new Map<string, number>();
    const keepOldest = (all: Map<string, number>, key: string, age: number) =>
      all.set(key, Math.max(age, all.get(key) ?? 0));
    for (const flow of flows) {
      writes.set({ flow, state: 'due', waits_for: 'service' }, 0);
      for (const waits_for of waits) {
        writes.set({ flow, state: 'parked', waits_for }, 0);
        ages.set(`${flow} ${waits_for}`, 0);
      }
      paidAges.set(flow, 0);
    }
    for (const row of rows) {
      const flow = oneOf(flows, row.flow);
      const waitsFor = waitOf(row);
      const age = Math.max(0, now() - row.oldestAtMs) / 1000;
      writes.inc({ flow, state: oneOf(states, row.state), waits_for: waitsFor }, row.count);
      keepOldest(ages, `${flow} ${waitsFor}`, age);
      if (isOfPaidBooking(row.kind)) keepOldest(paidAges, flow, age);
    }
    for (const [key, age] of ages) {
      const [flow = '', waits_for = ''] = key.split(' ');
      oldest.set({ flow, waits_for }, age);
    }
    for (const [flow, age] of paidAges) oldestPaid.set({ flow }, age);
  }

  function set(depths: QueueDepths): void {
    setWrites(depths.writes);
    for (const phase of phases) documents.set({ phase }, 0);
    for (const state of states) events.set({ state }, 0);
    inbox.set(depths.eventReads);
    const { undeliveredAtMs } = depths;
    undelivered.set(undeliveredAtMs === null ? 0 : Math.max(0, now() - undeliveredAtMs) / 1000);
    for (const { state, count } of depths.events) events.set({ state: oneOf(states, state) }, count);
    for (const { phase, count } of depths.documents) documents.set({ phase: oneOf(phases, phase) }, count);
  }

  return async () => {
    for (const each of [writes, oldest, oldestPaid, inbox, documents, events, undelivered]) each.reset();
    const [depths = null, takesWrites = false] = await Promise.all([
      atMost(
        clock,
        waitTimeoutMs,
        readDepths().catch(() => null),
      ),
      atMost(clock, waitTimeoutMs, isWritable()),
    ]);
    up.set(depths ? 1 : 0);
    writable.set(takesWrites ? 1 : 0);
    if (depths) set(depths);
    else for (const each of [inbox, undelivered]) each.remove();
  };
}

function waitOf({ state, waitsFor }: QueueDepths['writes'][number]): (typeof waits)[number] {
  if (state === 'due' || waitsFor === 'service') return 'service';
  if (waitsFor === 'reader') return 'reader';
  return waitsFor === null ? 'operator' : 'key';
}

function createGauges(registry: Registry) {
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge('dx_store_up', 'Whether the database answers.');
  const writable = gauge('dx_store_writable', 'Whether the database takes writes.');
  const writes = gauge('dx_writes_waiting', 'Writes not settled, by what completes them.', [
    'flow',
    'state',
    'waits_for',
  ]);
  const oldest = gauge('dx_writes_oldest_seconds', 'How long ago the oldest write not settled was made.', [
    'flow',
    'waits_for',
  ]);
  const oldestPaid = gauge(
    'dx_paid_bookings_oldest_seconds',
    'How long ago the oldest write not settled of a paid booking was made.',
    ['flow'],
  );
  const inbox = gauge('dx_webhook_reads_waiting', 'Reads that events asked for and that are not done.');
  const documents = gauge(
    'dx_documents_under_way',
    'Documents on their way to the service, or examined by it.',
    ['phase'],
  );
  const events = gauge('dx_events_waiting', 'Deliveries of events to you: due, or parked until replayed.', [
    'state',
  ]);
  const undelivered = gauge(
    'dx_access_log_undelivered_seconds',
    'How long ago the oldest record of the access log was made that the sink does not have.',
  );
  return { up, writable, writes, oldest, oldestPaid, inbox, documents, events, undelivered };
}
