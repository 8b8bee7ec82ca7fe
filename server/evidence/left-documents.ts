/** Drops the documents that nobody hands in: of a journey that was left, of an upload that its process did not survive. */
import { describeError } from '../http/describe-error.ts';
import type { Log } from '../http/log.ts';
import type { Documents } from './documents.ts';
import type { Rows } from './rows.ts';

/** Whoever comes back later than that uploads again. */
const keptMs = 24 * 60 * 60_000;
const everyMs = 60 * 60_000;

export function createLeftDocuments(needs: {
  documents: Pick<Documents, 'discardOld'>;
  rows: Pick<Rows, 'documentsUnderWay'>;
  log: Log;
  now: () => number;
}) {
  const { documents, rows, log, now } = needs;
  let timer: NodeJS.Timeout | undefined;
  let dropping = Promise.resolve();

  async function drop(): Promise<void> {
    try {
      await documents.discardOld(now() - keptMs, await rows.documentsUnderWay());
    } catch (error) {
      log('evidence.failed', describeError(error));
    }
  }

  return {
    start(): void {
      dropping = drop();
      timer ??= setInterval(() => {
        dropping = drop();
      }, everyMs).unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await dropping;
    },
  };
}
