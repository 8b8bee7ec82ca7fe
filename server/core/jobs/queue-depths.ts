/** The amount of unfinished durable work, for the metrics. */
import { type Kysely, sql } from 'kysely';
import type { QueueDepths } from '../observability/store-gauges.ts';
import type { Tables } from '../store/tables.ts';

/**
 * Counts unfinished work with one statement for each kind. The statements have literals, not parameters, so that the
 * database can use its partial indexes.
 * @param options.hasSink whether records of the access log are delivered to a sink
 */
export async function readQueueDepths(
  db: Kysely<Tables>,
  { hasSink }: { hasSink: boolean },
): Promise<QueueDepths> {
  const [writes, reads, documents, events, undelivered] = await Promise.all([
    db
      .selectFrom('writes')
      .select([
        'flow',
        'kind',
        'state',
        'waits_for',
        ({ fn }) => fn.countAll<number>().as('count'),
        ({ fn }) => fn.min('created_at').as('oldest_at'),
      ])
      .where(sql<boolean>`state <> 'settled'`)
      .groupBy(['flow', 'kind', 'state', 'waits_for'])
      .execute(),
    db
      .selectFrom('webhook_reads')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(sql<boolean>`state = 'due'`)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('evidence')
      .select(['phase', ({ fn }) => fn.countAll<number>().as('count')])
      .where('phase', 'in', ['transferring', 'processing'])
      .groupBy('phase')
      .execute(),
    db
      .selectFrom('events')
      .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
      .where(sql<boolean>`state <> 'delivered'`)
      .groupBy('state')
      .execute(),
    hasSink
      ? db
          .selectFrom('access_log_chains')
          .innerJoin('access_log', (join) =>
            join
              .onRef('access_log.chain', '=', 'access_log_chains.id')
              .on(sql<boolean>`access_log.seq = access_log_chains.delivered_seq + 1`),
          )
          .select(({ fn }) => fn.min('at').as('oldest_at'))
          .executeTakeFirst()
      : null,
  ]);
  return {
    writes: writes.map(({ flow, kind, state, waits_for, count, oldest_at }) => ({
      ...{ flow, kind, state, waitsFor: waits_for },
      count: Number(count),
      oldestAtMs: Number(oldest_at),
    })),
    eventReads: Number(reads.count),
    documents: documents.map(({ phase, count }) => ({ phase, count: Number(count) })),
    events: events.map(({ state, count }) => ({ state, count: Number(count) })),
    undeliveredAtMs: undelivered?.oldest_at ?? null,
  };
}
