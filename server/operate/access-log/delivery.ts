/**
 * Delivers the records to the sink as jobs, chain by chain. One process at a time delivers a chain, in order. A sink
 * that is down delays nobody: the records wait in the database, and any process delivers them later.
 */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Jobs } from '../../core/jobs/jobs.ts';
import { LeaseLost } from '../../core/jobs/leased-table.ts';
import type { Lease } from '../../core/jobs/queue.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import type { AccessLogChainRow, AccessLogRow } from '../../core/store/access-log-tables.ts';
import type { Store } from '../../core/store/store.ts';
import type { Sink, SinkLine } from './sink.ts';
import type { chainLine, recordLine } from './verify-sink.ts';

const recordsAtOnce = 500;
const sendTimeoutMs = 10_000;
const backoff = { baseMs: 1_000, capMs: 60_000 };

interface DeliveryDeps {
  store: Store;
  jobs: Jobs;
  sink: Sink;
  log: Log;
}

/** Creates the queue. @returns looks for records to deliver now */
export function deliverToSink(deps: DeliveryDeps): () => void {
  const { jobs, log } = deps;
  const queue = jobs.queue<'access_log_chains', void>({
    table: { name: 'access_log_chains', key: 'id', fence: 'fence', work: sql`delivered_seq < last_seq` },
    concurrency: 1,
    // Longer than one batch may take.
    leaseMs: sendTimeoutMs + 5_000,
    backoff: () => backoff,
    onError: (error) => log('access_log.delivery_failed', describeError(error)),
    async work(lease) {
      try {
        await deliver(deps, lease);
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
      }
      queue.wake();
    },
  });
  return queue.wake;
}

/** @throws LeaseLost */
async function deliver({ store, jobs, sink, log }: DeliveryDeps, lease: Lease<'access_log_chains'>) {
  const chain = lease.row;
  const sent = { seq: Math.max(chain.delivered_seq, chain.purged_seq), mac: chain.purged_mac };
  const rows = await store.db
    .selectFrom('access_log')
    .selectAll()
    .where('chain', '=', chain.id)
    .where('seq', '>=', sent.seq)
    .orderBy('seq')
    .limit(recordsAtOnce)
    .execute();
  // The last delivered record, unless it is purged.
  const before: AccessLogRow | undefined = rows[0]?.seq === sent.seq ? rows.shift() : undefined;
  const last = rows.at(-1);
  const signal = AbortSignal.any([AbortSignal.timeout(sendTimeoutMs), jobs.stopped]);
  const lines = linesOf(chain, rows, before?.mac ?? sent.mac);
  const reason = last ? await sink.send(`${chain.id}.${last.seq}`, lines, signal) : null;
  if (reason === null) {
    // Without a record, somebody removed them: the verification finds that.
    const delivered = last?.seq ?? chain.last_seq;
    await lease.end({ delivered_seq: delivered, due_at: jobs.clock.now(), attempts: 0 });
  } else {
    const waitMs = await lease.retry();
    log('access_log.delivery_retried', { attempts: chain.attempts, reason, wait_ms: waitMs });
  }
}

/**
 * Makes the lines of consecutive records of a chain. The line of the chain comes before its first record.
 * @param previous the MAC of the record before the first one, or of the chain
 * @returns one JSON text per line; none without records
 */
function linesOf(chain: AccessLogChainRow, records: readonly AccessLogRow[], previous: string): SinkLine[] {
  const macs = [previous, ...records.map(({ mac }) => mac)];
  const lines = records.map((record, at) =>
    JSON.stringify({ type: 'record', ...record, previous: macs[at] ?? '' } satisfies z.input<
      typeof recordLine
    >),
  );
  if (records[0]?.seq !== 1) return lines;
  const { id, number, created_at, mac } = chain;
  return [
    JSON.stringify({ type: 'chain', chain: id, number, created_at, mac } satisfies z.input<typeof chainLine>),
    ...lines,
  ];
}
