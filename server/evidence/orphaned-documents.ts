/** Deletes documents that were never handed in: of an abandoned journey, or of an upload whose process crashed. */
import { sql } from 'kysely';
import type { Jobs } from '../jobs/jobs.ts';
import type { Queue } from '../jobs/queue.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import type { Documents } from './documents.ts';
import type { Rows } from './rows.ts';

/** A customer who returns later uploads again. */
const keptMs = 24 * 60 * 60_000;
const everyMs = 60 * 60_000;

/** Deletes documents that were not handed in within a day. Runs every hour, in one of the server's processes. */
export function deleteOrphanedDocuments(deps: {
  documents: Pick<Documents, 'discardOld'>;
  rows: Pick<Rows, 'documentsUnderWay'>;
  jobs: Jobs;
  log: Log;
}): void {
  const { documents, rows, jobs, log } = deps;
  const { now } = jobs.clock;
  const queue: Queue<'periodic_jobs', void> = jobs.queue({
    table: { name: 'periodic_jobs', key: 'name', fence: 'fence', work: sql`name = 'orphaned_documents'` },
    concurrency: 1,
    backoff: () => ({ baseMs: 1_000, capMs: everyMs }),
    onError: (error) => log('evidence.failed', describeError(error)),
    async work({ end }) {
      await documents.discardOld(now() - keptMs, await rows.documentsUnderWay());
      const { due_at } = await end({ due_at: now() + everyMs, attempts: 0 });
      queue.wakeAt(due_at);
    },
  });
}
