/** What waits in the store, asked for at each look: three counts along indexes, of what is not done yet and no more. */
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Store } from '../store/store.ts';
import { flows } from '../upstream/write-kinds.ts';
import { oneOf } from './label-values.ts';

const states = ['due', 'parked'] as const;
const phases = ['transferring', 'processing'] as const;
/** A store that takes longer than this does not answer: the other figures are told without it. */
const answersWithinMs = 2_000;

/** Reads them now; of a store that does not answer there are none. */
export function createStoreGauges(
  store: Pick<Store, 'db'>,
  registry: Registry,
  now: () => number,
): () => Promise<void> {
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge('dx_store_up', 'Whether the store answered this look.');
  const writes = gauge('dx_writes_waiting', 'Writes not settled: due, or parked until someone asks again.', [
    'flow',
    'state',
  ]);
  const oldest = gauge(
    'dx_writes_oldest_due_seconds',
    'How long ago the oldest write that is due was made.',
    ['flow'],
  );
  const inbox = gauge('dx_webhook_reads_waiting', 'Reads that events asked for and that are not done.');
  const documents = gauge(
    'dx_documents_under_way',
    'Documents on their way to the service, or examined by it.',
    ['phase'],
  );

  async function read() {
    const { db } = store;
    // Literals, not parameters: the store sees that its partial indexes hold all of it.
    const [waiting, due, carried] = await Promise.all([
      db
        .selectFrom('writes')
        .select([
          'flow',
          'state',
          ({ fn }) => fn.countAll<number>().as('count'),
          ({ fn }) => fn.min('created_at').as('since'),
        ])
        .where(sql<boolean>`state <> 'settled'`)
        .groupBy(['flow', 'state'])
        .execute(),
      db
        .selectFrom('webhook_reads')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(sql<boolean>`state = 'due'`)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('evidence')
        .select(['phase', ({ fn }) => fn.countAll<number>().as('count')])
        .where('phase', 'in', phases)
        .groupBy('phase')
        .execute(),
    ]);
    return { waiting, due, carried };
  }

  return async () => {
    for (const each of [writes, oldest, inbox, documents]) each.reset();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((done) => {
      timer = setTimeout(done, answersWithinMs, null);
    });
    const found = await Promise.race([read().catch(() => null), late]);
    clearTimeout(timer);
    up.set(found ? 1 : 0);
    if (!found) return inbox.remove();
    for (const flow of flows) {
      for (const state of states) writes.set({ flow, state }, 0);
      oldest.set({ flow }, 0);
    }
    for (const phase of phases) documents.set({ phase }, 0);
    for (const row of found.waiting) {
      const flow = oneOf(flows, row.flow);
      writes.set({ flow, state: oneOf(states, row.state) }, Number(row.count));
      if (row.state === 'due') oldest.set({ flow }, Math.max(0, now() - Number(row.since)) / 1000);
    }
    inbox.set(Number(found.due.count));
    for (const { phase, count } of found.carried)
      documents.set({ phase: oneOf(phases, phase) }, Number(count));
  };
}
